import type { Arena } from '../../arena/arena.ts';
import { isSuperseded } from '../../arena/presence.ts';
import type { Row } from '../../arena/row.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { err, type Result } from '../../core/result.ts';
import type { ServerMessage } from '../../protocol/server-message.ts';
import { dismiss } from '../follow.ts';
import type { Caller, Clocked, Ports } from '../ports.ts';
import { orOnArenaAsItIs } from './arena-as-it-is.ts';
import { isOver } from './judge-entry.ts';
import { vacate } from './vacate.ts';

export type LeavePorts = Pick<Ports, 'store' | 'push' | 'now'> & Clocked;

const SUPERSEDED = 'superseded';

/**
 * A player leaves an arena, and may come back as long as it takes players. Without a game so far
 * nothing of him is left; else his games stand. Whoever is not there any more has left.
 * Refusals: arenaOver, gameRunning, removed, busy.
 */
export async function leaveArena(
  ports: LeavePorts,
  caller: Caller,
  read: Arena,
): Promise<ServerMessage> {
  const gone = await orOnArenaAsItIs(ports, read, (arena) => leaveAs(ports, caller, arena));
  if (!gone.ok) return { t: 'refused', ...gone.error };
  if (gone.value === SUPERSEDED) return { t: 'bye', code: SUPERSEDED };
  const { value: row } = gone;
  // Also where somebody, perhaps an attempt that has died, has taken him out before.
  if (row === null || row.log.length === 0) await lookAgain(ports, read, row);
  const old = row?.connection ?? null;
  if (old !== null && old !== caller.connection) await dismiss(ports, old);
  return { t: 'left', arena: read.id, condition: null, expected: null };
}

type Gone = Row | null | typeof SUPERSEDED;

async function leaveAs(
  { store }: LeavePorts,
  caller: Caller,
  arena: Arena,
): Promise<Result<Gone, Refusal>> {
  const gone = await vacate(store, arena, caller.player, (row) => whyNot(row, caller, arena));
  if (gone.ok) return gone;
  const { error } = gone;
  return error === SUPERSEDED ? { ok: true, value: error } : err(error);
}

/** After the end the ranking is made of the rows that are there. */
function whyNot(row: Row, caller: Caller, arena: Arena): Refusal | typeof SUPERSEDED | null {
  if (isSuperseded(row, caller)) return SUPERSEDED;
  if (row.removed) return refuse('removed');
  if (row.state === 'play') return refuse('gameRunning', { field: 'arena' });
  return isOver(arena, caller.nowMs) ? refuse('arenaOver', { field: 'arena' }) : null;
}

/** A deleted row is in no stream filter: nobody else tells the table and the pool. */
async function lookAgain(
  { queues, now }: LeavePorts,
  { id: arena, state }: Arena,
  row: Row | null,
): Promise<void> {
  await queues.clock({ t: 'standings', arena, changedAtMs: now() }, 0);
  if (row?.state === 'ready' && state === 'open') await queues.clock({ t: 'pool', arena }, 0);
}
