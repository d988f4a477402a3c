import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../infra/local/dynamodb/item.ts';
import { bench, GAMES, N, refusal, S, TABLE, update } from './arenas-table.ts';

const text = (bytes: number) => S('x'.repeat(bytes));
const ALL = { ReturnConsumedCapacity: 'INDEXES' };
const key = (s: string) => ({ p: S('A'), s: S(s) });
/** 3 bytes of keys, then `x` with so many. */
const sized = (bytes: number): Item => ({ x: text(bytes - 5) });

/** The units of a call: `[total, table, arms]`. */
function units({ call }: ReturnType<typeof bench>, operation: string, input: object) {
  const { ConsumedCapacity } = call(operation, { ...input, ...ALL });
  const [capacity] = [ConsumedCapacity].flat() as {
    CapacityUnits: number;
    Table: { CapacityUnits: number };
    GlobalSecondaryIndexes?: Record<string, { CapacityUnits: number }>;
  }[];
  const arms = Object.entries(capacity?.GlobalSecondaryIndexes ?? {});
  return [
    capacity?.CapacityUnits,
    capacity?.Table.CapacityUnits,
    Object.fromEntries(arms.map(([name, arm]) => [name, arm.CapacityUnits])),
  ];
}

describe('a write of a table costs the larger image', () => {
  it.each([
    ['nothing to 1,024 bytes', null, 1024, 1],
    ['nothing to 1,025 bytes', null, 1025, 2],
    ['3,000 bytes to 10', 3000, 10, 3],
    ['10 bytes to 3,000', 10, 3000, 3],
    ['the same again', 1500, 1500, 2],
  ])('%s', (_what, before, after, expected) => {
    const made = bench();
    if (before !== null) made.put('A', 'a', sized(before));

    const Item = { ...key('a'), ...sized(after) };

    expect(units(made, 'PutItem', { TableName: TABLE, Item })).toEqual([expected, expected, {}]);
  });

  it.each([
    ['of 2,049 bytes', 2049, 3],
    ['of nothing', null, 1],
  ])('a delete %s by the old one', (_what, before, expected) => {
    const made = bench();
    if (before !== null) made.put('A', 'a', sized(before));

    expect(units(made, 'DeleteItem', { TableName: TABLE, Key: key('a') })).toEqual([
      expected,
      expected,
      {},
    ]);
  });

  it('in UTF-8 and not in characters', () => {
    const made = bench();

    const Item = { ...key('a'), x: S('€'.repeat(400)) };

    expect(units(made, 'PutItem', { TableName: TABLE, Item })).toEqual([2, 2, {}]);
  });
});

describe('an index costs', () => {
  /** `x` is kept by `all` and `some`, `y` by `all` only. */
  const row = (g: string | null, x: number, y = 1): Item => ({
    ...(g !== null && { g: S(g), n: N(1) }),
    x: text(x),
    y: text(y),
  });

  it.each([
    ['its projected entry, when an item enters', null, row('g', 1500, 1500), [3, 2, 1]],
    ['its projected entry, when an item leaves', row('g', 1500, 1500), row(null, 1), [3, 2, 1]],
    ['the larger entry, when it grows in place', row('g', 10), row('g', 2500), [3, 3, 0]],
    ['the larger entry, when it shrinks in place', row('g', 2500), row('g', 10), [3, 3, 0]],
    ['both entries rounded, when its key moves', row('g', 1500), row('h', 1500), [4, 4, 2]],
    ['each entry by its own size, when its key moves', row('g', 3000), row('h', 1), [4, 4, 2]],
    ['nothing, when its view stays: not projected', row('g', 1, 1), row('g', 1, 9), [1, 0, 0]],
    ['nothing, when its view stays: the same item', row('g', 1), row('g', 1), [0, 0, 0]],
    ['nothing, when an item is not in it', row(null, 1), row(null, 2), [0, 0, 0]],
  ])('%s', (_what, before, after, [all, some, keys]) => {
    const made = bench();
    if (before !== null) made.put('A', 'a', before);

    const Item = { ...key('a'), ...after };
    const [total, table, arms] = units(made, 'PutItem', { TableName: TABLE, Item });

    const expected = Object.entries({ all, some, keys }).filter(([, cost]) => cost !== 0);
    expect(arms).toEqual(Object.fromEntries(expected));
    expect(total).toBe(Number(table) + Number(all) + Number(some) + Number(keys));
  });

  it('the entry that a delete removes', () => {
    const made = bench();
    made.put('A', 'a', row('g', 2500, 1));

    expect(units(made, 'DeleteItem', { TableName: TABLE, Key: key('a') })).toEqual([
      10,
      3,
      { all: 3, some: 3, keys: 1 },
    ]);
  });
});

