import type { HookAnswer } from '../ports.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after each attempt that failed the next one comes; after the last of them, none. */
export const RETRY_WAITS_MS = {
  glitch: 5 * SECOND_MS,
  restart: 30 * SECOND_MS,
  deployment: 2 * MINUTE_MS,
  outage: 15 * MINUTE_MS,
  repair: HOUR_MS,
  evening: 4 * HOUR_MS,
  night: 12 * HOUR_MS,
  day: 24 * HOUR_MS,
} as const;
const WAITS_MS = Object.values(RETRY_WAITS_MS);
/** The first attempt and one after each wait. */
export const TRIES_MAX = WAITS_MS.length + 1;

/** A receiver may ask for more time, but not for all of it. */
const RETRY_AFTER_MS_MAX = HOUR_MS;

const GONE = 410;
/** Too many requests, and not available: they may say when to come back (RFC 9110, 10.2.3). */
const COME_BACK: readonly number[] = [429, 503];

export type Verdict =
  | { readonly state: 'delivered' | 'failed' }
  | { readonly state: 'pending'; readonly waitMs: number };

/** What follows from the answer to the try with this number, the first being 1. */
export function verdictOf(answer: HookAnswer, tries: number, nowMs: number): Verdict {
  const { status } = answer;
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered' };
  const usualMs = WAITS_MS[tries - 1];
  if (status === GONE || usualMs === undefined) return { state: 'failed' };
  const asked = COME_BACK.includes(status ?? 0) && 'retryAfter' in answer;
  const askedMs = asked ? retryAfterMs(answer.retryAfter, nowMs) : 0;
  return { state: 'pending', waitMs: Math.max(usualMs, Math.min(askedMs, RETRY_AFTER_MS_MAX)) };
}

/** Seconds, or a date; 0 where it is neither. */
function retryAfterMs(text: string | null, nowMs: number): number {
  if (text === null) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? 0 : atMs - nowMs;
}
