import type { PlayerId } from '../core/ids.ts';
import type { Arena } from './arena.ts';
import { comparePerformance, type Performance, performanceOf } from './performance.ts';
import { isPresent, type Row } from './row.ts';
import { buildSheet, type Sheet } from './sheet.ts';

/** Rows on one page of standings. */
export const PAGE_ROWS = 100;

export type Activity = 'playing' | 'ready' | 'paused' | 'absent';

/** One line of the table. Points are half points. */
export interface Standing {
  readonly rank: number;
  readonly player: PlayerId;
  readonly name: string;
  readonly rating: number;
  readonly sheet: Sheet;
  readonly performance: Performance;
  readonly activity: Activity;
}

interface Ranked extends Omit<Standing, 'rank'> {
  readonly joinedAtMs: number;
}

/**
 * The table of the rows: points, then performance; players without a game come after all who
 * played, by rating. Equal players share a rank (1, 2, 2, 4); within it join time and id order the
 * lines and decide nothing. Removed players are ranked and then taken out, so others close up.
 */
export function rankRows(arena: Arena, rows: readonly Row[], nowMs: number): Standing[] {
  const ranked = rows
    .filter((row) => !row.removed)
    .map((row) => lineOf(arena, row, nowMs))
    .sort(compareLines);
  let rank = 1;
  return ranked.map(({ joinedAtMs: _, ...line }, index) => {
    const above = ranked[index - 1];
    if (above !== undefined && compareMerit(above, line) !== 0) rank = index + 1;
    return { rank, ...line };
  });
}

/** All players of rank 1; nobody has won an arena without a game. */
export const winnersOf = (standings: readonly Standing[]): readonly PlayerId[] =>
  standings
    .filter((line) => line.rank === 1 && line.performance.count > 0)
    .map((line) => line.player);

function lineOf(arena: Arena, row: Row, nowMs: number): Ranked {
  const sheet = buildSheet(arena, row.log);
  return {
    player: row.player,
    name: row.name,
    rating: row.rating,
    sheet,
    performance: performanceOf(sheet),
    activity: activityOf(row, nowMs),
    joinedAtMs: row.joinedAtMs,
  };
}

type Merit = Pick<Standing, 'sheet' | 'performance' | 'rating'>;

/** Negative when `a` ranks above `b`; zero when they share a rank. */
function compareMerit(a: Merit, b: Merit): number {
  const played = (b.performance.count > 0 ? 1 : 0) - (a.performance.count > 0 ? 1 : 0);
  if (played !== 0) return played;
  if (a.performance.count === 0) return b.rating - a.rating;
  return b.sheet.points - a.sheet.points || comparePerformance(b.performance, a.performance);
}

const compareLines = (a: Ranked, b: Ranked): number =>
  compareMerit(a, b) || a.joinedAtMs - b.joinedAtMs || (a.player < b.player ? -1 : 1);

function activityOf(row: Row, nowMs: number): Activity {
  if (row.state === 'play') return 'playing';
  if (row.paused) return 'paused';
  return isPresent(row, nowMs) ? 'ready' : 'absent';
}
