import type { Erasure } from '../records.ts';

/**
 * Whoever read a name before its source was written anew has written what he made of it after so
 * long, and so has whoever read that: functions run a minute at most, clocks differ a little.
 */
export const COPIED_WITHIN_MS = 125_000;

/** A look takes a moment, too. */
const LOOK_MS = 1_000;

/** How long it takes until nothing is left of a player, if nothing goes wrong. */
export function erasedInMs({ stage, dueAtMs }: Erasure, nowMs: number): number {
  const restMs = stage === 'sources' ? COPIED_WITHIN_MS : 0;
  return Math.max(0, dueAtMs - nowMs) + restMs + LOOK_MS;
}
