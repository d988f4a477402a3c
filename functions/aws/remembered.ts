import type { Store } from '../../shared/app/ports.ts';
import type { Tables } from '../../shared/app/tables.ts';
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
export const rememberingOrders = (tables: Tables, now: () => number): Tables => ({
  ...tables,
  order: rememberingFor(ORDER_KEPT_MS, now, String, (id: ArenaId) => tables.order(id)),
});

/** The same question is asked again after so long (ms), and answered from memory before. */
export function rememberingFor<Q, V>(
  keptMs: number,
  now: () => number,
  keyOf: (question: Q) => string,
  ask: (question: Q) => Promise<V>,
): (question: Q) => Promise<V> {
  const known = new Map<string, { readonly value: V; readonly askedAtMs: number }>();
  return async (question) => {
    const key = keyOf(question);
    const last = known.get(key);
    const askedAtMs = now();
    if (last !== undefined && askedAtMs < last.askedAtMs + keptMs) return last.value;
    const value = await ask(question);
    remember(known, key, { value, askedAtMs }, ARENAS_MAX);
    return value;
  };
}
