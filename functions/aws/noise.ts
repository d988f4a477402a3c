import { type Rate, take } from '../../shared/core/rate.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { remember } from './remember.ts';

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
    remember(buckets, connection, taken.paidOffAtMs, CONNECTIONS_MAX);
    return why;
  };
}
