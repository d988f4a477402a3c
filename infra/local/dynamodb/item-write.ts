import type { WriteAction } from './action.ts';
import { type Spent, spend, writeUnits } from './capacity.ts';
import { consumedCapacities, consumedCapacity } from './consumed-capacity.ts';
import type { Engine } from './engine.ts';
import { serviceError, validationError } from './error.ts';
import type { ItemRequest } from './item-request.ts';
import { planWrite } from './planned-write.ts';
import type { BatchWriteRequest, BatchWriteStep } from './request.ts';
import type { Write } from './table.ts';

const BATCH_MAX_WRITES = 25;

export const putItem = writeWith('putItem');
export const updateItem = writeWith('updateItem');
export const deleteItem = writeWith('deleteItem');

function writeWith(action: WriteAction) {
  return (engine: Engine, request: ItemRequest): object => {
    if (engine.faults.strikes('transactionConflict'))
      throw serviceError('TransactionConflictException', 'Transaction is ongoing for the item');
    const table = engine.store.table(request.TableName);
    const { write, answer } = planWrite(action, request, table);
    engine.store.commit([write]);
    return {
      ...answer,
      ...consumedCapacity(request.ReturnConsumedCapacity, request.TableName, writeUnits(write)),
    };
  };
}

/** Done in one go, though callers must not rely on it: the real one may do a part. */
export function batchWriteItem(engine: Engine, request: BatchWriteRequest): object {
  const writes = Object.entries(request.RequestItems).flatMap(([TableName, steps]) =>
    steps.map((step) => planStep(engine, TableName, step)),
  );
  if (writes.length > BATCH_MAX_WRITES)
    throw validationError('Too many items requested for the BatchWriteItem call');
  const names = new Set(writes.map(({ table, key }) => `${table.schema.TableName}/${key}`));
  if (names.size < writes.length)
    throw validationError('Provided list of item keys contains duplicates');
  engine.store.commit(writes);
  const spentByTable = new Map<string, Spent>();
  for (const write of writes) spend(spentByTable, write.table.schema.TableName, writeUnits(write));
  const capacities = consumedCapacities(request.ReturnConsumedCapacity, spentByTable);
  return { UnprocessedItems: {}, ...capacities };
}

function planStep(engine: Engine, TableName: string, step: BatchWriteStep): Write {
  const { PutRequest, DeleteRequest } = step;
  const table = engine.store.table(TableName);
  if (PutRequest !== undefined && DeleteRequest === undefined)
    return planWrite('putItem', { TableName, ...PutRequest }, table).write;
  if (DeleteRequest !== undefined && PutRequest === undefined)
    return planWrite('deleteItem', { TableName, ...DeleteRequest }, table).write;
  throw validationError('A write request is either a PutRequest or a DeleteRequest');
}
