import { type Arena, pairingEndsAtMs } from '../arena/arena.ts';
import type { Ticket } from '../arena/pool.ts';
import type { Row } from '../arena/row.ts';
import { PAIRING_CLOSED } from '../arena/waiting.ts';
import type { ArenaId } from '../core/ids.ts';
import { find } from './change.ts';
import { choosePairs, waitingTickets, withTold } from './choose-pairs.ts';
import { measureRun } from './measure-pairs.ts';
import { openGames } from './open-games.ts';
import type { Clocked, Ports } from './ports.ts';
import { continuePool, emptyPool, savePool, type Waiting } from './save-pool.ts';
import { tellWaiting } from './tell-waiting.ts';

export type PairPorts = Pick<
  Ports,
  'store' | 'tables' | 'push' | 'random' | 'now' | 'count' | 'measure'
> &
  Clocked;

/** Others may be pairing the same arena; after this many lost races the caller is woken again. */
const RACES_MAX = 5;
/** Players who were not ready any more set their partners free: match those again, this often. */
const ROUNDS_MAX = 3;
/** The work of one run; a larger wave goes on in the next one (10,000 players: two). */
export const PAIRS_PER_RUN_MAX = 2_500;

/**
 * One run of an arena's pairing, woken by these rows, a clock message or the sweep. The pool's
 * version is the lock: of two runs on the same pool one is stored, and the other one looks again.
 */
export async function pairArena(
  ports: PairPorts,
  arenaId: ArenaId,
  woken: readonly Row[] = [],
): Promise<void> {
  const arena = await find((read) => ports.store.arena(arenaId, read));
  if (arena === null) return;
  for (let race = 0; race < RACES_MAX; race++) {
    const pool = await ports.store.pool(arenaId);
    if (pool === null || !pool.open) return;
    const waiting = { pool, tickets: await waitingTickets(ports, arena, pool, woken) };
    const isClosed = ports.now() >= pairingEndsAtMs(arena);
    ports.count('PoolRuns');
    const isDone = await (isClosed ? sendHome : pairWaiting)(ports, arena, waiting);
    ports.count('PoolRaces', isDone ? 0 : 1);
    if (isDone) return;
  }
  throw new Error(`pool of ${arenaId} is contended`);
}

/** Whether the run came to its end; false: somebody else has written the pool. */
async function pairWaiting(ports: PairPorts, arena: Arena, start: Waiting): Promise<boolean> {
  const news = new Set<Ticket>();
  let waiting = start;
  let isUnfinished = false;
  let pairs = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const known = new Set(waiting.tickets);
    const choice = await choosePairs(ports, arena, waiting.tickets, start.pool.firstWave);
    for (const ticket of choice.left) if (!known.has(ticket)) news.add(ticket);
    isUnfinished = choice.pairs.length > PAIRS_PER_RUN_MAX;
    const opened = await openGames(
      ports,
      arena,
      { pool: waiting.pool, tickets: [...choice.pairs.flat(), ...choice.left] },
      { ...choice, pairs: choice.pairs.slice(0, PAIRS_PER_RUN_MAX) },
    );
    if (opened.poolMoved) return false;
    waiting = opened.waiting;
    pairs += opened.pairs;
    if (!opened.someGone || isUnfinished) break;
  }
  measureRun(ports, pairs, waiting.tickets);
  if (isUnfinished) return continuePool(ports, waiting.pool);
  if (!(await savePool(ports, arena, waiting))) return false;
  const told = waiting.tickets.filter((ticket) => news.has(ticket));
  await tellWaiting(ports, arena, told);
  return true;
}

/** Pairing is over: whoever waits, or still comes, is told so. */
async function sendHome(ports: PairPorts, arena: Arena, waiting: Waiting): Promise<boolean> {
  const { pool, tickets } = waiting;
  const isEmpty = pool.tickets.length === 0 && !pool.overflow;
  if (!isEmpty && !(await emptyPool(ports, pool))) return false;
  const told = tickets.map((ticket) => withTold(ticket, PAIRING_CLOSED));
  await tellWaiting(ports, arena, told);
  return true;
}
