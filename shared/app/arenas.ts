import { type Arena, RULES_VERSION, shardsFor } from '../arena/arena.ts';
import type { EntryRules } from '../arena/entry-rules.ts';
import { type ArenaId, ID_BYTES, idFromBytes } from '../core/ids.ts';
import type { Random } from '../core/random.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { EntryBody, NewArena } from '../protocol/http.ts';
import { policyOf } from '../protocol/policy.ts';
import { hashPassword } from './password.ts';
import type { Clocked, Ports } from './ports.ts';
import { scheduleArena } from './schedule-arena.ts';
import { auditOf, type Deed } from './steer-arena.ts';

type ArenaPorts = Pick<Ports, 'store' | 'schedules' | 'random' | 'now'> & Clocked;

/** Arenas of one organiser that are not over yet: more than any season has, and a bound. */
export const UPCOMING_ARENAS_MAX = 100;

/** What an arena is made of; everything else follows. */
export type ArenaParts = Pick<
  Arena,
  | 'name'
  | 'description'
  | 'announcement'
  | 'owner'
  | 'organisers'
  | 'series'
  | 'kind'
  | 'limitMs'
  | 'incrementMs'
  | 'policy'
  | 'rated'
  | 'startsAtMs'
  | 'endsAtMs'
  | 'playersMax'
  | 'entry'
>;

/**
 * Creates an arena and what will start and end it.
 * Refusals: invalid (`startsAtMs` in the past), limitReached.
 */
export async function createArena(
  ports: ArenaPorts,
  owner: string,
  wanted: NewArena,
): Promise<Result<Arena, Refusal>> {
  const parts: ArenaParts = {
    name: wanted.name,
    description: wanted.description,
    announcement: wanted.announcement,
    owner,
    organisers: [],
    series: null,
    kind: wanted.game,
    limitMs: wanted.clock.limitMs,
    incrementMs: wanted.clock.incrementMs,
    policy: policyOf(wanted.preset, wanted.policy),
    rated: wanted.rated,
    startsAtMs: wanted.startsAtMs,
    endsAtMs: wanted.startsAtMs + wanted.durationMs,
    playersMax: wanted.playersMax,
    entry: await entryOf(ports.random, wanted.entry),
  };
  return storeArena(ports, parts, { actor: owner, action: 'create' });
}

/** The same arena at another time, by whoever asks. Refusals as of `createArena`. */
export async function copyArena(
  ports: ArenaPorts,
  owner: string,
  source: Arena,
  wanted: { readonly startsAtMs: number; readonly name?: string | undefined },
): Promise<Result<Arena, Refusal>> {
  const { startsAtMs, name = source.name } = wanted;
  const endsAtMs = startsAtMs + source.endsAtMs - source.startsAtMs;
  const own = { owner, organisers: [], series: null, announcement: '' };
  const parts: ArenaParts = { ...source, ...own, name, startsAtMs, endsAtMs };
  return storeArena(ports, parts, { actor: owner, action: 'copy', details: { of: source.id } });
}

/** An id that was made before names what an earlier attempt at the same request has stored. */
async function storeArena(
  ports: ArenaPorts,
  parts: ArenaParts,
  deed: Deed,
): Promise<Result<Arena, Refusal>> {
  const { store, random } = ports;
  const nowMs = ports.now();
  const id = idFromBytes<ArenaId>(random.bytes(ID_BYTES));
  const stored = await store.arena(id, 'consistent');
  if (stored === null && parts.startsAtMs < nowMs) {
    return err(refuse('invalid', { field: 'startsAtMs', expected: 'an instant in the future' }));
  }
  if (stored === null && (await hasTooMany(ports, parts.owner))) {
    const expected = `at most ${UPCOMING_ARENAS_MAX} arenas to come`;
    return err(refuse('limitReached', { expected }));
  }
  const arena = stored ?? arenaFrom(id, parts, nowMs);
  if (stored === null) {
    const commit = await store.commit([
      { op: 'create', entity: arena },
      { op: 'create', entity: auditOf(ports, id, deed) },
    ]);
    if (commit.kind === 'busy') throw new Error(`arena ${id} could not be created`);
  }
  await scheduleArena(ports, arena);
  return ok(arena);
}

/** Editions of series do not count: they are as many as their recurrences make. */
async function hasTooMany({ store, now }: ArenaPorts, owner: string): Promise<boolean> {
  let count = 0;
  let after: Arena | null = null;
  while (count < UPCOMING_ARENAS_MAX) {
    const page: Arena[] = await store.arenasOf(owner, after, UPCOMING_ARENAS_MAX);
    const toCome = page.filter(({ endsAtMs }) => endsAtMs > now());
    count += toCome.filter(({ series, state }) => series === null && state !== 'cancelled').length;
    after = toCome.at(-1) ?? null;
    // By start, the latest first: behind one that is over there is hardly one that is not.
    if (after === null || toCome.length < UPCOMING_ARENAS_MAX) return count >= UPCOMING_ARENAS_MAX;
  }
  return true;
}

/** The entry rules of a body, with the password as it is kept. */
export async function entryOf(
  random: Random,
  { password, ...entry }: EntryBody,
): Promise<EntryRules> {
  const hash = password === undefined ? null : await hashPassword(random, password);
  return { ...entry, password: hash };
}

/** A new arena of these parts. */
export function arenaFrom(id: ArenaId, parts: ArenaParts, createdAtMs: number): Arena {
  return {
    type: 'arena',
    id,
    version: 0,
    name: parts.name,
    description: parts.description,
    announcement: parts.announcement,
    owner: parts.owner,
    organisers: parts.organisers,
    series: parts.series,
    kind: parts.kind,
    limitMs: parts.limitMs,
    incrementMs: parts.incrementMs,
    policy: parts.policy,
    rated: parts.rated,
    rulesVersion: RULES_VERSION,
    createdAtMs,
    startsAtMs: parts.startsAtMs,
    endsAtMs: parts.endsAtMs,
    state: 'created',
    playersMax: parts.playersMax,
    entry: parts.entry,
    entriesClosed: false,
    gameChanged: false,
    shards: shardsFor(parts.playersMax),
    sealed: false,
    finalVersion: 0,
    publishedVersion: 0,
    cancellation: null,
    settled: false,
  };
}
