import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { ATTEMPTS_MAX, commitAgain } from './change.ts';
import type { Entity } from './entities.ts';
import type { Ports } from './ports.ts';
import type { Quota } from './records.ts';

const HOUR_MS = 3_600_000;

/** What somebody may do so often in an hour of the clock. */
export interface Allowance {
  /** Of whom and what, for this hour: see `hourOf`. */
  readonly key: string;
  /** At least 1. */
  readonly max: number;
  /** In words, for whoever has had that many. */
  readonly expected: string;
}

/** The number of the hour of the clock that an instant is in. */
export const hourOf = (nowMs: number): number => Math.floor(nowMs / HOUR_MS);

/**
 * Stores what must not be there yet and counts it, both or neither, so that of two who come for the
 * last time of an hour one gets it. The count is forgotten after the hour. Refusals: tooMany (with
 * the time until the hour is over), busy.
 */
export async function createCounted(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  { key, max, expected }: Allowance,
  ...entities: readonly Entity[]
): Promise<Result<null, Refusal>> {
  const nowMs = now();
  const expiresAtMs = (hourOf(nowMs) + 1) * HOUR_MS;
  const counter: Quota = { type: 'quota', key, version: 0, expiresAtMs };
  const creates = entities.map((entity) => ({ op: 'create', entity }) as const);
  const commit = await commitAgain(store, [{ op: 'take', counter, max }, ...creates], ATTEMPTS_MAX);
  if (commit.kind === 'stored') return ok(null);
  if (commit.kind === 'busy') return err(refuse('busy'));
  // Keys are fresh: it is this very thing, of a try whose answer was lost, and which was counted.
  if (commit.failed.some(({ index }) => index > 0)) return ok(null);
  return err(refuse('tooMany', { expected, retryInMs: expiresAtMs - nowMs }));
}