describe('a transaction costs', () => {
  it('twice the table, each action rounded first, and its indexes once', () => {
    const made = bench();
    const put = (s: string, more: Item) => ({
      Put: { TableName: TABLE, Item: { ...key(s), ...more } },
    });
    const TransactItems = [
      put('a', sized(100)),
      put('b', sized(1100)),
      put('c', { g: S('g'), n: N(1) }),
    ];

    expect(units(made, 'TransactWriteItems', { TransactItems })).toEqual([
      11,
      8,
      { all: 1, some: 1, keys: 1 },
    ]);
  });

  it.each([
    ['a small item', 100, 2],
    ['2,049 bytes', 2049, 6],
    ['a missing item', null, 2],
  ])('for a check of %s, twice its kilobytes', (_what, bytes, expected) => {
    const made = bench();
    if (bytes !== null) made.put('A', 'a', sized(bytes));
    const condition = bytes === null ? 'attribute_not_exists(p)' : 'attribute_exists(p)';
    const check = { TableName: TABLE, Key: key('a'), ConditionExpression: condition };

    expect(
      units(made, 'TransactWriteItems', { TransactItems: [{ ConditionCheck: check }] }),
    ).toEqual([expected, expected, {}]);
  });

  it('write units the first time and read units when it is repeated', () => {
    const { call } = bench();
    const request = {
      TransactItems: [{ Put: { TableName: 'Games', Item: { p: S('G'), x: text(3000) } } }],
      ClientRequestToken: 'token',
      ReturnConsumedCapacity: 'TOTAL',
    };

    expect([call('TransactWriteItems', request), call('TransactWriteItems', request)]).toEqual([
      { ConsumedCapacity: [{ TableName: 'Games', CapacityUnits: 6, WriteCapacityUnits: 6 }] },
      { ConsumedCapacity: [{ TableName: 'Games', CapacityUnits: 2, ReadCapacityUnits: 2 }] },
    ]);
  });

  it('as many answers as tables', () => {
    const { call } = bench();
    const TransactItems = [
      { Put: { TableName: 'Games', Item: { p: S('G') } } },
      { Put: { TableName: TABLE, Item: key('a') } },
      { Put: { TableName: TABLE, Item: key('b') } },
    ];

    const answer = call('TransactWriteItems', { TransactItems, ReturnConsumedCapacity: 'TOTAL' });

    expect(answer.ConsumedCapacity).toMatchObject([
      { TableName: 'Games', CapacityUnits: 2 },
      { TableName: TABLE, CapacityUnits: 4 },
    ]);
  });

  it.each([
    ['a missing item', null, 2],
    ['4,096 bytes', 4096, 2],
    ['4,097 bytes', 4097, 4],
  ])('for a read of %s', (_what, bytes, expected) => {
    const made = bench();
    if (bytes !== null) made.put('A', 'a', sized(bytes));

    const TransactItems = [{ Get: { TableName: TABLE, Key: key('a') } }];

    expect(units(made, 'TransactGetItems', { TransactItems })).toEqual([expected, expected, {}]);
  });

  it('nothing that is told, when it fails', () => {
    const { call } = bench();
    const check = { TableName: TABLE, Key: key('a'), ConditionExpression: 'attribute_exists(p)' };
    const request = { TransactItems: [{ ConditionCheck: check }], ...ALL };

    const { body } = refusal(() => call('TransactWriteItems', request));

    expect(Object.keys(body).sort()).toEqual(['CancellationReasons', 'Message', '__type']);
  });
});

