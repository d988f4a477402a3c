import * as v from 'valibot';
import type { Policy, PresetName } from '../../shared/arena/policy.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import { openPolicySchema } from '../../shared/protocol/policy.ts';
import type { GameKind } from '../../shared/rules/rules.ts';

/** What an arena of `npm start` is like. */
export interface Wanted {
  readonly preset: PresetName;
  readonly game: GameKind;
  readonly rated: boolean;
}

const GAME_WORDS: Readonly<Record<GameKind, string>> = {
  oware: 'Oware',
  chess: 'Chess',
  draughts: 'Draughts',
};
const PRESET_WORDS: Readonly<Record<PresetName, string>> = {
  'oware-shield': 'Shield',
  classic: 'Classic',
  dutch: 'Dutch',
  lichess: 'Lichess',
};

/** By its name a later run knows its own arena from those that somebody has scheduled. */
export const arenaName = ({ preset, game }: Wanted): string =>
  `${GAME_WORDS[game]} ${PRESET_WORDS[preset]} Arena`;

/** The arena like the wanted one that an earlier run has left unfinished. */
export const unfinishedArena = (
  arenas: readonly ArenaView[],
  wanted: Wanted,
): ArenaView | undefined =>
  arenas.find(({ name, state, rated }) => {
    const isOver = state === 'frozen' || state === 'cancelled';
    return !isOver && name === arenaName(wanted) && rated === wanted.rated;
  });

/** The rules of an arena by what everybody may see of it. */
export const policyIn = ({ preset, policy }: ArenaView): Policy =>
  v.parse(openPolicySchema, { preset, ...policy });
