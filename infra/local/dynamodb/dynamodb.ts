import type { Commit } from './commit.ts';
import type { Engine } from './engine.ts';
import { internalError, protocolError, serviceError } from './error.ts';
import { createFaults, type Faults } from './faults.ts';
import { batchGetItem, getItem, transactGetItems } from './item-read.ts';
import { batchWriteItem, deleteItem, putItem, updateItem } from './item-write.ts';
import { isOperation, type Operation } from './operation.ts';
import { query, scan } from './page.ts';
import { type Requests, readRequest } from './request.ts';
import { Store } from './store.ts';
import { describe } from './table.ts';
import { transactWriteItems } from './transact-write.ts';

export interface DynamoDbOptions {
  /** Shards of every table's stream. */
  readonly shards: number;
  /** Epoch milliseconds. */
  readonly nowMs: () => number;
  /**
   * Called inside the commit, before the change is visible and answered: the place to keep it. If
   * it throws, nothing has changed.
   */
  readonly onCommit: (commit: Commit) => void;
  readonly faults?: Faults;
}

export interface DynamoDb {
  /** One operation, `PutItem` and so on, done in this turn; throws `DynamoDbError`. */
  call(operation: string, input: unknown): object;
  /** Replays commits into tables that exist; entries of other kinds are passed over. */
  restore(entries: Iterable<{ readonly t: string }>): void;
  /**
   * Entries that restore all items, tokens and the sequence, but no stream records. Not to be asked
   * for inside `onCommit`, where the change is not made yet.
   */
  snapshot(): Iterable<Commit>;
  readonly faults: Faults;
}

/**
 * DynamoDB in memory. Every action and every transaction is one turn of the event loop: all or
 * nothing, without locks. Expired items stay until they are deleted: readers filter them, as they
 * have to on AWS, where TTL may be days late.
 */
export function createDynamoDb(options: DynamoDbOptions): DynamoDb {
  const { faults = createFaults(0), nowMs } = options;
  const store = new Store({ ...options, keepsEarlier: options.faults !== undefined });
  const engine: Engine = { store, faults, nowMs };
  return {
    call(operation, input) {
      if (!isOperation(operation))
        throw protocolError('UnknownOperationException', `Unknown operation ${operation}`);
      return isOnItems(operation)
        ? callOnItems(engine, operation, input)
        : run(engine, operation, input);
    },
    restore: (entries) => store.restore(entries),
    snapshot: () => store.snapshot(),
    faults,
  };
}

function callOnItems(engine: Engine, operation: Operation, input: unknown): object {
  if (engine.faults.strikes('throttle'))
    throw serviceError(
      'ProvisionedThroughputExceededException',
      'The level of configured provisioned throughput for the table was exceeded.',
    );
  const answer = run(engine, operation, input);
  if (isWrite(operation) && engine.faults.strikes('responseLost')) throw internalError();
  return answer;
}

const run = <O extends Operation>(engine: Engine, operation: O, input: unknown): object =>
  RUNS[operation](engine, readRequest(operation, input));

const RUNS: { [O in Operation]: (engine: Engine, request: Requests[O]) => object } = {
  CreateTable: ({ store }, request) => ({ TableDescription: describe(store.addTable(request)) }),
  DescribeTable: ({ store }, { TableName }) => ({ Table: describe(store.table(TableName)) }),
  GetItem: getItem,
  PutItem: putItem,
  UpdateItem: updateItem,
  DeleteItem: deleteItem,
  Query: query,
  Scan: scan,
  BatchGetItem: batchGetItem,
  BatchWriteItem: batchWriteItem,
  TransactGetItems: transactGetItems,
  TransactWriteItems: transactWriteItems,
};

const isOnItems = (operation: Operation): boolean => !operation.endsWith('Table');

const isWrite = (operation: Operation): boolean => /Put|Update|Delete|Write/.test(operation);
