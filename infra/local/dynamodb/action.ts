import { EventEmitter } from 'node:events';
import { assert, present } from '../../../shared/core/assert.ts';
import { ACTIONS, type Callback, refusalOf, STORE_OPTIONS } from './dynalite.ts';
import type { Item } from './item.ts';
import type { ItemRequest } from './item-request.ts';
import type { KeyRange } from './sorted-items.ts';
import type { TableSchema } from './table-schema.ts';

export type WriteAction = 'putItem' | 'updateItem' | 'deleteItem';

export interface ItemAccess {
  read(key: string): Item | undefined;
  /** `undefined` deletes. */
  write(key: string, next: Item | undefined): void;
}

// dynalite's actions take a duck for their database and call back in the same turn when it does:
// an action is a plain function from what it reads to what it would write.

/** Runs one write action to its end; throws its refusal. */
export function runAction(
  name: WriteAction,
  request: ItemRequest,
  table: TableSchema,
  access: ItemAccess,
): { readonly Attributes?: Item } {
  const items = {
    // Nothing to lock: no other turn can come between.
    lock: (_key: string, run: (release: (callback: unknown) => unknown) => void) =>
      run((callback) => callback),
    get: (key: string, callback: Callback<Item>) => callback(null, access.read(key)),
    put: (key: string, next: Item, callback: Callback<void>) => {
      access.write(key, next);
      callback(null);
    },
    del: (key: string, callback: Callback<void>) => {
      access.write(key, undefined);
      callback(null);
    },
  };
  return present(runInOneTurn(name, request, storeOf(table, items)), `answer of ${name}`);
}

/** The keys that a query or scan would read; throws if it would refuse. */
export function planRange(
  name: 'query' | 'scan',
  request: ItemRequest,
  table: TableSchema,
): KeyRange {
  const asked: KeyRange[] = [];
  const items = {
    // This stream stays silent: the range is read by us, in the same turn.
    createValueStream: (range: KeyRange) => {
      asked.push(range);
      return new EventEmitter();
    },
  };
  runInOneTurn(name, request, storeOf(table, items));
  const [range] = asked;
  assert(range !== undefined, `${name} asked for a range`);
  return range;
}

function runInOneTurn(
  name: keyof typeof ACTIONS,
  request: ItemRequest,
  store: object,
): object | undefined {
  let refusal: unknown = null;
  let answer: object | undefined;
  ACTIONS[name](store, request, (error, value) => {
    refusal = error;
    answer = value;
  });
  if (refusal) throw refusalOf(refusal);
  return answer;
}

function storeOf(schema: TableSchema, items: object): object {
  // Index entries are ours: dynalite tells two entries with equal keys apart by six digits only.
  const index = {
    ...items,
    put: (_key: string, _entry: Item, callback: Callback<void>) => callback(null),
    del: (_key: string, callback: Callback<void>) => callback(null),
  };
  return {
    options: STORE_OPTIONS,
    // (name, callback) or (name, checkStatus, callback)
    getTable: (...args: unknown[]) => (args.at(-1) as Callback<TableSchema>)(null, schema),
    getItemDb: () => items,
    getIndexDb: () => index,
  };
}
