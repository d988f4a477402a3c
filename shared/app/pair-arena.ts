import { type Arena, pairingEndsAtMs } from '../arena/arena.ts';
import type { Row } from '../arena/row.ts';
import type { ArenaId } from '../core/ids.ts';
import type { LiveGame } from '../game/game.ts';
import { find } from './change.ts';
import { choosePairs, waitingTickets } from './choose-pairs.ts';
import { openGames, savePool, type Waiting } from './open-games.ts';
import type { Clocked, Ports } from './ports.ts';
import { tellPaired } from './tell-paired.ts';

export type PairPorts = Pick<Ports, 'store' | 'push' | 'random' | 'now' | 'count'> & Clocked;

/** Others may be pairing the same arena; after this many lost races the caller is woken again. */
const RACES_MAX = 5;
/** Players who were not ready any more set their partners free: match those again, this often. */
const ROUNDS_MAX = 3;

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
    if (pool === null || !pool.open || ports.now() >= pairingEndsAtMs(arena)) return;
    const tickets = await waitingTickets(ports, arena, pool, woken);
    if (await pairWaiting(ports, arena, { pool, tickets })) return;
    ports.count('PoolRaces');
  }
  throw new Error(`pool of ${arenaId} is contended`);
}

/** Whether the run came to its end; false: somebody else has written the pool. */
async function pairWaiting(ports: PairPorts, arena: Arena, start: Waiting): Promise<boolean> {
  const games: LiveGame[] = [];
  let waiting = start;
  let moved = false;
  for (let round = 0; round < ROUNDS_MAX && !moved; round++) {
    const pairs = await choosePairs(ports, arena, waiting.tickets);
    const opened = await openGames(ports, arena, waiting, pairs);
    games.push(...opened.games);
    waiting = opened.waiting;
    moved = opened.poolMoved;
    if (!opened.someGone) break;
  }
  if (!moved) moved = !(await savePool(ports, waiting));
  // Games that are stored are told, whatever became of the rest of the run.
  await Promise.all(games.map((game) => tellPaired(ports, arena, game)));
  return !moved;
}