describe('a read costs', () => {
  it.each([
    ['a missing item', null, false, 0.5],
    ['a missing item', null, true, 1],
    ['4,096 bytes', 4096, false, 0.5],
    ['4,096 bytes', 4096, true, 1],
    ['4,097 bytes', 4097, false, 1],
    ['4,097 bytes', 4097, true, 2],
  ])('for %s (%s), consistent %s: %s', (_what, bytes, ConsistentRead, expected) => {
    const made = bench();
    if (bytes !== null) made.put('A', 'a', sized(bytes));
    const request = { TableName: TABLE, Key: key('a'), ConsistentRead };

    expect(units(made, 'GetItem', request)).toEqual([expected, expected, {}]);
  });

  it('in a batch, every item rounded', () => {
    const made = bench();
    made.put('A', 'a', sized(5000));
    made.put('A', 'b', sized(100));
    const Keys = ['a', 'b', 'c'].map(key);

    expect(units(made, 'BatchGetItem', { RequestItems: { [TABLE]: { Keys } } })).toEqual([
      2,
      2,
      {},
    ]);
  });

  it('in a query, all that was read before the filter, rounded once', () => {
    const made = bench();
    for (const s of ['a', 'b', 'c', 'd']) made.put('A', s, sized(3000));
    const query = {
      TableName: TABLE,
      KeyConditionExpression: 'p = :p',
      FilterExpression: 'attribute_not_exists(x)',
      ProjectionExpression: 'x',
    };
    const read = (p: string, more: object = {}) =>
      units(made, 'Query', { ...query, ExpressionAttributeValues: { ':p': S(p) }, ...more });

    expect(read('A')).toEqual([1.5, 1.5, {}]);
    expect(read('A', { ConsistentRead: true })).toEqual([3, 3, {}]);
    expect(read('A', { Limit: 1 })).toEqual([0.5, 0.5, {}]);
    expect(read('nothing')).toEqual([0.5, 0.5, {}]);
  });

  it('from an index, its entries', () => {
    const made = bench();
    made.put('A', 'a', { g: S('g'), n: N(1), y: text(9000) });
    const read = (IndexName: string) =>
      units(made, 'Query', {
        TableName: TABLE,
        IndexName,
        KeyConditionExpression: 'g = :g',
        ExpressionAttributeValues: { ':g': S('g') },
      });

    expect(read('all')).toEqual([1.5, 0, { all: 1.5 }]);
    expect(read('keys')).toEqual([0.5, 0, { keys: 0.5 }]);
  });
});

describe('the answer', () => {
  it.each([
    ['TOTAL', { TableName: 'Games', CapacityUnits: 1 }],
    ['INDEXES', { TableName: 'Games', CapacityUnits: 1, Table: { CapacityUnits: 1 } }],
    ['NONE', undefined],
  ])('to %s', (ReturnConsumedCapacity, expected) => {
    const { call } = bench();
    const request = { TableName: GAMES.TableName, Item: { p: S('G') }, ReturnConsumedCapacity };

    expect(call('PutItem', request).ConsumedCapacity).toEqual(expected);
  });

  it('to an update counts the item as it becomes', () => {
    const made = bench();
    made.put('A', 'a', sized(1000));

    expect(units(made, 'UpdateItem', update(['A', 'a'], 'SET y = :y', { y: text(100) }))).toEqual([
      2,
      2,
      {},
    ]);
  });
});
