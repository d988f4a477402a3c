import type { Arena } from '../arena/arena.ts';
import type { Row } from '../arena/row.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { newRating } from '../game/glicko.ts';
import { ATTEMPTS_MAX, commitAgain } from './change.ts';
import type { SeatClaim } from './entities.ts';
import { orOnArenaAsItIs } from './entry/arena-as-it-is.ts';
import { type Applicant, isOver, judgeEntry, refusalOf } from './entry/judge-entry.ts';
import { newRow } from './entry/new-row.ts';
import { passwordCheck } from './entry/password-check.ts';
import { claimSeat, firstSeat, leaveSeat, nextClaim, seatAgain } from './entry/seat-writes.ts';
import type { Caller, Ports, Store, Write } from './ports.ts';

/**
 * Takes a seat in the arena, leaving any other one, in one transaction: a player sits in one arena,
 * and a place is taken with his first seat, from the next part of them where one has none left.
 * Refusals: arenaOver, arenaFull, entriesClosed, entryRefused (`field`: the condition), removed,
 * playingElsewhere, unauthorized (no profile), busy.
 */
export function takeSeat(
  ports: Pick<Ports, 'store'>,
  caller: Caller,
  read: Arena,
  password?: string,
): Promise<Result<Row, Refusal>> {
  return orOnArenaAsItIs(ports, read, (arena) =>
    takeSeatIn(ports.store, {
      ...{ caller, arena },
      isRight: passwordCheck(ports.store, caller, arena, password),
    }),
  );
}

interface Entry {
  readonly caller: Caller;
  readonly arena: Arena;
  readonly isRight: Applicant['isRight'];
}

async function takeSeatIn(store: Store, entry: Entry): Promise<Result<Row, Refusal>> {
  const { caller, arena } = entry;
  if (isOver(arena, caller.nowMs)) return err(refuse('arenaOver', { field: 'arena' }));
  let partsTaken = 0;
  for (let attempt = 0; attempt < ATTEMPTS_MAX + partsTaken; attempt++) {
    const plan = await planSeat(store, entry, partsTaken);
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
  { caller, arena, isRight }: Entry,
  partsTaken: number,
): Promise<Result<SeatPlan, Refusal>> {
  const { player } = caller;
  const [seat, row] = await Promise.all([
    store.seat(player),
    store.row(arena, player, 'consistent'),
  ]);
  // After the seat: see `requestErasure`.
  const [profile, left] = await Promise.all([store.profile(player), satOn(store, seat)]);
  if (profile === null) return err(refuse('unauthorized'));
  if (row?.removed) return err(refuse('removed'));
  if (row?.seated) return ok({ row, writes: [] });
  if (row === null && partsTaken >= arena.shards) {
    return err(refuse('arenaFull', { field: 'arena' }));
  }
  if (left?.state === 'play') return err(refuse('playingElsewhere'));
  // After that row: a game that was scored meanwhile has changed both, the rating first.
  const rated = await store.rating(player, arena.kind);
  const glicko = rated?.glicko ?? newRating(profile.rating);
  const { guest } = profile;
  const applicant = { player, guest, glicko, hasRow: row !== null, isRight, atMs: caller.nowMs };
  const refusal = refusalOf(await judgeEntry({ store }, arena, applicant));
  if (refusal !== null) return err(refusal);
  const claim = nextClaim(seat, player, arena);
  const after =
    row === null
      ? newRow(caller, arena, { profile, glicko, partsTaken, claim })
      : seatAgain(row, glicko);
  return ok({
    row: after,
    writes: [
      claimSeat(seat, claim),
      ...(left === null ? [] : [leaveSeat(left)]),
      ...(row === null ? firstSeat(arena, after) : [{ op: 'update', before: row, after } as const]),
    ],
  });
}

/**
 * The row of the seat that he has; null: he sits nowhere. Where he has moved it meanwhile, nothing
 * of this plan can be stored.
 */
async function satOn(store: Store, seat: SeatClaim | null): Promise<Row | null> {
  const arena = seat?.arena ?? null;
  return seat === null || arena === null ? null : store.rowAt({ ...seat, arena }, 'consistent');
}
