import type { Faults } from './faults.ts';
import type { Store } from './store.ts';

/** What every operation works with. */
export interface Engine {
  readonly store: Store;
  readonly faults: Faults;
  readonly nowMs: () => number;
}
