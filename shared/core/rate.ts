/** So many at once, and then one every so often. */
export interface Rate {
  readonly burst: number;
  readonly everyMs: number;
}

/**
 * A bucket as one instant (epoch ms): when all that was taken is paid off. It is the theoretical
 * arrival time of the generic cell rate algorithm (ITU-T I.371), so a bucket is one number.
 */
export type PaidOffAtMs = number;

/** The bucket after one more, or how long the next one has to wait (ms). */
export type Taken =
  | { readonly kind: 'taken'; readonly paidOffAtMs: PaidOffAtMs }
  | { readonly kind: 'empty'; readonly retryInMs: number };

export function take(paidOffAtMs: PaidOffAtMs, nowMs: number, { burst, everyMs }: Rate): Taken {
  const nextMs = Math.max(paidOffAtMs, nowMs) + everyMs;
  const overMs = nextMs - nowMs - burst * everyMs;
  return overMs > 0 ? { kind: 'empty', retryInMs: overMs } : { kind: 'taken', paidOffAtMs: nextMs };
}
