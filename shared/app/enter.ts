import { type Arena, shardOf } from '../arena/arena.ts';
import { changeRow, type Row } from '../arena/row.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { displayed, newRating, type Rating } from '../game/glicko.ts';
import { ATTEMPTS_MAX, commitAgain } from './change.ts';
import type { Profile, SeatClaim } from './entities.ts';
import type { Caller, Ports, Store, Write } from './ports.ts';

/**
 * Takes a seat in the arena, leaving any other one, in one transaction: a player sits in one arena,
 * and a place is taken with his first seat, from the next part of them where one has none left.
 * Refusals: arenaOver, arenaFull, playingElsewhere, removed, unauthorized (no profile), busy.
 */
export async function takeSeat(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  arena: Arena,
): Promise<Result<Row, Refusal>> {
  if (caller.nowMs >= arena.endsAtMs) return err(refuse('arenaOver', { field: 'arena' }));
  let partsTaken = 0;
  for (let attempt = 0; attempt < ATTEMPTS_MAX + partsTaken; attempt++) {
    const plan = await planSeat(store, caller, arena, partsTaken);
    if (!plan.ok) return plan;
    const { row, writes } = plan.value;
    if (writes.length === 0) return ok(row);
    const commit = await commitAgain(store, writes, ATTEMPTS_MAX);
    if (commit.kind === 'stored') return ok(row);
    if (commit.kind === 'busy') break;
    if (commit.failed.some(({ index }) => writes[index]?.op === 'take')) partsTaken += 1;
  }
  return err(refuse('busy'));
}

interface SeatPlan {
  readonly row: Row;
  readonly writes: readonly Write[];
}

async function planSeat(
  store: Store,
  caller: Caller,
  arena: Arena,
  partsTaken: number,
): Promise<Result<SeatPlan, Refusal>> {
  const [seat, row, profile] = await Promise.all([
    store.seat(caller.player),
    store.row(arena, caller.player, 'consistent'),
    store.profile(caller.player),
  ]);
  if (profile === null) return err(refuse('unauthorized'));
  if (row?.removed) return err(refuse('removed'));
  if (row?.seated) return ok({ row, writes: [] });
  if (row === null && partsTaken >= arena.shards) {
    return err(refuse('arenaFull', { field: 'arena' }));
  }
  const left = seat === null ? null : await store.rowAt(seat, 'consistent');
  if (left?.state === 'play') return err(refuse('playingElsewhere'));
  // After that row: a game that was scored meanwhile has changed both, the rating first.
  const rated = await store.rating(caller.player, arena.kind);
  const glicko = rated?.glicko ?? newRating(profile.rating);
  const after =
    row === null ? newRow(caller, arena, profile, glicko, partsTaken) : seatAgain(row, glicko);
  return ok({
    row: after,
    writes: [
      claimSeat(seat, after),
      ...(left === null ? [] : [leaveSeat(left)]),
      ...(row === null ? firstSeat(arena, after) : [{ op: 'update', before: row, after } as const]),
    ],
  });
}

/** The first time in an arena: a row, one place less, and something to remember it by. */
function firstSeat(arena: Arena, row: Row): readonly Write[] {
  const { player } = row;
  const { id, startsAtMs } = arena;
  return [
    { op: 'create', entity: row },
    takePlace(arena, row.place),
    {
      op: 'create',
      entity: { type: 'participation', player, arena: id, version: 0, startsAtMs },
    },
  ];
}

/** The parts are as large as each other, but for the rest of the division. */
function takePlace({ id, playersMax, shards }: Arena, part: number): Write {
  const max = Math.floor(playersMax / shards) + (part < playersMax % shards ? 1 : 0);
  return { op: 'take', counter: { type: 'attendance', arena: id, part, version: 0 }, max };
}

function claimSeat(seat: SeatClaim | null, { arena, shard, player }: Row): Write {
  const version = seat === null ? 0 : seat.version + 1;
  const after: SeatClaim = { type: 'seat', player, version, arena, shard };
  return seat === null ? { op: 'create', entity: after } : { op: 'update', before: seat, after };
}

/** The old row is written even where nothing changes, so that a pairing of it cannot slip in. */
function leaveSeat(left: Row): Write {
  const after = changeRow(left, { seated: false, state: 'idle', why: 'unseated' });
  return { op: 'update', before: left, after };
}

/** Meanwhile he may have played elsewhere. */
const seatAgain = (row: Row, glicko: Rating): Row =>
  changeRow(row, { seated: true, glicko, rating: displayed(glicko), why: 'seated' });

function newRow(
  caller: Caller,
  arena: Arena,
  profile: Profile,
  glicko: Rating,
  partsTaken: number,
): Row {
  const shard = shardOf(caller.player, arena.shards);
  return {
    type: 'row',
    arena: arena.id,
    shard,
    place: (shard + partsTaken) % arena.shards,
    player: caller.player,
    version: 0,
    why: 'entered',
    name: profile.name,
    rating: displayed(glicko),
    glicko,
    joinedRating: displayed(glicko),
    joinedAtMs: caller.nowMs,
    state: 'idle',
    game: null,
    seated: true,
    readySinceMs: null,
    leaseUntilMs: null,
    wish: false,
    paused: false,
    removed: false,
    removal: null,
    connection: caller.connection,
    connectedAtMs: caller.connectedAtMs,
    paidOffAtMs: 0,
    log: [],
    scoredAtMs: null,
  };
}
