import { type Rate, take } from '../../shared/core/rate.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';

/** Messages of one connection that could not be read. */
export const NOISE: Rate = { burst: 20, everyMs: 1_000 };
/** An instance sees many connections; the one it has not heard for longest is forgotten. */
const CONNECTIONS_MAX = 1_000;

/**
 * What a message is answered with that could not be read: why, or `slowDown` where a connection has
 * sent too many. Kept in memory: nothing is written for noise, and each instance counts its own.
 */
export function noiseFilter(): (connection: string, nowMs: number, why: Refusal) => Refusal {
  const buckets = new Map<string, number>();
  return (connection, nowMs, why) => {
    const taken = take(buckets.get(connection) ?? 0, nowMs, NOISE);
    if (taken.kind === 'empty') return refuse('slowDown', { retryInMs: taken.retryInMs });
    buckets.delete(connection);
    buckets.set(connection, taken.paidOffAtMs);
    const [oldest] = buckets.keys();
    if (buckets.size > CONNECTIONS_MAX && oldest !== undefined) buckets.delete(oldest);
    return why;
  };
}
