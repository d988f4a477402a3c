import { type Arena, pairingEndsAtMs } from '../arena/arena.ts';
import type { Pair } from '../arena/pairing.ts';
import {
  POOL_TICKETS_MAX,
  type Pool,
  type Ticket,
  ticketOf,
  unfinishedPool,
} from '../arena/pool.ts';
import type { LiveGame } from '../game/game.ts';
import { commitAgain } from './change.ts';
import type { Choice } from './choose-pairs.ts';
import type { Entity } from './entities.ts';
import { measurePairs } from './measure-pairs.ts';
import { newGame } from './new-game.ts';
import type { Clocked, Commit, Ports, Write } from './ports.ts';
import { lookWhenDue, poolWith, type Waiting } from './save-pool.ts';
import { tellPaired } from './tell-paired.ts';

/** One unready player undoes a whole transaction, so transactions stay far below 100 items. */
const PAIRS_PER_COMMIT = 10;
/** In a large wave the number of transactions counts, one after the other: up to 100 items. */
const PAIRS_PER_WAVE_COMMIT = 33;

export interface Opened {
  readonly waiting: Waiting;
  /** How many were stored. */
  readonly pairs: number;
  /** Some players were not ready any more; their partners may be paired anew. */
  readonly someGone: boolean;
  /** Somebody else has written the pool: everything not stored yet has to be decided again. */
  readonly poolMoved: boolean;
}

type OpenPorts = Pick<Ports, 'store' | 'push' | 'random' | 'now' | 'count' | 'measure'> & Clocked;

/** Somebody renews his lease while a transaction holds his row: the same transaction once more. */
const BUSY_MAX = 5;

/**
 * Stores these pairs as games, and tells their players: whatever is stored is told, also where what
 * comes after it fails. Nobody waits for the others: they are told while the next ones are stored.
 */
export async function openGames(
  ports: OpenPorts,
  arena: Arena,
  start: Waiting,
  { pairs, rankOf }: Pick<Choice, 'pairs' | 'rankOf'>,
): Promise<Opened> {
  const tellings: Promise<unknown>[] = [];
  const failures: unknown[] = [];
  const tell = (games: readonly LiveGame[]): void => {
    for (const game of games) {
      const told = tellPaired(ports, arena, game);
      tellings.push(told.catch((cause: unknown) => failures.push(cause)));
    }
  };
  const opened = await openAll(ports, arena, start, { pairs, rankOf }, tell).finally(() =>
    Promise.all(tellings),
  );
  if (failures.length > 0) throw new AggregateError(failures, 'players could not be told');
  return opened;
}

type Tell = (games: readonly LiveGame[]) => void;

async function openAll(
  ports: OpenPorts,
  arena: Arena,
  start: Waiting,
  { pairs, rankOf }: Pick<Choice, 'pairs' | 'rankOf'>,
  tell: Tell,
): Promise<Opened> {
  const isWave = start.tickets.length > POOL_TICKETS_MAX;
  const size = isWave ? PAIRS_PER_WAVE_COMMIT : PAIRS_PER_COMMIT;
  let waiting = start;
  let someGone = false;
  let stored = 0;
  let left = pairs;
  while (left.length > 0) {
    const chunk = left
      .slice(0, size)
      .map((pair): Opening => ({ pair, game: newGame(ports, arena, pair, rankOf) }));
    // Reading the rows may have taken until pairing was over.
    if (chunk.some(({ game }) => game.startedAtMs >= pairingEndsAtMs(arena))) break;
    const rest = { ...waiting, tickets: ticketsWithout(waiting.tickets, chunk) };
    const after = poolAfter(ports, arena, rest);
    const writes = writesOf(ports, waiting.pool, after, chunk);
    const commit = await commitAgain(ports.store, writes, BUSY_MAX);
    if (commit.kind === 'busy' || failedOn(commit, 0)) {
      return { waiting, pairs: stored, someGone, poolMoved: true };
    }
    if (commit.kind === 'stored') {
      stored += chunk.length;
      measurePairs(ports, arena, start.pool, chunk);
      tell(chunk.map(({ game }) => game));
      await lookWhenDue(ports, waiting.pool, after);
      waiting = { pool: after, tickets: rest.tickets };
      left = left.slice(size);
    } else {
      someGone = true;
      const gone = goneTickets(commit, chunk);
      waiting = { ...waiting, tickets: withoutGone(arena, waiting.tickets, gone) };
      left = left.filter((pair) => pair.every(({ player }) => !gone.has(player)));
    }
  }
  return { waiting, pairs: stored, someGone, poolMoved: false };
}

/** In the middle of a large wave the pool stays small: it is written with every transaction. */
const poolAfter = ({ now }: OpenPorts, arena: Arena, rest: Waiting): Pool =>
  rest.tickets.length > POOL_TICKETS_MAX ? unfinishedPool(rest.pool) : poolWith(arena, rest, now());

interface Opening {
  readonly game: LiveGame;
  readonly pair: Pair;
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
