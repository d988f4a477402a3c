import type { Arena } from '../arena/arena.ts';
import type { Ticket } from '../arena/pool.ts';
import type { Ports } from './ports.ts';

/** Tells waiting players why they wait; what is told is stored in their tickets already. */
export async function tellWaiting(
  { push, now }: Pick<Ports, 'push' | 'now'>,
  arena: Arena,
  tickets: readonly Ticket[],
): Promise<void> {
  const told = tickets.map(async ({ connection, told: wait }) => {
    if (wait !== null)
      await push.send(connection, { t: 'waiting', arena: arena.id, nowMs: now(), ...wait });
  });
  await Promise.all(told);
}
