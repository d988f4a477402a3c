import { sha256 } from '../core/hash.ts';
import { type ArenaId, ID_BYTES, idFromBytes, type SeriesId } from '../core/ids.ts';
import { startsBetween } from './recurrence.ts';
import { changeSeries, type Series } from './series.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long before its start an arena of a series is created. */
export const AHEAD_MS = { min: HOUR_MS, usual: 7 * DAY_MS, max: 60 * DAY_MS } as const;
/** Every series is looked at once a day at least: so long a mistake of ours can last. */
const LOOK_AGAIN_MS = DAY_MS;

/** Whether the planner has something to do here. */
export const isDue = ({ state, planAtMs }: Series, nowMs: number): boolean =>
  state === 'active' && planAtMs <= nowMs;

/** The next start whose arena has to be created now (epoch ms), or null. What is missed is so. */
export const dueStart = (series: Series, nowMs: number): number | null =>
  startsBetween(series, openAfterMs(series, nowMs), nowMs + series.aheadMs)[0] ?? null;

/** The series after it was looked at, with this start planned (null: none was due). */
export function planned(series: Series, startsAtMs: number | null, nowMs: number): Series {
  const after = { ...series, plannedUntilMs: startsAtMs ?? series.plannedUntilMs };
  const horizonMs = nowMs + series.aheadMs + LOOK_AGAIN_MS;
  const [next = horizonMs] = startsBetween(after, openAfterMs(after, nowMs), horizonMs);
  const { plannedUntilMs } = after;
  return changeSeries(series, { plannedUntilMs, planAtMs: next - series.aheadMs });
}

/** Starts after this instant (epoch ms) have no arena yet, and may get one. */
export const openAfterMs = ({ plannedUntilMs }: Series, nowMs: number): number =>
  Math.max(plannedUntilMs, nowMs);

/** The arena of this start: whoever plans it, and however often, means the same one. */
export async function editionId(series: SeriesId, startsAtMs: number): Promise<ArenaId> {
  const hash = await sha256(`edition ${series} ${startsAtMs}`);
  return idFromBytes<ArenaId>(hash.subarray(0, ID_BYTES));
}
