import { onTable, readUnits, type Spent, spend, transactionReadUnits } from './capacity.ts';
import { consumedCapacities, consumedCapacity } from './consumed-capacity.ts';
import { checkKey, checkProjection, keyText, projected } from './dynalite.ts';
import type { Engine } from './engine.ts';
import { STALE_FOR_MS } from './faults.ts';
import type { Item } from './item.ts';
import type { ItemRequest } from './item-request.ts';
import type { BatchGetRequest, TransactionRequest } from './request.ts';
import type { StoredItem } from './sorted-items.ts';
import type { Table } from './table.ts';
import { refuseConflict, refuseTwice } from './transaction.ts';

export function getItem(engine: Engine, request: ItemRequest): object {
  const stored = readItem(engine, engine.store.table(request.TableName), request);
  return {
    ...shown(stored, request),
    ...consumedCapacity(
      request.ReturnConsumedCapacity,
      request.TableName,
      getUnits(stored, request),
    ),
  };
}

/** Always answers in full: `UnprocessedKeys` stays empty. */
export function batchGetItem(engine: Engine, request: BatchGetRequest): object {
  const Responses: Record<string, readonly Item[]> = {};
  const spentByTable = new Map<string, Spent>();
  for (const [TableName, { Keys, ...options }] of Object.entries(request.RequestItems)) {
    const table = engine.store.table(TableName);
    const found = inHashOrder(Keys, table).map((Key) => {
      const single = { ...options, TableName, Key };
      const stored = readItem(engine, table, single);
      spend(spentByTable, TableName, getUnits(stored, single));
      return shown(stored, single).Item;
    });
    Responses[TableName] = found.filter((item) => item !== undefined);
  }
  const capacities = consumedCapacities(request.ReturnConsumedCapacity, spentByTable);
  return { Responses, UnprocessedKeys: {}, ...capacities };
}

/** All items as of one moment. */
export function transactGetItems(engine: Engine, request: TransactionRequest): object {
  refuseConflict(engine, request.TransactItems);
  const spentByTable = new Map<string, Spent>();
  const seen = new Set<string>();
  const Responses = request.TransactItems.map((step) => {
    const { TableName } = step.request;
    const table = engine.store.table(TableName);
    const stored = readItem(engine, table, { ...step.request, ConsistentRead: true });
    refuseTwice(seen, `${TableName}/${keyText(step.request.Key ?? {}, table.schema)}`);
    spend(spentByTable, TableName, transactionReadUnits(stored));
    return shown(stored, step.request);
  });
  const { ReturnConsumedCapacity: mode } = request;
  return { Responses, ...consumedCapacities(mode, spentByTable, 'ReadCapacityUnits') };
}

function readItem(engine: Engine, table: Table, request: ItemRequest): StoredItem | undefined {
  const { Key = {} } = request;
  checkKey(Key, table.schema);
  checkProjection(request, table.schema);
  const key = keyText(Key, table.schema);
  const earlier = table.earlier.get(key);
  const maySeeEarlier =
    request.ConsistentRead !== true &&
    earlier !== undefined &&
    engine.nowMs() - earlier.replacedAtMs < STALE_FOR_MS;
  return maySeeEarlier && engine.faults.strikes('staleRead')
    ? earlier.stored
    : table.items.get(key);
}

const getUnits = (stored: StoredItem | undefined, request: ItemRequest): Spent =>
  onTable(readUnits(stored?.sizeBytes ?? 0, request.ConsistentRead === true));

const shown = (stored: StoredItem | undefined, request: ItemRequest): { readonly Item?: Item } =>
  stored === undefined ? {} : { Item: projected(stored.item, request) };

/** The real order is arbitrary; the order of the request would hide callers that rely on it. */
function inHashOrder(keys: readonly Item[], table: Table): readonly Item[] {
  for (const key of keys) checkKey(key, table.schema);
  const texts = new Map(keys.map((key) => [key, keyText(key, table.schema)]));
  const textOf = (key: Item): string => texts.get(key) ?? '';
  return keys.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}
