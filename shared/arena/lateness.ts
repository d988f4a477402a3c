import type { Arena } from './arena.ts';
import type { Row } from './row.ts';

/**
 * When the ranking of an arena could be frozen (epoch ms): at its end, and where late games count
 * when the last of them is over; null while one of those still runs.
 */
export function freezeDueAtMs(
  { endsAtMs, policy }: Pick<Arena, 'endsAtMs' | 'policy'>,
  rows: readonly Row[],
): number | null {
  if (policy.lateGames !== 'counted') return endsAtMs;
  if (rows.some(({ state }) => state === 'play')) return null;
  // A log has its games in the order in which they were scored.
  return Math.max(endsAtMs, ...rows.map(({ log }) => log.at(-1)?.endedAtMs ?? 0));
}
