import { type Arena, changeArena } from '../arena/arena.ts';
import { closePool, openPool } from '../arena/pool.ts';
import type { ArenaId } from '../core/ids.ts';
import { settleCancelled } from './cancel-arena.ts';
import { ATTEMPTS_MAX } from './change.ts';
import { concludeArena } from './conclude-arena.ts';
import { confirmEntries } from './entry/confirm-entries.ts';
import { type FreezePorts, freezeArena } from './freeze-arena.ts';
import { lookAtArena } from './look-at-arena.ts';
import type { Ports } from './ports.ts';
import { refreshTable } from './refresh-table.ts';
import { emitEvent } from './webhooks/emit-event.ts';

/**
 * Moves an arena on if its time has come: opens it at its start, closes it at its end, freezes it
 * after the grace. Called too early it only makes sure of being called again; called twice, late
 * or by two at once it changes nothing more.
 */
export async function runArena(ports: FreezePorts, id: ArenaId): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const arena = await ports.store.arena(id, 'consistent');
    if (arena === null) return;
    const done = await step(ports, arena);
    if (done) return;
  }
  throw new Error(`arena ${id} is contended`);
}

/** One step; whether there is nothing more to do now. */
async function step(ports: FreezePorts, arena: Arena): Promise<boolean> {
  switch (arena.state) {
    case 'created':
      if (ports.now() < arena.startsAtMs) return later(ports, arena.id, arena.startsAtMs);
      await confirmEntries(ports, arena);
      await openArena(ports, arena);
      return false;
    case 'open':
      if (ports.now() < arena.endsAtMs) return later(ports, arena.id, arena.endsAtMs);
      await closeArena(ports, arena);
      return false;
    case 'closing':
      return freezeArena(ports, arena);
    case 'frozen':
      return arena.publishedVersion === arena.finalVersion || concludeArena(ports, arena);
    case 'cancelled':
      return settleCancelled(ports, arena);
  }
}

/** Nothing to do before that instant. */
async function later(ports: FreezePorts, arena: ArenaId, atMs: number): Promise<true> {
  await lookAtArena(ports, arena, atMs);
  return true;
}

/** The arena's stream record wakes the pairing of the first wave. */
async function openArena(ports: FreezePorts, arena: Arena): Promise<void> {
  await emitEvent(ports, 'arena.opened', arena.id);
  const commit = await ports.store.commit([
    { op: 'update', before: arena, after: changeArena(arena, { state: 'open' }) },
    { op: 'create', entity: openPool(arena.id) },
  ]);
  if (commit.kind === 'stored') ports.measure('StartLatenessMs', ports.now() - arena.startsAtMs);
  await refreshTable(ports, arena.id, ports.now());
}

async function closeArena({ store }: Pick<Ports, 'store'>, arena: Arena): Promise<void> {
  const pool = await store.pool(arena.id);
  if (pool === null) throw new Error(`arena ${arena.id} is open without a pool`);
  await store.commit([
    { op: 'update', before: arena, after: changeArena(arena, { state: 'closing' }) },
    { op: 'update', before: pool, after: closePool(pool) },
  ]);
}
