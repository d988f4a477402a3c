import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../infra/local/dynamodb/item.ts';
import { type Answer, type Bench, bench, N, refusal, S, TABLE } from './arenas-table.ts';

const sortKeys = (items: readonly Item[] | undefined) => items?.map((item) => item.s?.S);

const inPartition = (more: object = {}, values: object = {}) => ({
  TableName: TABLE,
  KeyConditionExpression: 'p = :p',
  ExpressionAttributeValues: { ':p': S('A'), ...values },
  ...more,
});

function rows(...names: readonly string[]): Bench {
  const made = bench();
  for (const name of names) made.put('A', name, { x: S(`of ${name}`), y: N(name.length) });
  made.put('B', 'P#other');
  return made;
}

/** All pages, and how many there were. */
function pages({ call }: Bench, operation: string, input: object) {
  const answers: Answer[] = [];
  let start: Item | undefined;
  do {
    const answer = call(operation, { ...input, ...(start && { ExclusiveStartKey: start }) });
    answers.push(answer);
    start = answer.LastEvaluatedKey;
  } while (start !== undefined);
  return { count: answers.length, items: answers.flatMap(({ Items = [] }) => Items) };
}

describe('a query', () => {
  it('reads one partition in the order of UTF-8 bytes', () => {
    const { call } = rows('b', 'a', 'é', 'Z', 'aa', '😀', '\uffff', 'a0');

    expect(sortKeys(call('Query', inPartition()).Items)).toEqual([
      'Z',
      'a',
      'a0',
      'aa',
      'b',
      'é',
      '\uffff', // three bytes, though 😀 has the smaller UTF-16 units
      '😀',
    ]);
  });

  it.each([
    ['s = :s', { ':s': S('c') }, ['c']],
    ['s < :s', { ':s': S('c') }, ['a', 'b', 'bb']],
    ['s <= :s', { ':s': S('c') }, ['a', 'b', 'bb', 'c']],
    ['s > :s', { ':s': S('b') }, ['bb', 'c', 'd']],
    ['s >= :s', { ':s': S('b') }, ['b', 'bb', 'c', 'd']],
    ['s BETWEEN :s AND :t', { ':s': S('b'), ':t': S('c') }, ['b', 'bb', 'c']],
    ['begins_with(s, :s)', { ':s': S('b') }, ['b', 'bb']],
    ['begins_with(s, :s)', { ':s': S('x') }, []],
  ])('with %s %j reads %j, forwards and backwards', (condition, values, expected) => {
    const { call } = rows('d', 'b', 'a', 'c', 'bb');
    const request = inPartition({ KeyConditionExpression: `p = :p AND ${condition}` }, values);

    const backwards = call('Query', { ...request, ScanIndexForward: false }).Items;

    expect(sortKeys(call('Query', request).Items)).toEqual(expected);
    expect(sortKeys(backwards)).toEqual(expected.toReversed());
  });

  it.each([true, false])('comes in pages that lose and repeat nothing (forward: %s)', (forward) => {
    const made = rows('a', 'b', 'c', 'd', 'e');
    const request = inPartition({ Limit: 2, ScanIndexForward: forward });
    const all = ['a', 'b', 'c', 'd', 'e'];

    const { count, items } = pages(made, 'Query', request);

    expect(sortKeys(items)).toEqual(forward ? all : all.toReversed());
    expect(count).toBe(3);
  });

  it('names the end of a full page even when nothing follows', () => {
    const { call } = rows('a', 'b');

    expect(call('Query', inPartition({ Limit: 2 })).LastEvaluatedKey).toEqual({
      p: S('A'),
      s: S('b'),
    });
    expect(call('Query', inPartition({ Limit: 3 })).LastEvaluatedKey).toBeUndefined();
  });

  it('ends a page at one megabyte', () => {
    const made = bench();
    for (let i = 0; i < 9; i++) made.put('A', `${i}`, { x: S('x'.repeat(300_000)) });

    expect(made.call('Query', inPartition()).Count).toBe(4);
    expect(pages(made, 'Query', inPartition())).toMatchObject({ count: 3 });
  });

  it('filters after reading and projects what is left', () => {
    const { call } = rows('a', 'bb', 'cc', 'd');
    const filter = {
      Limit: 3,
      FilterExpression: 'y = :two',
      ProjectionExpression: '#s, y',
      ExpressionAttributeNames: { '#s': 's' },
    };

    expect(call('Query', inPartition(filter, { ':two': N(2) }))).toEqual({
      Count: 2,
      ScannedCount: 3,
      Items: [
        { s: S('bb'), y: N(2) },
        { s: S('cc'), y: N(2) },
      ],
      LastEvaluatedKey: { p: S('A'), s: S('cc') },
    });
    expect(call('Query', inPartition({ Select: 'COUNT' }))).toEqual({ Count: 4, ScannedCount: 4 });
  });

  it('sees a write at once', () => {
    const { call, put } = rows('a');

    put('A', 'b');
    call('DeleteItem', { TableName: TABLE, Key: { p: S('A'), s: S('a') } });

    expect(sortKeys(call('Query', inPartition({ ConsistentRead: true })).Items)).toEqual(['b']);
  });

  it('keeps the order of any names, whatever came and went', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.boolean()), { maxLength: 40 }), (changes) => {
        const { call, put } = bench();
        const expected = new Set<string>();
        for (const [s, stays] of changes) {
          if (stays) put('A', s);
          else call('DeleteItem', { TableName: TABLE, Key: { p: S('A'), s: S(s) } });
          expected[stays ? 'add' : 'delete'](s);
        }
        const sorted = [...expected].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(sortKeys(call('Query', inPartition()).Items)).toEqual(sorted);
      }),
    );
  });
});

