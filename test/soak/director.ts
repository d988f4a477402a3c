import type { ArenaId, GameId } from '../../shared/core/ids.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { type Script, STAGED, type Staged, scriptFor } from './scripts.ts';
import type { Stored } from './versions.ts';

export interface DirectorParts {
  readonly random: SeededRandom;
  /** How often each staged ending is wanted. */
  readonly wanted: number;
  /** Where the marathon is run, and its moves. */
  readonly track: ArenaId;
  readonly marathon: readonly string[];
  readonly endingOf: (game: GameId) => Stored;
}

/** Says how a game is meant to go; both of its players get the same answer. */
export type Director = (game: Pick<GameView, 'id' | 'arena'>) => Script;

const BERSERK_SHARE = 0.1;
const TEASE_SHARE = 0.15;
const TEASE_PLIES_MAX = 20;

/** Stages every ending until it was stored often enough; all other games are played out. */
export function createDirector({
  random,
  wanted,
  track,
  marathon,
  endingOf,
}: DirectorParts): Director {
  const scripts = new Map<GameId, Script>();
  const marathons: GameId[] = [];
  const staged: { readonly ending: Staged; readonly game: GameId }[] = [];
  const side = (): Side => (random.below(2) === 0 ? 'first' : 'second');

  /** A game that was meant to end so and did not has to be staged again. */
  const isMissing = (ending: Staged): boolean => {
    const hopes = staged.filter((one) => {
      const actual = endingOf(one.game);
      return one.ending === ending && (actual === null || actual === ending);
    });
    return hopes.length < wanted;
  };

  const isRun = (): boolean => marathons.some((game) => endingOf(game) === 'tooLong');
  const startMarathon = (id: GameId): Script => {
    marathons.push(id);
    return { line: marathon, steady: true };
  };

  const decide = ({ id, arena }: Parameters<Director>[0]): Script => {
    if (arena === track) return isRun() ? {} : startMarathon(id);
    const ending = STAGED.find(isMissing);
    if (ending === undefined) return natural(random, side);
    staged.push({ ending, game: id });
    return scriptFor(ending, side(), random.below);
  };

  return (game) => {
    const script = scripts.get(game.id) ?? decide(game);
    scripts.set(game.id, script);
    return script;
  };
}

/** Played out, with a berserk or a draw offer that is declined now and then. */
const natural = (random: SeededRandom, side: () => Side): Script => ({
  ...(random.unit() < BERSERK_SHARE && { berserk: side() }),
  ...(random.unit() < TEASE_SHARE && {
    offer: { ply: 2 + random.below(TEASE_PLIES_MAX), agrees: false },
  }),
});
