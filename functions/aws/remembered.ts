import type { Store } from '../../shared/app/ports.ts';
import type { TableOrder, Tables } from '../../shared/app/tables.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import { remember } from './remember.ts';

/** An instance serves few arenas at a time. */
const ARENAS_MAX = 50;

/**
 * A store that reads an open arena once. Its rules and times are fixed while it is open, and
 * whoever uses this store looks at nothing else of it: pairing and scoring. Whether there is still
 * pairing is the pool's to say. Only eventual reads are answered from memory.
 */
export function rememberingArenas(store: Store): Store {
  const known = new Map<ArenaId, Arena>();
  return {
    ...store,
    arena: async (id, read) => {
      const remembered = read === 'eventual' ? known.get(id) : undefined;
      if (remembered !== undefined) return remembered;
      const arena = await store.arena(id, read);
      if (arena?.state === 'open') remember(known, id, arena, ARENAS_MAX);
      return arena;
    },
  };
}

/** The order of a large table is a large item, and many runs a second look at it. */
const ORDER_KEPT_MS = 500;

/** Tables whose order is read at most twice a second. */
export function rememberingOrders(tables: Tables, now: () => number): Tables {
  const known = new Map<
    ArenaId,
    { readonly order: TableOrder | null; readonly readAtMs: number }
  >();
  return {
    ...tables,
    order: async (id) => {
      const last = known.get(id);
      const nowMs = now();
      if (last !== undefined && nowMs < last.readAtMs + ORDER_KEPT_MS) return last.order;
      const order = await tables.order(id);
      remember(known, id, { order, readAtMs: nowMs }, ARENAS_MAX);
      return order;
    },
  };
}
