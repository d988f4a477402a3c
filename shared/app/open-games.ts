import { type Arena, firstMoveMsOf, isBerserkable, pairingEndsAtMs } from '../arena/arena.ts';
import type { Pair } from '../arena/pairing.ts';
import { keepTickets, type Pool, type Ticket, ticketOf } from '../arena/pool.ts';
import { chooseSide } from '../arena/sides.ts';
import { type GameId, ID_BYTES, idFromBytes } from '../core/ids.ts';
import type { LiveGame, Seat } from '../game/game.ts';
import { startGame } from '../game/start.ts';
import type { Entity } from './entities.ts';
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

type OpenPorts = Pick<Ports, 'store' | 'random' | 'now' | 'count'> & Clocked;

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
    const chunk = left.slice(0, PAIRS_PER_COMMIT).map((pair) => newGame(ports, arena, pair));
    // Reading the rows may have taken until pairing was over.
    if (chunk.some(({ game }) => game.startedAtMs >= pairingEndsAtMs(arena))) break;
    const after = poolAfter(ports, waiting, chunk);
    const commit = await ports.store.commit(writesOf(ports, waiting.pool, after, chunk));
    if (commit.kind === 'busy' || failedOn(commit, 0)) {
      return { games, waiting, someGone, poolMoved: true };
    }
    if (commit.kind === 'stored') {
      waiting = await kept(ports, waiting, after, chunk);
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
  await kept(ports, waiting, after, []);
  return true;
}

interface Opening {
  readonly game: LiveGame;
  readonly pair: Pair;
}

function newGame({ random, now }: OpenPorts, arena: Arena, pair: Pair): Opening {
  const [a, b] = pair;
  const side = chooseSide(a.sides, b.sides, arena.policy.sideConflict, random);
  const [first, second] = side === 'first' ? [a, b] : [b, a];
  const game = startGame({
    id: idFromBytes<GameId>(random.bytes(ID_BYTES)),
    arena: arena.id,
    kind: arena.kind,
    seats: { first: seatOf(first), second: seatOf(second) },
    limitMs: arena.limitMs,
    incrementMs: arena.incrementMs,
    berserkable: isBerserkable(arena),
    firstMoveMs: firstMoveMsOf(arena),
    // Whatever this clock says: a player's games start in the order in which he plays them.
    startedAtMs: Math.max(now(), a.readySinceMs, b.readySinceMs),
    endsAtMs: arena.endsAtMs,
  });
  return { game, pair };
}

const seatOf = (ticket: Ticket): Seat => ({
  player: ticket.player,
  name: ticket.name,
  rating: ticket.rating,
  gameNumber: ticket.gameNumber,
  connection: ticket.connection,
  connectedAtMs: ticket.connectedAtMs,
});

function poolAfter({ now }: OpenPorts, waiting: Waiting, chunk: readonly Opening[]): Pool {
  const paired = new Set(chunk.flatMap(({ pair }) => pair.map(({ player }) => player)));
  const rest = waiting.tickets.filter(({ player }) => !paired.has(player));
  return keepTickets(waiting.pool, rest, now());
}

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

/** After the pool is stored: has it looked at again when it says so. */
async function kept(
  { queues, now }: OpenPorts,
  before: Waiting,
  after: Pool,
  chunk: readonly Opening[],
): Promise<Waiting> {
  if (after.lookAtMs > before.pool.lookAtMs) {
    const delayMs = after.lookAtMs - now();
    await queues.clock({ t: 'pool', arena: after.arena }, Math.max(0, delayMs));
  }
  const paired = new Set(chunk.flatMap(({ pair }) => pair.map(({ player }) => player)));
  return { pool: after, tickets: before.tickets.filter(({ player }) => !paired.has(player)) };
}

const failedOn = (commit: Commit, index: number): boolean =>
  commit.kind === 'failed' && commit.failed.some((write) => write.index === index);

/** The players whose rows refused, with the rows as they are now. */
function goneTickets(commit: Commit, chunk: readonly Opening[]): Map<string, Entity | null> {
  const gone = new Map<string, Entity | null>();
  for (const { index, current } of commit.kind === 'failed' ? commit.failed : []) {
    const ticket = chunk[Math.floor((index - 1) / 3)]?.pair[(index - 1) % 3];
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
