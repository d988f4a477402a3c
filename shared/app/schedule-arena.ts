import type { Arena } from '../arena/arena.ts';
import { ATTEMPTS_MAX } from './change.ts';
import { lookAtArena } from './look-at-arena.ts';
import type { Clocked, Ports } from './ports.ts';

type SchedulePorts = Pick<Ports, 'store' | 'schedules' | 'now'> & Clocked;

/** Has this arena started and ended on time, also where somebody moves it meanwhile. */
export async function scheduleArena(ports: SchedulePorts, arena: Arena): Promise<void> {
  await planBoth(ports, arena);
  await settleSchedules(ports, arena);
}

/** Schedules are a minute precise; what is near is also looked at to the second. */
async function planBoth(ports: SchedulePorts, arena: Arena): Promise<void> {
  await ports.schedules.plan(arena, ports.now());
  await lookAtArena(ports, arena.id, arena.startsAtMs);
  await lookAtArena(ports, arena.id, arena.endsAtMs);
}

/**
 * After schedules were planned as of this arena: makes them those of the arena that is stored. Two
 * who plan at once do so in any order: whoever plans looks whether it was the last word.
 */
export async function settleSchedules(ports: SchedulePorts, planned: Arena): Promise<void> {
  let last = planned;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const stored = await ports.store.arena(last.id, 'consistent');
    if (stored === null) return;
    if (stored.state === 'cancelled') return ports.schedules.drop(stored.id);
    if (stored.startsAtMs === last.startsAtMs && stored.endsAtMs === last.endsAtMs) return;
    await planBoth(ports, stored);
    last = stored;
  }
  // Whoever moves it so often plans after us, and the sweep looks every minute.
}
