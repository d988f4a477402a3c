import fc from 'fast-check';
import { type SideHistory, sideHistory } from '../../shared/arena/sides.ts';
import { type AnyPool, anyPool, type PoolKind } from './any-pool.ts';
import { entry } from './sheets.ts';

/** The history of somebody who has had these sides, the last one at the end: `1221`. */
export const historyOf = (sides: string): SideHistory =>
  sideHistory([...sides].map((side) => entry('W', { side: side === '1' ? 'first' : 'second' })));

/** Runs on either side of what bars a pair, with a surplus, with none, and with the opposite. */
const RUNS = ['11', '111', '222', '1111', '2222', '211', '22111', '11222', '2222111'];

export const anySides: fc.Arbitrary<SideHistory> = fc
  .oneof(
    fc.array(fc.constantFrom('1', '2'), { maxLength: 6 }).map((sides) => sides.join('')),
    fc.constantFrom(...RUNS),
  )
  .map(historyOf);

/** Pools of which every player may have had any sides. */
export const anySidedPool = (kind: PoolKind): fc.Arbitrary<AnyPool> =>
  anyPool(kind).chain((pool) =>
    fc
      .array(anySides, { minLength: pool.tickets.length, maxLength: pool.tickets.length })
      .map((all) => ({
        ...pool,
        tickets: pool.tickets.map((ticket, who) => ({
          ...ticket,
          sides: all[who] ?? ticket.sides,
        })),
      })),
  );
