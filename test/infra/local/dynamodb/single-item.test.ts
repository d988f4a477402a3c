import { describe, expect, it } from 'vitest';
import { bench, GAMES, N, refusal, S, TABLE, update } from './arenas-table.ts';

const A: readonly [string, string] = ['A#1', 'P#a'];

describe('a single item', () => {
  it('is read as it was put, and is gone after a delete', () => {
    const { put, get, call } = bench();

    put(...A, { x: S('one') });
    expect(get(...A)).toEqual({ p: S('A#1'), s: S('P#a'), x: S('one') });

    call('DeleteItem', { TableName: TABLE, Key: { p: S('A#1'), s: S('P#a') } });
    expect(get(...A)).toBeUndefined();
  });

  it('keeps attributes that an update does not name', () => {
    const { put, get, call } = bench();
    put(...A, { x: S('one'), y: N(1) });

    call('UpdateItem', update(A, 'SET y = y + :one REMOVE z', { one: N(1) }));

    expect(get(...A)).toMatchObject({ x: S('one'), y: N(2) });
  });

  it('comes into being by an update of nothing', () => {
    const { get, call } = bench();

    call(
      'UpdateItem',
      update(A, 'SET l = list_append(if_not_exists(l, :none), :one)', {
        none: { L: [] },
        one: { L: [{ B: 'AAE=' }] },
      }),
    );

    expect(get(...A)).toEqual({ p: S('A#1'), s: S('P#a'), l: { L: [{ B: 'AAE=' }] } });
  });

  it.each([
    ['1.0', '1'],
    ['007', '7'],
    ['1E3', '1000'],
    ['-0', '0'],
    ['0.50', '0.5'],
  ])('stores the number %s as %s, wherever it comes from', (written, stored) => {
    const { put, get, call } = bench();

    put(...A, { x: N(written), l: { L: [{ M: { k: N(written) } }] }, ns: { NS: [written] } });
    call('UpdateItem', update(A, 'SET y = :y', { y: N(written) }));

    expect(get(...A)).toMatchObject({
      x: N(stored),
      y: N(stored),
      l: { L: [{ M: { k: N(stored) } }] },
      ns: { NS: [stored] },
    });
  });

  it.each([
    ['ALL_OLD', { p: S('A#1'), s: S('P#a'), x: N(1), y: N(1) }],
    ['ALL_NEW', { p: S('A#1'), s: S('P#a'), x: N(2), y: N(1) }],
    ['UPDATED_OLD', { x: N(1) }],
    ['UPDATED_NEW', { x: N(2) }],
    ['NONE', undefined],
  ])('answers an update with %s', (ReturnValues, expected) => {
    const { put, call } = bench();
    put(...A, { x: N(1), y: N(1) });

    const answer = call('UpdateItem', update(A, 'SET x = :x', { x: N(2) }, { ReturnValues }));

    expect(answer.Attributes && { ...answer.Attributes }).toEqual(expected);
  });

  it('of more than 400 KB is refused, counted in UTF-8', () => {
    const { put, get, call } = bench();
    const fits = '€'.repeat(136_000); // 408,000 bytes

    put(...A, { x: S(fits) });
    expect(refusal(() => put('A#1', 'b', { x: S(`${fits}${'€'.repeat(600)}`) })).message).toMatch(
      /size/,
    );
    expect(
      refusal(() => call('UpdateItem', update(A, 'SET y = :y', { y: S('€'.repeat(600)) }))).name,
    ).toBe('ValidationException');
    expect(get(...A)).not.toHaveProperty('y');
  });

  it('is not shared with its writer: changing the input later changes nothing', () => {
    const { call, get } = bench();
    const Item = { p: S('A#1'), s: S('P#a'), m: { M: { k: { S: 'kept' } } } };
    call('PutItem', { TableName: TABLE, Item });

    Item.m.M.k.S = 'changed';

    expect(get(...A)?.m).toEqual({ M: { k: S('kept') } });
  });
});