describe('a scan', () => {
  it('reads everything in pages', () => {
    const made = bench();
    const names = Array.from({ length: 25 }, (_, i) => `P${i}`);
    for (const name of names) made.put(name, 's');

    const { items } = pages(made, 'Scan', { TableName: TABLE, Limit: 4, ConsistentRead: true });

    expect(items.map((item) => item.p?.S).sort()).toEqual(names.sort());
  });

  it('sees partitions that came and went since the last one', () => {
    const { put, call } = bench();
    const read = () => call('Scan', { TableName: TABLE }).Items?.map((item) => item.p?.S);
    put('A', 's');
    expect(read()).toEqual(['A']);

    put('B', 's');
    expect(read()?.sort()).toEqual(['A', 'B']);
    call('DeleteItem', { TableName: TABLE, Key: { p: S('A'), s: S('s') } });

    expect(read()).toEqual(['B']);
  });
});

describe('an index', () => {
  const byGroup = (IndexName: string, more: object = {}) => ({
    TableName: TABLE,
    IndexName,
    KeyConditionExpression: 'g = :g',
    ExpressionAttributeValues: { ':g': S('open') },
    ...more,
  });
  const grouped = (n: number | string, more: Item = {}): Item => ({
    g: S('open'),
    n: N(n),
    ...more,
  });

  it('holds only the items that have all its keys', () => {
    const { put, call } = bench();
    put('A', 'neither');
    put('A', 'no sort key', { g: S('open') });
    put('A', 'no partition key', { n: N(1) });
    put('A', 'both', grouped(1));

    expect(sortKeys(call('Query', byGroup('all')).Items)).toEqual(['both']);
  });

  it('is in the order of numbers, negative ones too', () => {
    const { put, call } = bench();
    for (const n of ['10', '9', '-1', '-10.5', '0', '100', '0.5', '-0.5']) put('A', n, grouped(n));

    expect(sortKeys(call('Query', byGroup('keys')).Items)).toEqual([
      ...['-10.5', '-1', '-0.5', '0', '0.5', '9', '10', '100'],
    ]);
  });

  it('follows its items when they move, leave and are deleted', () => {
    const { put, call } = bench();
    const read = () => sortKeys(call('Query', byGroup('some')).Items);
    put('A', 'a', grouped(1));
    put('A', 'b', grouped(2));

    put('A', 'a', grouped(3));
    expect(read()).toEqual(['b', 'a']);
    put('A', 'b', { g: S('closed'), n: N(2) });
    expect(read()).toEqual(['a']);
    call('DeleteItem', { TableName: TABLE, Key: { p: S('A'), s: S('a') } });
    expect(read()).toEqual([]);
  });

  it('shows what it projects', () => {
    const { put, call } = bench();
    const keys = { p: S('A'), s: S('a'), ...grouped(1) };
    put('A', 'a', grouped(1, { x: S('x'), y: S('y') }));

    expect(call('Query', byGroup('keys')).Items).toEqual([keys]);
    expect(call('Query', byGroup('some')).Items).toEqual([{ ...keys, x: S('x') }]);
    expect(call('Query', byGroup('all')).Items).toEqual([{ ...keys, x: S('x'), y: S('y') }]);
  });

  it('pages through items with equal keys', () => {
    const made = bench();
    const names = Array.from({ length: 7 }, (_, i) => `P${i}`);
    for (const name of names) made.put(name, 's', grouped(1));

    for (const forward of [true, false]) {
      const request = byGroup('keys', { Limit: 2, ScanIndexForward: forward });
      const { items } = pages(made, 'Query', request);
      expect(items.map((item) => item.p?.S).sort()).toEqual(names);
    }
    expect(made.call('Query', byGroup('keys', { Limit: 1 })).LastEvaluatedKey).toEqual({
      p: expect.anything(),
      s: S('s'),
      ...grouped(1),
    });
  });

  it.each([
    ['a consistent read', byGroup('all', { ConsistentRead: true })],
    ['an unknown name', byGroup('nowhere')],
    ['attributes that it does not keep', byGroup('keys', { ProjectionExpression: 'x' })],
    [
      'a filter on what it does not keep',
      byGroup('keys', { FilterExpression: 'attribute_exists(x)' }),
    ],
    ['all attributes', byGroup('keys', { Select: 'ALL_ATTRIBUTES' })],
  ])('refuses %s', (_what, request) => {
    const { call } = bench();

    expect(refusal(() => call('Query', request)).name).toBe('ValidationException');
  });
});
