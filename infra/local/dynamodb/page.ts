import { planRange } from './action.ts';
import { onIndex, onTable, readUnits } from './capacity.ts';
import { consumedCapacity } from './consumed-capacity.ts';
import { keyText, passesFilter, projected } from './dynalite.ts';
import type { Engine } from './engine.ts';
import { validationError } from './error.ts';
import type { Item } from './item.ts';
import type { ItemRequest } from './item-request.ts';
import { entryKey, type SecondaryIndex } from './secondary-index.ts';
import type { KeyRange, StoredItem } from './sorted-items.ts';
import { keyOf } from './stream-record.ts';
import type { Table } from './table.ts';
import { keyNames } from './table-schema.ts';

/** A page ends with the item that reaches this size, before filter and projection. */
const PAGE_BYTES = 1024 * 1024;

/** One page of one partition, of the table or of an index. */
export function query(engine: Engine, request: ItemRequest): object {
  const table = engine.store.table(request.TableName);
  const range = planRange('query', request, table.schema);
  const index = indexOf(table, request);
  const start = startKey(table, index, request);
  const bounded = start === undefined ? range : startingBehind(range, start);
  return readPage(request, table, index, (index?.entries ?? table.items).query(bounded));
}

/** One page of everything; for tools. */
export function scan(engine: Engine, request: ItemRequest): object {
  const table = engine.store.table(request.TableName);
  planRange('scan', request, table.schema); // for its checks: a scan has no range but its start
  const index = indexOf(table, request);
  const start = startKey(table, index, request);
  return readPage(request, table, index, (index?.entries ?? table.items).scan(start));
}

function readPage(
  request: ItemRequest,
  table: Table,
  index: SecondaryIndex | undefined,
  source: Iterable<StoredItem>,
): object {
  const { page, bytes, isFull } = takePage(source, request.Limit ?? Number.POSITIVE_INFINITY);
  const items = page.filter((item) => passesFilter(item, request));
  const last = isFull ? page.at(-1) : undefined;
  const units = readUnits(bytes, request.ConsistentRead === true);
  const spent = index === undefined ? onTable(units) : onIndex(index.schema.IndexName, units);
  return {
    Count: items.length,
    ScannedCount: page.length,
    ...(request.Select !== 'COUNT' && { Items: items.map((item) => projected(item, request)) }),
    ...(last && { LastEvaluatedKey: positionOf(last, table, index) }),
    ...consumedCapacity(request.ReturnConsumedCapacity, request.TableName, spent),
  };
}

/** A page that is full names its end even when nothing follows, as DynamoDB does. */
function takePage(source: Iterable<StoredItem>, limit: number) {
  const page: Item[] = [];
  let bytes = 0;
  for (const { item, sizeBytes } of source) {
    page.push(item);
    bytes += sizeBytes;
    if (page.length >= limit || bytes >= PAGE_BYTES) return { page, bytes, isFull: true };
  }
  return { page, bytes, isFull: false };
}

const positionOf = (item: Item, table: Table, index: SecondaryIndex | undefined): Item =>
  keyOf(item, [...keyNames(table.schema), ...(index === undefined ? [] : keyNames(index.schema))]);

function startKey(
  table: Table,
  index: SecondaryIndex | undefined,
  { ExclusiveStartKey: start }: ItemRequest,
): string | undefined {
  if (start === undefined) return undefined;
  return index === undefined
    ? keyText(start, table.schema)
    : entryKey(start, index.schema, table.schema);
}

/** The start replaces the bound at which the reading begins. */
function startingBehind(range: KeyRange, start: string): KeyRange {
  if (range.reverse) return { ...range, lt: start };
  const { gte, ...open } = range;
  return { ...open, gt: start };
}

function indexOf(table: Table, request: ItemRequest): SecondaryIndex | undefined {
  const index = request.IndexName === undefined ? undefined : table.indexes.get(request.IndexName);
  if (index?.projectedNames)
    refuseUnprojected(request, index.schema.IndexName, index.projectedNames);
  return index;
}

function refuseUnprojected(
  { _projection, _filter }: ItemRequest,
  indexName: string,
  kept: ReadonlySet<string>,
): void {
  const named = [
    ...(_projection?.paths.map(([head]) => String(head)) ?? []),
    ...Object.keys(_filter?.pathHeads ?? {}),
  ];
  const missing = named.filter((name) => !kept.has(name));
  if (missing.length > 0)
    throw validationError(
      'One or more parameter values were invalid: ' +
        `Global secondary index ${indexName} does not project [${missing.join(', ')}]`,
    );
}
