import { type Arena, pairingEndsAtMs } from '../arena/arena.ts';
import { keepTickets, type Pool, type Ticket, unfinishedPool } from '../arena/pool.ts';
import type { Clocked, Ports } from './ports.ts';

type SavePorts = Pick<Ports, 'store' | 'now'> & Clocked;

/** The pool as it is stored, and the tickets that should be in it. */
export interface Waiting {
  readonly pool: Pool;
  readonly tickets: readonly Ticket[];
}

/** The pool that keeps these tickets, in an arena of these times. */
export const poolWith = (arena: Arena, { pool, tickets }: Waiting, nowMs: number): Pool =>
  keepTickets(pool, tickets, nowMs, pairingEndsAtMs(arena));

/**
 * Ends a run: stores who still waits, unless the pool says so already. The first wave is over then.
 * false: somebody else has written.
 */
export async function savePool(ports: SavePorts, arena: Arena, waiting: Waiting): Promise<boolean> {
  const { pool, tickets } = waiting;
  const after = { ...poolWith(arena, waiting, ports.now()), firstWave: false };
  const isSame = after.lookAtMs === pool.lookAtMs && sameTickets(pool.tickets, tickets);
  return (isSame && !pool.overflow && !pool.firstWave) || replacePool(ports, pool, after);
}

/** Leaves the rest of a large wave to the next run, which begins at once. */
export async function continuePool(ports: SavePorts, pool: Pool): Promise<boolean> {
  const nowMs = ports.now();
  return replacePool(ports, pool, { ...unfinishedPool(pool), lookAtMs: nowMs });
}

/** Nobody is paired any more, so nobody is kept. */
export const emptyPool = (ports: SavePorts, pool: Pool): Promise<boolean> =>
  replacePool(ports, pool, {
    ...pool,
    version: pool.version + 1,
    tickets: [],
    overflow: false,
  });

async function replacePool(ports: SavePorts, before: Pool, after: Pool): Promise<boolean> {
  const commit = await ports.store.commit([{ op: 'update', before, after }]);
  if (commit.kind !== 'stored') return false;
  await lookWhenDue(ports, before, after);
  return true;
}

/** A stored pool that says when it is looked at again has it done. */
export async function lookWhenDue(
  { queues, now }: Pick<SavePorts, 'queues' | 'now'>,
  before: Pool,
  after: Pool,
): Promise<void> {
  if (after.lookAtMs === before.lookAtMs) return;
  await queues.clock({ t: 'pool', arena: after.arena }, Math.max(0, after.lookAtMs - now()));
}

const sameTickets = (a: readonly Ticket[], b: readonly Ticket[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