describe('a condition', () => {
  const put = (condition: string, more: object = {}) => ({
    TableName: TABLE,
    Item: { p: S('A#1'), s: S('P#a'), x: S('new') },
    ConditionExpression: condition,
    ...more,
  });

  it.each([
    ['attribute_not_exists(p)', {}, false],
    ['attribute_exists(p)', {}, true],
    ['x = :x', { ':x': S('old') }, true],
    ['x = :x', { ':x': S('other') }, false],
    ['x <> :x', { ':x': S('old') }, false],
    ['absent = :x', { ':x': S('old') }, false],
    ['y > :x AND y < :y', { ':x': N(9), ':y': N(100) }, true], // as numbers, not as text
    ['y BETWEEN :x AND :y', { ':x': N(10), ':y': N(10) }, true],
    ['x IN (:x, :y)', { ':x': S('a'), ':y': S('old') }, true],
    ['NOT begins_with(x, :x) OR size(x) = :y', { ':x': S('o'), ':y': N(3) }, true],
    ['contains(x, :x)', { ':x': S('ld') }, true],
    ['y = :x', { ':x': S('10') }, false], // types differ
    ['y = :x', { ':x': N('10.00') }, true],
  ])('%s with %j holds: %s', (condition, values, holds) => {
    const { put: seed, call, get } = bench();
    seed(...A, { x: S('old'), y: N(10) });
    const request = put(
      condition,
      Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {},
    );

    if (holds) call('PutItem', request);
    else
      expect(refusal(() => call('PutItem', request)).name).toBe('ConditionalCheckFailedException');

    expect(get(...A)?.x).toEqual(S(holds ? 'new' : 'old'));
  });

  it('that fails shows the item only where it was asked for and there is one', () => {
    const { put: seed, call } = bench();
    const failing = put('x = :x', { ExpressionAttributeValues: { ':x': S('?') } });
    const asking = { ...failing, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };

    expect(refusal(() => call('PutItem', asking)).body).not.toHaveProperty('Item');
    seed(...A, { x: S('old') });

    expect(refusal(() => call('PutItem', failing)).body).not.toHaveProperty('Item');
    expect(refusal(() => call('PutItem', asking)).body.Item).toEqual({
      p: S('A#1'),
      s: S('P#a'),
      x: S('old'),
    });
  });
});

describe('a request that is not understood in full is refused', () => {
  const Item = { p: S('A#1'), s: S('P#a') };
  const Key = Item;

  it.each([
    ['PutItem', { TableName: TABLE, Item, ReturnValuesOnConditionCheckFailur: 'ALL_OLD' }],
    ['PutItem', { TableName: TABLE, Item, Expected: { x: { Exists: false } } }],
    ['UpdateItem', { TableName: TABLE, Key, AttributeUpdates: {} }],
    ['GetItem', { TableName: TABLE, Key, AttributesToGet: ['x'] }],
    ['Scan', { TableName: TABLE, Segment: 0, TotalSegments: 2 }],
    ['CreateTable', { ...GAMES, TableName: 'Other', TableClass: 'STANDARD' }],
    [
      'CreateTable',
      { ...GAMES, TableName: 'Other', StreamSpecification: { StreamViewType: 'NEW_IMAGE' } },
    ],
    ['BatchWriteItem', { RequestItems: { [TABLE]: [{ PutRequest: { Item, Condition: 'x' } }] } }],
    ['BatchGetItem', { RequestItems: { [TABLE]: { Keys: [Key], Consistent: true } } }],
    ['TransactWriteItems', { TransactItems: [{ Put: { TableName: TABLE, Item, Foo: 1 } }] }],
    [
      'TransactWriteItems',
      { TransactItems: [{ Put: { TableName: TABLE, Item, ReturnValues: 'ALL_OLD' } }] },
    ],
    ['TransactGetItems', { TransactItems: [{ Get: { TableName: TABLE, Key, Foo: 1 } }] }],
    ['PutItem', update(['A#1', 'P#a'], 'SET x = :x', { x: S('x') })],
    ['UpdateItem', update(['A#1', 'P#a'], 'SET x = :x', { x: S('x'), unused: S('x') })],
    ['UpdateItem', update(['A#1', 'P#a'], 'SET count = :x', { x: S('x') })], // reserved word
    ['UpdateItem', update(['A#1', 'P#a'], 'SET p = :x', { x: S('x') })],
    ['UpdateItem', update(['A#1', 'P#a'], 'REMOVE l[0], l[1]')],
    [
      'UpdateItem',
      update(
        ['A#1', 'P#a'],
        'SET x = :x',
        { x: S('x'), l: { L: [] } },
        {
          ConditionExpression: 'attribute_exists(p) AND NOT l = :l',
        },
      ),
    ],
    ['GetItem', { TableName: TABLE, Key: { p: S('A#1') } }],
    ['PutItem', { TableName: TABLE, Item: { p: S('A#1'), s: N(1) } }],
    // An index key of another type.
    ['PutItem', { TableName: TABLE, Item: { ...Item, g: N(1), n: N(1) } }],
  ])('%s %j', (operation, input) => {
    const { call, commits } = bench();

    expect(refusal(() => call(operation, input)).name).toBe('ValidationException');
    expect(commits).toEqual([]);
  });

  it.each([
    ['DropEverything', {}, 'UnknownOperationException'],
    ['PutItem', 'text', 'SerializationException'],
    ['PutItem', { TableName: TABLE, Item: 'text' }, 'SerializationException'],
    ['PutItem', { TableName: 'Nowhere', Item }, 'ResourceNotFoundException'],
    ['DescribeTable', { TableName: 'Nowhere' }, 'ResourceNotFoundException'],
    ['CreateTable', GAMES, 'ResourceInUseException'],
  ])('%s %j is %s', (operation, input, name) => {
    const { db } = bench();

    expect(refusal(() => db.call(operation, input)).name).toBe(name);
  });
});
