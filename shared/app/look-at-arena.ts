import type { ArenaId } from '../core/ids.ts';
import { type Clocked, DELAY_MS_MAX, type Ports } from './ports.ts';

/**
 * Has the clock queue look at the arena at this instant. The queue cannot hold a message for longer
 * than `DELAY_MS_MAX`; for a later instant there is the schedule.
 */
export async function lookAtArena(
  { queues, now }: Pick<Ports, 'now'> & Clocked,
  arena: ArenaId,
  atMs: number,
): Promise<void> {
  const delayMs = Math.max(0, atMs - now());
  if (delayMs <= DELAY_MS_MAX) await queues.clock({ t: 'arena', arena }, delayMs);
}
