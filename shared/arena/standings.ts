import { isPresent, type Row } from './row.ts';

/** Rows on one page of standings. */
export const PAGE_ROWS = 100;

export const ACTIVITIES = ['playing', 'ready', 'paused', 'absent'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** What a player does at this moment. */
export function activityOf(row: Row, nowMs: number): Activity {
  if (row.state === 'play') return 'playing';
  if (row.paused) return 'paused';
  return isPresent(row, nowMs) ? 'ready' : 'absent';
}
