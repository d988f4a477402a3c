import type { Arena } from '../arena/arena.ts';
import { type Pair, pairNeighbours } from '../arena/pairing.ts';
import { mergeTickets, type Pool, type Ticket, ticketOf } from '../arena/pool.ts';
import { isAround, isPresent, type Row } from '../arena/row.ts';
import type { Ports } from './ports.ts';

type Reads = Pick<Ports, 'store' | 'now'>;

/** With so few around the two may meet again at once. */
const REMATCH_AROUND_MAX = 2;

/** Who waits now: the pool with the rows that woke us, or all rows where the pool is not enough. */
export async function waitingTickets(
  { store, now }: Reads,
  arena: Arena,
  pool: Pool,
  woken: readonly Row[],
): Promise<Ticket[]> {
  const nowMs = now();
  if (pool.overflow) return ticketsOf(arena, await store.rows(arena, 'consistent'), nowMs);
  const tickets = mergeTickets(pool.tickets, ticketsOf(arena, woken, 0));
  const looks = tickets.map(async (ticket) => {
    if (ticket.leaseUntilMs > nowMs) return [ticket];
    // Renewals wake nobody: only the row knows whether he is still there.
    const row = await store.row(arena, ticket.player, 'consistent');
    return row === null ? [] : ticketsOf(arena, [row], nowMs);
  });
  return (await Promise.all(looks)).flat();
}

/** Pairs of these tickets; the exception for the last two around costs a look at the rows. */
export async function choosePairs(
  { store, now }: Reads,
  arena: Arena,
  tickets: readonly Ticket[],
): Promise<readonly Pair[]> {
  const { pairs, waiting } = pairNeighbours(tickets, false);
  if (pairs.length > 0 || waiting.length !== REMATCH_AROUND_MAX) return pairs;
  const rows = await store.rows(arena, 'eventual');
  const around = rows.filter((row) => isAround(row, now()));
  return around.length <= REMATCH_AROUND_MAX ? pairNeighbours(tickets, true).pairs : pairs;
}

const ticketsOf = (arena: Arena, rows: readonly Row[], nowMs: number): Ticket[] =>
  rows.flatMap((row) => (isPresent(row, nowMs) ? (ticketOf(arena, row) ?? []) : []));
