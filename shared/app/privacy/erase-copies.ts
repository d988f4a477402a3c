import type { Pool } from '../../arena/pool.ts';
import type { ArenaId, PlayerId } from '../../core/ids.ts';
import { change } from '../change.ts';
import type { Ports, Store } from '../ports.ts';
import { pseudonymOf } from './pseudonym.ts';

/**
 * Takes the name of a player out of what was copied from his row in an arena: the ticket of his
 * last waiting, and the published table, frozen or not. A pool that is closed is empty.
 */
export async function eraseCopies(
  { store, tables }: Pick<Ports, 'store' | 'tables'>,
  id: ArenaId,
  player: PlayerId,
): Promise<void> {
  await dropTicket(store, id, player);
  await tables.rename(id, player, pseudonymOf(player));
}

/** He has no seat, so nobody can be paired with him. */
async function dropTicket(store: Store, id: ArenaId, player: PlayerId): Promise<void> {
  const changed = await change<Pool, null>(
    store,
    () => store.pool(id),
    (pool) => {
      const tickets = pool?.tickets.filter((ticket) => ticket.player !== player) ?? [];
      if (pool === null || tickets.length === pool.tickets.length) {
        return { kind: 'keep', value: null };
      }
      const after = { ...pool, tickets, version: pool.version + 1 };
      return { kind: 'store', before: pool, after, value: null };
    },
  );
  if (changed.kind === 'refused') throw new Error(`pool of ${id} is too busy to be cleared`);
}
