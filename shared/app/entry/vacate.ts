import type { Arena } from '../../arena/arena.ts';
import type { Row } from '../../arena/row.ts';
import type { ArenaId, PlayerId } from '../../core/ids.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { ATTEMPTS_MAX, commitAgain } from '../change.ts';
import type { SeatClaim } from '../entities.ts';
import type { Commit, ParticipationPlace, Store, Write } from '../ports.ts';
import { freeSeat, leaveSeat, withoutTrace } from './seat-writes.ts';

/**
 * Takes a player out of an arena in one transaction: without a game nothing of him is left and his
 * place is free, else his row stays without the seat. The row as it was; null: he has none.
 * Refusals: those of `whyNot`, busy.
 */
export async function vacate<No>(
  store: Store,
  arena: Arena,
  player: PlayerId,
  whyNot: (row: Row) => No | null,
): Promise<Result<Row | null, No | Refusal>> {
  let { startsAtMs } = arena;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const [seat, row] = await Promise.all([
      store.seat(player),
      store.row(arena, player, 'consistent'),
    ]);
    if (row === null) return ok(null);
    const no = whyNot(row);
    if (no !== null) return err(no);
    // Read while he was moving his seat.
    if (row.seated !== (seat?.arena === arena.id)) continue;
    const writes = vacating(row, seat, startsAtMs);
    if (writes.length === 0) return ok(row);
    const commit = await commitAgain(store, writes, ATTEMPTS_MAX);
    if (commit.kind === 'stored') return ok(row);
    if (commit.kind === 'busy') break;
    if (isElsewhere(writes, commit)) {
      startsAtMs = (await startAtEntry(store, player, arena.id)) ?? startsAtMs;
    }
  }
  return err(refuse('busy'));
}

function vacating(row: Row, seat: SeatClaim | null, startsAtMs: number): readonly Write[] {
  const freed = row.seated && seat !== null ? [freeSeat(seat)] : [];
  if (row.log.length > 0) return row.seated ? [leaveSeat(row), ...freed] : [];
  const { player, arena } = row;
  const been = { type: 'participation', player, arena, version: 0, startsAtMs } as const;
  return [...withoutTrace(row, been), ...freed];
}

/** A participation lies under the start of the arena; that was another one when he entered. */
const isElsewhere = (writes: readonly Write[], commit: Commit): boolean =>
  commit.kind === 'failed' &&
  commit.failed.some(({ index, current }) => {
    const write = writes[index];
    return current === null && write?.op === 'delete' && write.entity.type === 'participation';
  });

const PAGE = 100;
const PAGES_MAX = 10;

/** null: not found, or not to be seen yet. */
async function startAtEntry(
  store: Store,
  player: PlayerId,
  arena: ArenaId,
): Promise<number | null> {
  let after: ParticipationPlace | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const some = await store.participations(player, after, PAGE);
    const found = some.find((one) => one.arena === arena);
    if (found !== undefined) return found.startsAtMs;
    after = some.at(-1) ?? null;
    if (some.length < PAGE) return null;
  }
  return null;
}
