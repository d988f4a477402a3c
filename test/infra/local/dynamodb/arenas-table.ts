import { expect } from 'vitest';
import type { Commit } from '../../../../infra/local/dynamodb/commit.ts';
import { createDynamoDb, type DynamoDb } from '../../../../infra/local/dynamodb/dynamodb.ts';
import { DynamoDbError } from '../../../../infra/local/dynamodb/error.ts';
import type { Faults } from '../../../../infra/local/dynamodb/faults.ts';
import type { AttributeValue, Item } from '../../../../infra/local/dynamodb/item.ts';
import type { StreamRecord } from '../../../../infra/local/dynamodb/stream-record.ts';

export const S = (text: string): AttributeValue => ({ S: text });
export const N = (number: number | string): AttributeValue => ({ N: String(number) });

export const TABLE = 'Arenas';

const attribute = (AttributeName: string, AttributeType: string) => ({
  AttributeName,
  AttributeType,
});
const key = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType });

/** Two keys; an index on `g` and `n` of every projection: `all`, `keys`, and `some` with `x`. */
export const ARENAS = {
  TableName: TABLE,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    attribute('p', 'S'),
    attribute('s', 'S'),
    attribute('g', 'S'),
    attribute('n', 'N'),
  ],
  KeySchema: [key('p', 'HASH'), key('s', 'RANGE')],
  GlobalSecondaryIndexes: [
    index('all', { ProjectionType: 'ALL' }),
    index('keys', { ProjectionType: 'KEYS_ONLY' }),
    index('some', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['x'] }),
  ],
};

/** One key, no index. */
export const GAMES = {
  TableName: 'Games',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [attribute('p', 'S')],
  KeySchema: [key('p', 'HASH')],
};

function index(IndexName: string, Projection: object) {
  return { IndexName, KeySchema: [key('g', 'HASH'), key('n', 'RANGE')], Projection };
}

export interface Answer {
  readonly Item?: Item;
  readonly Items?: readonly Item[];
  readonly Attributes?: Item;
  readonly Count?: number;
  readonly ScannedCount?: number;
  readonly LastEvaluatedKey?: Item;
  readonly ConsumedCapacity?: unknown;
  readonly Responses?: unknown;
}

export interface Bench {
  readonly db: DynamoDb;
  readonly commits: Commit[];
  readonly clock: { nowMs: number };
  records(): readonly StreamRecord[];
  call(operation: string, input: object): Answer;
  /** Puts `{p, s, …more}` into the arenas table. */
  put(p: string, s: string, more?: Item): Answer;
  get(p: string, s: string): Item | undefined;
}

/** A database with both tables, and all that it committed. */
export function bench(options: { faults?: Faults; shards?: number } = {}): Bench {
  const commits: Commit[] = [];
  const clock = { nowMs: 1_000_000 };
  const db = createDynamoDb({
    shards: 4,
    nowMs: () => clock.nowMs,
    onCommit: (commit) => commits.push(commit),
    ...options,
  });
  const call = (operation: string, input: object) => db.call(operation, input) as Answer;
  call('CreateTable', ARENAS);
  call('CreateTable', GAMES);
  return {
    db,
    commits,
    clock,
    call,
    records: () => commits.flatMap((commit) => commit.records),
    put: (p, s, more = {}) =>
      call('PutItem', { TableName: TABLE, Item: { p: S(p), s: S(s), ...more } }),
    get: (p, s) =>
      call('GetItem', { TableName: TABLE, Key: { p: S(p), s: S(s) }, ConsistentRead: true }).Item,
  };
}

/** An update of one item of the arenas table; `values` without their colons. */
export const update = (
  [p, s]: readonly [string, string],
  UpdateExpression: string,
  values: Item = {},
  more: object = {},
) => ({
  TableName: TABLE,
  Key: { p: S(p), s: S(s) },
  UpdateExpression,
  ...expressionValues(values),
  ...more,
});

export const expressionValues = (values: Item) =>
  Object.keys(values).length === 0
    ? {}
    : {
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [`:${name}`, value]),
        ),
      };

/** The refusal of a call that must be refused. */
export function refusal(run: () => unknown): DynamoDbError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(DynamoDbError);
    return error as DynamoDbError;
  }
  throw new Error('the call was not refused');
}
