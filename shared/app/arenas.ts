import { type Arena, RULES_VERSION, shardsFor } from '../arena/arena.ts';
import { PRESETS } from '../arena/policy.ts';
import { type ArenaId, ID_BYTES, idFromBytes } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { pointsOf, type StandingView } from '../protocol/arena-view.ts';
import type { NewArena } from '../protocol/http.ts';
import { lookAtArena } from './look-at-arena.ts';
import type { Clocked, FinalHead, Ports } from './ports.ts';

type ArenaPorts = Pick<Ports, 'store' | 'tables' | 'schedules' | 'random' | 'now'> & Clocked;

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
    owner,
    kind: wanted.game,
    limitMs: wanted.clock.limitMs,
    incrementMs: wanted.clock.incrementMs,
    policy: PRESETS[wanted.preset],
    rulesVersion: RULES_VERSION,
    createdAtMs,
    startsAtMs: wanted.startsAtMs,
    endsAtMs: wanted.startsAtMs + wanted.durationMs,
    state: 'created',
    playersMax: wanted.playersMax,
    shards: shardsFor(wanted.playersMax),
    finalVersion: 0,
    settled: false,
  };
}

/** A page of a table, running or frozen. `version` 0: nothing has been published yet. */
export interface TableView {
  readonly arena: ArenaId;
  readonly state: Arena['state'];
  readonly final: boolean;
  readonly version: number;
  readonly players: number;
  readonly page: number;
  readonly winners: readonly string[];
  readonly standings: readonly StandingView[];
}

/** One page of the arena's table, counted from 0; the frozen ranking once there is one. */
export async function showTable(
  ports: Pick<Ports, 'store' | 'tables'>,
  arena: Arena,
  page: number,
): Promise<TableView> {
  const base = { arena: arena.id, state: arena.state, page };
  const head =
    arena.finalVersion === 0 ? null : await ports.tables.finalHead(arena.id, arena.finalVersion);
  if (head !== null) {
    const { version, players, winners } = head;
    const standings = await finalPage(ports, arena, head, page);
    return { ...base, final: true, version, players, winners, standings };
  }
  const found = await ports.tables.page(arena.id, page);
  const { version, players, lines } = found ?? { version: 0, players: 0, lines: [] };
  return { ...base, final: false, version, players, winners: [], standings: lines };
}

/** Frozen rankings hold ids; names are those of today. */
async function finalPage(
  { store, tables }: Pick<Ports, 'store' | 'tables'>,
  arena: Arena,
  head: FinalHead,
  page: number,
): Promise<readonly StandingView[]> {
  const lines = (await tables.finalPage(arena.id, head, page)) ?? [];
  const profiles = await store.profiles(lines.map((line) => line.player));
  const names = new Map(profiles.map((profile) => [profile.player, profile.name]));
  return lines.map((line) => ({
    rank: line.rank,
    player: line.player,
    name: names.get(line.player) ?? line.player,
    rating: null,
    points: pointsOf(line.points),
    sheet: line.sheet.map(pointsOf),
    reasons: line.reasons,
    games: line.performance.count,
    onFire: false,
    performance: line.performance.count === 0 ? null : line.performance,
    activity: null,
  }));
}
