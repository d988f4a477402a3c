import { type Arena, RULES_VERSION, shardsFor } from '../arena/arena.ts';
import { EVERYBODY } from '../arena/entry-rules.ts';
import { type ArenaId, ID_BYTES, idFromBytes } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { NewArena } from '../protocol/http.ts';
import { policyOf } from '../protocol/policy.ts';
import { lookAtArena } from './look-at-arena.ts';
import type { Clocked, Ports } from './ports.ts';

type ArenaPorts = Pick<Ports, 'store' | 'schedules' | 'random' | 'now'> & Clocked;

/** Creates an arena and what will start and end it. Refusal: invalid (`startsAtMs` in the past). */
export async function createArena(
  ports: ArenaPorts,
  owner: string,
  wanted: NewArena,
): Promise<Result<Arena, Refusal>> {
  const nowMs = ports.now();
  if (wanted.startsAtMs < nowMs) {
    return err(refuse('invalid', { field: 'startsAtMs', expected: 'an instant in the future' }));
  }
  const arena = newArena(ports, owner, wanted, nowMs);
  const commit = await ports.store.commit([{ op: 'create', entity: arena }]);
  // The id is new: a create that fails on its condition is the SDK's own repeat of it.
  if (commit.kind === 'busy') throw new Error(`arena ${arena.id} could not be created`);
  await ports.schedules.plan(arena, nowMs);
  // Schedules are a minute precise; what is near is also looked at to the second.
  await lookAtArena(ports, arena.id, arena.startsAtMs);
  await lookAtArena(ports, arena.id, arena.endsAtMs);
  return ok(arena);
}

function newArena(
  { random }: Pick<Ports, 'random'>,
  owner: string,
  wanted: NewArena,
  createdAtMs: number,
): Arena {
  return {
    type: 'arena',
    id: idFromBytes<ArenaId>(random.bytes(ID_BYTES)),
    version: 0,
    name: wanted.name,
    description: '',
    announcement: '',
    owner,
    organisers: [],
    series: null,
    kind: wanted.game,
    limitMs: wanted.clock.limitMs,
    incrementMs: wanted.clock.incrementMs,
    policy: policyOf(wanted.preset, wanted.policy),
    rated: wanted.rated,
    rulesVersion: RULES_VERSION,
    createdAtMs,
    startsAtMs: wanted.startsAtMs,
    endsAtMs: wanted.startsAtMs + wanted.durationMs,
    state: 'created',
    playersMax: wanted.playersMax,
    entry: EVERYBODY,
    entriesClosed: false,
    shards: shardsFor(wanted.playersMax),
    sealed: false,
    finalVersion: 0,
    publishedVersion: 0,
    cancellation: null,
    settled: false,
  };
}
