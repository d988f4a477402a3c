import { closeRanks, type FinalLine, finalLine } from '../../../shared/arena/final.ts';
import { type Place, rankEntrants } from '../../../shared/arena/ranking.ts';
import { type Tally, tally } from '../../../shared/arena/tally.ts';
import type { PlayerId } from '../../../shared/core/ids.ts';
import { certainPlayers } from './certain.ts';
import type { ExportFile, Game } from './export-file.ts';
import { asPlayer, entrantsOf, isVague } from './logs.ts';

/** All that the games of a file say. */
export interface Recomputed {
  /** Everybody's values at both extremes of what is absent, mostly the same. */
  readonly tallies: ReadonlyMap<string, { readonly least: Tally; readonly most: Tally }>;
  /** Of the least, without removed players; as they are hashed. */
  readonly lines: readonly FinalLine[];
  /** Those whose rank does not depend on what is absent. */
  readonly certain: ReadonlySet<PlayerId>;
  readonly vague: Vague;
}

/** Which inputs are absent, as the reason why something cannot be compared; null: none. */
type Vague = string | null;

/** The games are given in start order. */
export function recomputeTable(file: ExportFile, games: readonly Game[]): Recomputed {
  const { policy } = file.arena;
  const vague = vagueInputs(games);
  const entrants = entrantsOf(file, games, 'least');
  const least = tally(file.arena, entrants, true);
  const most = vague === null ? least : tally(file.arena, entrantsOf(file, games, 'most'), true);
  const tallies = new Map(
    least.map((one, index) => [one.player as string, { least: one, most: most[index] ?? one }]),
  );
  const lines = rankEntrants(file.arena, entrants).map((place: Place) => finalLine(place));
  return { tallies, lines, certain: certainPlayers(policy, least, most), vague };
}

function vagueInputs(games: readonly Game[]): Vague {
  const vague = games.filter(isVague);
  const berserk = vague.some((game) => game.berserk === undefined);
  const ending = vague.some((game) => game.ending === 'unknown' && game.plies < 2);
  if (berserk && ending) return 'berserk is absent and an ending is unknown';
  return berserk ? 'berserk is absent' : ending ? 'an ending is unknown' : null;
}

/** The table without these disqualified players. */
export const linesWithout = (
  { lines }: Recomputed,
  disqualified: readonly string[],
): readonly FinalLine[] => closeRanks(lines, new Set(disqualified.map(asPlayer)));

/** Players who are out of the version that the standing lines show. */
export const disqualifiedNow = ({ players }: ExportFile): readonly string[] =>
  [...players.values()].filter((player) => player.disqualified).map(({ id }) => id);
