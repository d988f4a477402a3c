import type { Arena } from '../arena/arena.ts';
import { fieldOf } from '../arena/field.ts';
import { type Pair, pairClosest, pairFirstWave } from '../arena/pairing.ts';
import {
  byReadiness,
  mergeTickets,
  POOL_TICKETS_MAX,
  type Pool,
  type Ticket,
  ticketOf,
  type Wait,
  withoutGivenUp,
} from '../arena/pool.ts';
import type { Sight } from '../arena/reach.ts';
import { isPresent, type Row } from '../arena/row.ts';
import { waitOf } from '../arena/waiting.ts';
import type { RankOf } from './new-game.ts';
import type { Ports } from './ports.ts';
import type { TableOrder } from './tables.ts';

type Reads = Pick<Ports, 'store' | 'tables' | 'now'>;

/** Who waits now: the pool with the rows that woke us, or all rows where the pool is not enough. */
export async function waitingTickets(
  { store, now }: Reads,
  arena: Arena,
  pool: Pool,
  woken: readonly Row[],
): Promise<Ticket[]> {
  const nowMs = now();
  if (pool.overflow) {
    const rows = await store.rows(arena, 'consistent');
    return rememberTold(ticketsOf(arena, rows, nowMs), pool.tickets);
  }
  const merged = mergeTickets(pool.tickets, ticketsOf(arena, woken, 0));
  const tickets = withoutGivenUp(merged, woken);
  const looks = tickets.map(async (ticket) => {
    if (ticket.leaseUntilMs > nowMs) return [ticket];
    // Renewals wake nobody: only the row knows whether he is still there.
    const row = await store.row(arena, ticket.player, 'consistent');
    return row === null ? [] : rememberTold(ticketsOf(arena, [row], nowMs), [ticket]);
  });
  return (await Promise.all(looks)).flat();
}

/** The choice of one run. Tickets that are left say why, also where nobody has told it yet. */
export interface Choice {
  readonly pairs: readonly Pair[];
  readonly left: readonly Ticket[];
  readonly rankOf: RankOf;
}

/** Chooses the pairs of these tickets: neighbours in the first wave, afterwards who is close. */
export async function choosePairs(
  ports: Reads,
  arena: Arena,
  tickets: readonly Ticket[],
  firstWave: boolean,
): Promise<Choice> {
  if (tickets.length === 0) return { pairs: [], left: [], rankOf: () => null };
  const order = await ports.tables.order(arena.id);
  const sight = sightOf(ports, arena, order, tickets);
  const { pairs, waiting } = firstWave ? pairFirstWave(tickets) : pairClosest(sight, tickets);
  const rankOf: RankOf = (player) => order?.place(player)?.rank ?? null;
  return { pairs, left: withWaits(sight, waiting), rankOf };
}

/** What a run sees: closeness is measured on the last table and on those who wait. */
export const lookAround = async (
  ports: Reads,
  arena: Arena,
  tickets: readonly Ticket[],
): Promise<Sight> => sightOf(ports, arena, await ports.tables.order(arena.id), tickets);

function sightOf(
  { now }: Pick<Ports, 'now'>,
  { policy }: Arena,
  order: TableOrder | null,
  tickets: readonly Ticket[],
): Sight {
  const nowMs = now();
  const waiting = new Set(tickets.map(({ player }) => player));
  const around = order?.around(nowMs, waiting) ?? null;
  return { policy, field: fieldOf(around, tickets), nowMs };
}

/** The pool keeps, and so remembers, only the longest waiting: the others are not told. */
function withWaits(sight: Sight, left: readonly Ticket[]): Ticket[] {
  return left
    .toSorted(byReadiness)
    .map((ticket, place) =>
      place < POOL_TICKETS_MAX ? withTold(ticket, waitOf(sight, left, ticket)) : ticket,
    );
}

/** The ticket with what its player is told; the same ticket where he has been told so. */
export const withTold = (ticket: Ticket, told: Wait): Ticket =>
  ticket.told?.reason === told.reason && ticket.told.widensAtMs === told.widensAtMs
    ? ticket
    : { ...ticket, told };

function rememberTold(fresh: readonly Ticket[], known: readonly Ticket[]): Ticket[] {
  const players = new Set(fresh.map(({ player }) => player));
  return mergeTickets(
    known.filter(({ player }) => players.has(player)),
    fresh,
  );
}

const ticketsOf = (arena: Arena, rows: readonly Row[], nowMs: number): Ticket[] =>
  rows.flatMap((row) => (isPresent(row, nowMs) ? (ticketOf(arena, row) ?? []) : []));
