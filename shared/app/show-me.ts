import { type Arena, isPairing } from '../arena/arena.ts';
import type { Pool, Wait } from '../arena/pool.ts';
import { isPresent, type Row } from '../arena/row.ts';
import { PAIRING_CLOSED, waitOf } from '../arena/waiting.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { viewSeat } from '../protocol/arena-view.ts';
import type { MeView, WaitingView } from '../protocol/me-view.ts';
import { find } from './change.ts';
import { lookAround, waitingTickets } from './choose-pairs.ts';
import type { Ports } from './ports.ts';

type MePorts = Pick<Ports, 'store' | 'tables' | 'now'>;

/** A player's own place in an arena, as it is now. Refusals: noSuchArena, notEntered. */
export async function showMe(
  ports: MePorts,
  id: ArenaId,
  player: PlayerId,
): Promise<Result<MeView, Refusal>> {
  const { store, tables } = ports;
  const arena = await find((read) => store.arena(id, read));
  if (arena === null) return err(refuse('noSuchArena', { field: 'id' }));
  // He may ask in the moment after his lobby return.
  const row = await store.row(arena, player, 'consistent');
  if (row === null) return err(refuse('notEntered', { field: 'id' }));
  const waiting = await waitingOf(ports, arena, row);
  const order = await tables.order(id);
  return ok({
    ...viewSeat(arena, row),
    arena: id,
    nowMs: ports.now(),
    rank: order?.place(player)?.rank ?? null,
    waiting,
  });
}

async function waitingOf(ports: MePorts, arena: Arena, row: Row): Promise<WaitingView | null> {
  const { state, seated, readySinceMs: sinceMs } = row;
  if (state !== 'ready' || !seated || sinceMs === null || arena.state === 'created') return null;
  const nowMs = ports.now();
  // Without a connection he could not be told of a game.
  const own = { sinceMs, present: isPresent(row, nowMs) && row.connection !== null };
  if (!isPairing(arena, nowMs)) return { ...own, ...PAIRING_CLOSED };
  if (!own.present) return { ...own, reason: null, widensAtMs: null };
  const pool = await ports.store.pool(arena.id);
  if (pool === null || isUnread(pool)) return null;
  const wait = pool.open ? await waitIn(ports, arena, pool, row) : PAIRING_CLOSED;
  return wait === null ? null : { ...own, ...wait };
}

/** Only the rows say who waits, and they are many: pairing is reading them. */
const isUnread = ({ overflow, tickets }: Pool): boolean => overflow && tickets.length === 0;

/** What pairing would say if it left everybody as they are; null: he is not there any more. */
async function waitIn(ports: MePorts, arena: Arena, pool: Pool, row: Row): Promise<Wait | null> {
  // The longest waiting are enough to know whether there is anybody for him.
  const tickets = await waitingTickets(ports, arena, { ...pool, overflow: false }, [row]);
  const ticket = tickets.find(({ player }) => player === row.player);
  if (ticket === undefined) return null;
  return waitOf(await lookAround(ports, arena, tickets), tickets, ticket);
}
