import type { Surroundings } from '../command.ts';
import { type Answer, problemIn } from './answer.ts';

/** One request, with all that is sent. */
export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Doing it twice is as good as once. */
  readonly repeatable: boolean;
}

/** What became of a request; `unreachable`: it has never arrived. */
type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'lost'; readonly why: string }
  | { readonly kind: 'unreachable'; readonly why: string };

/** Waits before the second, third and fourth attempt, where the server does not name one. */
const WAITS_MS = [500, 1_000, 2_000] as const;
/** Whoever is to wait longer is told so instead. */
const WAIT_MS_MAX = 30_000;
/** Longer than a gateway waits for its function. */
const ANSWER_WITHIN_MS = 40_000;
const SECOND_MS = 1_000;
const TOO_MANY = 429;
const UNAVAILABLE = 503;
const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * Sends a request up to four times: again where the answer was lost and doing it twice does no
 * harm, and where the server says that it could not do it now.
 */
export async function send(sent: Sent, sleep: Surroundings['sleep']): Promise<Outcome> {
  let wasLost = false;
  for (let repeats = 0; ; repeats++) {
    const last = await attempt(sent);
    // Where an earlier attempt was lost, nobody knows what it did, though this one did nothing.
    const outcome: Outcome = last.kind === 'unreachable' && wasLost ? lost(last.why) : last;
    wasLost ||= outcome.kind === 'lost';
    const waitMs = waitAfter(outcome, sent, repeats);
    if (waitMs === null) return outcome;
    await sleep(waitMs);
  }
}

const lost = (why: string): Outcome => ({ kind: 'lost', why });

async function attempt({ url, method, headers, body }: Sent): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
      ...(body !== undefined && { body }),
    });
    const { status, headers: told } = response;
    return { kind: 'answer', answer: { status, headers: told, text: await response.text() } };
  } catch (error) {
    return lostBy(error as Error);
  }
}

/** What has no code is no failure of the network: such a request was never sent. */
function lostBy(error: Error): Outcome {
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const isLost = code === '' ? error.name === 'TimeoutError' : !UNREACHABLE.includes(code);
  return { kind: isLost ? 'lost' : 'unreachable', why: cause.message || code || error.message };
}

/** How long to wait for the next attempt; null: there is none. */
function waitAfter(outcome: Outcome, { repeatable }: Sent, repeats: number): number | null {
  const usualMs = WAITS_MS[repeats];
  if (usualMs === undefined || outcome.kind === 'unreachable') return null;
  if (outcome.kind === 'lost') return repeatable ? usualMs : null;
  const { status, text, headers } = outcome.answer;
  const code = problemIn(text)?.code;
  // A gateway that has given up waiting says 503, too, and the request may have been done.
  const isNotDone = status === TOO_MANY || code === 'busy' || code === 'keyInUse';
  if (!isNotDone && !(status === UNAVAILABLE && repeatable)) return null;
  const seconds = headers.get('retry-after');
  // As many as one may have: that does not change by waiting.
  if (seconds === null) return code === 'tooMany' ? null : usualMs;
  const waitMs = Number(seconds) * SECOND_MS;
  if (!(waitMs >= 0 && waitMs <= WAIT_MS_MAX)) return null;
  // Told is when the other attempt is dead at the latest; most are done long before.
  return code === 'keyInUse' && repeats + 1 < WAITS_MS.length ? Math.min(waitMs, usualMs) : waitMs;
}
