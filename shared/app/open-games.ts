import { type Arena, pairingEndsAtMs } from '../arena/arena.ts';
import type { Pair } from '../arena/pairing.ts';
import { keepTickets, type Pool, type Ticket, ticketOf } from '../arena/pool.ts';
import type { LiveGame } from '../game/game.ts';
import type { Entity } from './entities.ts';
import { newGame } from './new-game.ts';
import type { Clocked, Commit, Ports, Write } from './ports.ts';

/** One unready player undoes a whole transaction, so transactions stay far below 100 items. */
const PAIRS_PER_COMMIT = 10;

/** The pool as it is stored, and the tickets that should be in it. */
export interface Waiting {
  readonly pool: Pool;
  readonly tickets: readonly Ticket[];
}

export interface Opened {
  readonly games: readonly LiveGame[];
  readonly waiting: Waiting;
  /** Some players were not ready any more; their partners may be paired anew. */
  readonly someGone: boolean;
  /** Somebody else has written the pool: everything not stored yet has to be decided again. */
  readonly poolMoved: boolean;
}

type OpenPorts = Pick<Ports, 'store' | 'random' | 'now'> & Clocked;

/** Stores these pairs as games: pool, both rows and game of each in one transaction. */
export async function openGames(
  ports: OpenPorts,
  arena: Arena,
  start: Waiting,
  pairs: readonly Pair[],
): Promise<Opened> {
  const games: LiveGame[] = [];
  let waiting = start;
  let someGone = false;
  let left = pairs;
  while (left.length > 0) {
    const chunk = left
      .slice(0, PAIRS_PER_COMMIT)
      .map((pair): Opening => ({ pair, game: newGame(ports, arena, pair) }));
    // Reading the rows may have taken until pairing was over.
    if (chunk.some(({ game }) => game.startedAtMs >= pairingEndsAtMs(arena))) break;
    const rest = ticketsWithout(waiting.tickets, chunk);
    const after = keepTickets(waiting.pool, rest, ports.now());
    const commit = await ports.store.commit(writesOf(ports, waiting.pool, after, chunk));
    if (commit.kind === 'busy' || failedOn(commit, 0)) {
      return { games, waiting, someGone, poolMoved: true };
    }
    if (commit.kind === 'stored') {
      await lookWhenDue(ports, waiting.pool, after);
      waiting = { pool: after, tickets: rest };
      games.push(...chunk.map(({ game }) => game));
      left = left.slice(PAIRS_PER_COMMIT);
    } else {
      someGone = true;
      const gone = goneTickets(commit, chunk);
      waiting = { ...waiting, tickets: withoutGone(arena, waiting.tickets, gone) };
      left = left.filter((pair) => pair.every(({ player }) => !gone.has(player)));
    }
  }
  return { games, waiting, someGone, poolMoved: false };
}

/** Stores who still waits, unless the pool says so already; false: somebody else has written. */
export async function savePool(ports: OpenPorts, waiting: Waiting): Promise<boolean> {
  const { pool, tickets } = waiting;
  const after = keepTickets(pool, tickets, ports.now());
  if (!pool.overflow && after.lookAtMs === pool.lookAtMs && sameTickets(pool.tickets, tickets)) {
    return true;
  }
  const commit = await ports.store.commit([{ op: 'update', before: pool, after }]);
  if (commit.kind !== 'stored') return false;
  await lookWhenDue(ports, pool, after);
  return true;
}

interface Opening {
  readonly game: LiveGame;
  readonly pair: Pair;
}

/** A stored pool that says when it is looked at again has it done. */
async function lookWhenDue({ queues, now }: OpenPorts, before: Pool, after: Pool): Promise<void> {
  if (after.lookAtMs <= before.lookAtMs) return;
  await queues.clock({ t: 'pool', arena: after.arena }, Math.max(0, after.lookAtMs - now()));
}

function ticketsWithout(tickets: readonly Ticket[], chunk: readonly Opening[]): Ticket[] {
  const paired = new Set(chunk.flatMap(({ pair }) => pair.map(({ player }) => player)));
  return tickets.filter(({ player }) => !paired.has(player));
}

/** The pool comes first, then so many writes a pair: both seats, then the game. */
const WRITES_PER_PAIR = 3;

function writesOf(
  { now }: OpenPorts,
  before: Pool,
  after: Pool,
  chunk: readonly Opening[],
): Write[] {
  const seats = chunk.flatMap(({ game, pair: [a, b] }): Write[] => [
    { op: 'seat', ticket: a, game, nowMs: now() },
    { op: 'seat', ticket: b, game, nowMs: now() },
    { op: 'create', entity: game },
  ]);
  return [{ op: 'update', before, after }, ...seats];
}

const failedOn = (commit: Commit, index: number): boolean =>
  commit.kind === 'failed' && commit.failed.some((write) => write.index === index);

/** The players whose rows refused, with the rows as they are now. */
function goneTickets(commit: Commit, chunk: readonly Opening[]): Map<string, Entity | null> {
  const gone = new Map<string, Entity | null>();
  for (const { index, current } of commit.kind === 'failed' ? commit.failed : []) {
    const write = index - 1;
    const opening = chunk[Math.floor(write / WRITES_PER_PAIR)];
    const ticket = opening?.pair[write % WRITES_PER_PAIR];
    if (ticket !== undefined) gone.set(ticket.player, current);
  }
  return gone;
}

/** A row that is ready in another way (a new connection) gets its new ticket, others are gone. */
function withoutGone(
  arena: Arena,
  tickets: readonly Ticket[],
  gone: ReadonlyMap<string, Entity | null>,
): Ticket[] {
  return tickets.flatMap((ticket) => {
    if (!gone.has(ticket.player)) return [ticket];
    const row = gone.get(ticket.player);
    return row?.type === 'row' ? (ticketOf(arena, row) ?? []) : [];
  });
}

const sameTickets = (a: readonly Ticket[], b: readonly Ticket[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
