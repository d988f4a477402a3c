import { type Place, rankEntrants } from './ranking.ts';
import { isPresent, type Row } from './row.ts';
import type { ScoringRules } from './sheet.ts';

/** Rows on one page of standings. */
export const PAGE_ROWS = 100;

export const ACTIVITIES = ['playing', 'ready', 'paused', 'absent'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** One line of the table of a running arena. */
export type Standing = Place<Row> & { readonly activity: Activity };

/** The table of these rows, with what each player does at this moment. */
export const rankRows = (arena: ScoringRules, rows: readonly Row[], nowMs: number): Standing[] =>
  rankEntrants(arena, rows).map((place) => ({
    ...place,
    activity: activityOf(place.entrant, nowMs),
  }));

/** What a player does at this moment. */
export function activityOf(row: Row, nowMs: number): Activity {
  if (row.state === 'play') return 'playing';
  if (row.paused) return 'paused';
  return isPresent(row, nowMs) ? 'ready' : 'absent';
}
