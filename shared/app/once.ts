import { present } from '../core/assert.ts';
import { hexOf, sha256, sha256Hex } from '../core/hash.ts';
import type { Random } from '../core/random.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { ATTEMPTS_MAX } from './change.ts';
import type { Ports } from './ports.ts';
import type { OnceRecord, StoredAnswer } from './records.ts';

/** An answer is given again for so long; a client that repeats later has given up before. */
export const ANSWER_KEPT_MS = 24 * 3_600_000;
/** Longer than the function may run: an attempt that has not come to its end by then never will. */
export const LOCK_MS = 15_000;
const SEED_BYTES = 24;

type OncePorts = Pick<Ports, 'store' | 'random' | 'now'>;

export interface OnceRequest {
  /** Who asks for what, with the key he has chosen: keys of others are others. */
  readonly actor: string;
  readonly operation: string;
  readonly key: string;
  /** All that the request says. */
  readonly content: string;
}

/** What every attempt at a request with a key has in common. */
export interface FirstAttempt {
  readonly random: Random;
  /** When it was made (epoch ms). */
  readonly askedAtMs: number;
}

/**
 * Runs a request at most once to its end, and answers every repeat like the first. Ids are made of
 * what is handed in: whoever repeats an attempt that was lost on its way makes the same ones, and
 * finds what that one has stored. What is refused has stored nothing, so its key is
 * free again. Refusals beside those of `run`: keyReused (another request), keyInUse (under way).
 */
export async function once(
  ports: OncePorts,
  request: OnceRequest,
  run: (first: FirstAttempt) => Promise<StoredAnswer>,
): Promise<Result<StoredAnswer, Refusal>> {
  const claimed = await claim(ports, request);
  if (!claimed.ok) return claimed;
  const { record } = claimed.value;
  if (record.answer !== null) return ok(record.answer);
  try {
    const { seed, askedAtMs } = record;
    const answer = await run({ random: await randomOf(seed), askedAtMs });
    await (answer.status < 300 ? keep(ports, record, answer) : release(ports, record));
    return ok(answer);
  } catch (cause) {
    // Whatever it has stored stays; the next attempt finds it by the same seed.
    await ports.store.commit([
      { op: 'update', before: record, after: next(record, { lockedUntilMs: 0 }) },
    ]);
    throw cause;
  }
}

/** The record of this key: ours to work on, or with its answer. */
async function claim(
  { store, random, now }: OncePorts,
  { actor, operation, key, content }: OnceRequest,
): Promise<Result<{ readonly record: OnceRecord }, Refusal>> {
  const nowMs = now();
  const keyHash = await sha256Hex(JSON.stringify([actor, operation, key]));
  const fresh: OnceRecord = {
    type: 'once',
    keyHash,
    version: 0,
    fingerprint: await sha256Hex(content),
    seed: hexOf(random.bytes(SEED_BYTES)),
    askedAtMs: nowMs,
    lockedUntilMs: nowMs + LOCK_MS,
    answer: null,
    expiresAtMs: nowMs + ANSWER_KEPT_MS,
  };
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const found = await store.once(keyHash);
    // Our own write, which the SDK has sent twice.
    if (found?.seed === fresh.seed) return ok({ record: found });
    if (found === null) {
      const commit = await store.commit([{ op: 'create', entity: fresh }]);
      if (commit.kind === 'stored') return ok({ record: fresh });
      continue;
    }
    const isOld = nowMs >= found.expiresAtMs;
    if (!isOld && found.fingerprint !== fresh.fingerprint) return err(refuse('keyReused', NAMED));
    if (!isOld && found.answer !== null) return ok({ record: found });
    if (!isOld && nowMs < found.lockedUntilMs) {
      const retryInMs = found.lockedUntilMs - nowMs;
      return err(refuse('keyInUse', { ...NAMED, retryInMs }));
    }
    const { lockedUntilMs, expiresAtMs } = fresh;
    const after = isOld
      ? { ...fresh, version: found.version + 1 }
      : next(found, { lockedUntilMs, expiresAtMs });
    const commit = await store.commit([{ op: 'update', before: found, after }]);
    if (commit.kind === 'stored') return ok({ record: after });
  }
  return err(refuse('busy'));
}

const NAMED = { field: 'idempotency-key' };

const next = (record: OnceRecord, change: Partial<OnceRecord>): OnceRecord => ({
  ...record,
  ...change,
  version: record.version + 1,
});

/** Where it fails somebody has taken over, who gives the same answer. */
async function keep({ store }: OncePorts, record: OnceRecord, answer: StoredAnswer) {
  await store.commit([{ op: 'update', before: record, after: next(record, { answer }) }]);
}

async function release({ store }: OncePorts, record: OnceRecord) {
  await store.commit([{ op: 'delete', entity: record }]);
}

/** So many bytes of 32 are more than any request makes ids of. */
const BLOCKS = 8;

/** Bytes that follow from the seed: SHA-256 of it with a counter. */
async function randomOf(seed: string): Promise<Random> {
  const blocks = await Promise.all(
    Array.from({ length: BLOCKS }, (_, block) => sha256(`${seed} ${block}`)),
  );
  const bytes = blocks.flatMap((block) => [...block]);
  return {
    bytes: (length) =>
      Uint8Array.from({ length }, () => present(bytes.shift(), 'byte of a request with a key')),
  };
}
