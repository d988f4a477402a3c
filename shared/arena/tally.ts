import type { PlayerId } from '../core/ids.ts';
import type { LogEntry } from './log.ts';
import { type Mean, rollingPerformanceOf } from './performance.ts';
import type { TieBreak } from './policy.ts';
import { buildSheet, countedGames, type ScoringRules, type Sheet } from './sheet.ts';
import { type Encounter, finalPoints, type TieBreakValues, tieBreaksOf } from './tie-breaks.ts';

/** What the table needs to know of a player. */
export interface Entrant {
  readonly player: PlayerId;
  /** Displayed rating when he joined: the table must not depend on later ones. */
  readonly joinedRating: number;
  readonly joinedAtMs: number;
  readonly removed: boolean;
  readonly log: readonly LogEntry[];
}

/** All that is computed of one player's games. */
export interface Tally<E extends Entrant = Entrant> {
  readonly entrant: E;
  readonly player: PlayerId;
  readonly sheet: Sheet;
  /** Counted games. */
  readonly games: number;
  readonly performance: Mean;
  /** null: not asked for, or no game. */
  readonly rolling: number | null;
  /** null: not asked for; they cost a look at every opponent. */
  readonly tieBreaks: TieBreakValues | null;
  /** null: nobody was equal to him when direct encounter was asked. */
  readonly encounter: Encounter | null;
}

const OF_OPPONENTS: readonly TieBreak[] = [
  'buchholzCut1',
  'buchholz',
  'sonnebornBerger',
  'wins',
  'winsAsSecond',
  'aroc1',
];

/** The tallies of these entrants, in their order; `all`: also what the policy does not rank by. */
export function tally<E extends Entrant>(
  arena: ScoringRules,
  entrants: readonly E[],
  all: boolean,
): Tally<E>[] {
  const { tieBreaks } = arena.policy;
  const sheets = entrants.map((entrant) => ({
    entrant,
    player: entrant.player,
    sheet: buildSheet(arena, entrant.log),
  }));
  const needsOpponents = all || tieBreaks.some((key) => OF_OPPONENTS.includes(key));
  const points = needsOpponents ? finalPoints(sheets) : null;
  const needsRolling = all || tieBreaks.includes('performanceRolling');
  return sheets.map(({ entrant, player, sheet }) => {
    const { games, performance } = sheet.totals;
    return {
      entrant,
      player,
      sheet,
      games,
      performance: { sum: performance, count: games },
      rolling: needsRolling ? rollingPerformanceOf(countedGames(sheet)) : null,
      tieBreaks: points === null ? null : tieBreaksOf(countedGames(sheet), points),
      encounter: null,
    };
  });
}
