import { describe, expect, it } from 'vitest';
import { bench, N, refusal, S, TABLE, update } from './arenas-table.ts';

/** Takes a ready row for a game. */
const take = (p: string, s: string, more: object = {}) => ({
  Update: update(
    [p, s],
    'SET st = :play',
    { play: S('PLAY'), ready: S('READY') },
    { ConditionExpression: 'st = :ready', ...more },
  ),
});
const putGame = (p: string, more: object = {}) => ({
  Put: { TableName: 'Games', Item: { p: S(p), v: N(0), ...more } },
});
const check = (p: string, s: string, ConditionExpression = 'attribute_exists(p)') => ({
  ConditionCheck: { TableName: TABLE, Key: { p: S(p), s: S(s) }, ConditionExpression },
});

function twoRows(second = 'READY') {
  const made = bench();
  made.put('A', 'a', { st: S('READY') });
  made.put('A', 'b', { st: S(second) });
  made.commits.length = 0;
  const write = (TransactItems: readonly object[], more: object = {}) =>
    made.call('TransactWriteItems', { TransactItems, ...more });
  return { ...made, write };
}

describe('a transaction', () => {
  it('writes all its items in one commit', () => {
    const { write, get, commits } = twoRows();

    write([take('A', 'a'), take('A', 'b'), putGame('G#1')]);

    expect([get('A', 'a')?.st, get('A', 'b')?.st]).toEqual([S('PLAY'), S('PLAY')]);
    expect(commits.map(({ writes, records }) => [writes.length, records.length])).toEqual([[3, 3]]);
  });

  it('writes nothing when one condition fails, and gives the reasons in order', () => {
    const { write, get, commits } = twoRows('IDLE');
    const steps = [
      take('A', 'a'),
      take('A', 'b', { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      check('A', 'nobody'),
    ];

    const { name, message, body } = refusal(() => write(steps));

    expect(name).toBe('TransactionCanceledException');
    expect(message).toContain('[None, ConditionalCheckFailed, ConditionalCheckFailed]');
    expect(body.CancellationReasons).toEqual([
      { Code: 'None' },
      {
        Code: 'ConditionalCheckFailed',
        Message: 'The conditional request failed',
        Item: { p: S('A'), s: S('b'), st: S('IDLE') },
      },
      { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
    ]);
    expect(get('A', 'a')?.st).toEqual(S('READY'));
    expect(commits).toEqual([]);
  });

  it.each([
    ['a wrong operand', { Update: update(['A', 'b'], 'SET st = st + :one', { one: N(1) }) }],
    ['a wrong key', { Delete: { TableName: TABLE, Key: { p: S('A') } } }],
    ['an item without its key', { Put: { TableName: TABLE, Item: { p: S('A') } } }],
    [
      'an item that grows too large',
      { Update: update(['A', 'b'], 'SET x = :x', { x: S('x'.repeat(409_600)) }) },
    ],
  ])('writes nothing when %s is found late', (_what, late) => {
    const { write, get, commits } = twoRows();

    const { body } = refusal(() => write([take('A', 'a'), putGame('G#1'), late]));

    expect(body.CancellationReasons?.map(({ Code }) => Code)).toEqual([
      'None',
      'None',
      'ValidationError',
    ]);
    expect(get('A', 'a')?.st).toEqual(S('READY'));
    expect(commits).toEqual([]);
  });

  it('checks items that it does not write', () => {
    const { write, get } = twoRows();

    write([
      check('A', 'b', 'attribute_exists(st)'),
      { Delete: { TableName: TABLE, Key: { p: S('A'), s: S('a') } } },
    ]);

    expect([get('A', 'a'), get('A', 'b')?.st]).toEqual([undefined, S('READY')]);
  });

  it('refuses to name an item twice, whatever its conditions say', () => {
    const { write } = twoRows('IDLE');

    const { name, message } = refusal(() => write([take('A', 'b'), check('A', 'b')]));

    expect([name, message]).toEqual([
      'ValidationException',
      'Transaction request cannot include multiple operations on one item',
    ]);
  });

  it('takes 100 items and not 101', () => {
    const { write, call } = twoRows();
    const games = Array.from({ length: 101 }, (_, i) => putGame(`G#${i}`));

    write(games.slice(0, 100));

    expect(call('Scan', { TableName: 'Games', Select: 'COUNT' }).Count).toBe(100);
    expect(refusal(() => write(games)).name).toBe('ValidationException');
  });

  it('takes 4 MB and not more', () => {
    const { write, commits } = twoRows();
    const large = (i: number) => putGame(`G#${i}`, { x: S('x'.repeat(400_000)) });

    expect(refusal(() => write(Array.from({ length: 11 }, (_, i) => large(i)))).name).toBe(
      'ValidationException',
    );
    expect(commits).toEqual([]);
    write(Array.from({ length: 10 }, (_, i) => large(i)));
    expect(commits).toHaveLength(1);
  });

  it('is refused as a whole for a table that does not exist', () => {
    const { write } = twoRows();

    expect(
      refusal(() => write([take('A', 'a'), { Put: { TableName: 'Nowhere', Item: {} } }])).name,
    ).toBe('ResourceNotFoundException');
  });

  it.each([
    ['no item', []],
    ['an item without action', [{}]],
    ['an item with two actions', [{ ...take('A', 'a'), ...putGame('G#1') }]],
    [
      'a check without condition',
      [{ ConditionCheck: { TableName: TABLE, Key: { p: S('A'), s: S('a') } } }],
    ],
    [
      'an update without expression',
      [{ Update: { TableName: TABLE, Key: { p: S('A'), s: S('a') } } }],
    ],
  ])('of %s is refused', (_what, steps) => {
    const { write } = twoRows();

    expect(refusal(() => write(steps)).name).toBe('ValidationException');
  });
});

describe('a token', () => {
  const MINUTE_MS = 60_000;
  const count = (step: string) => ({
    Update: update(['A', 'a'], 'ADD x :one', { one: N(step) }),
  });

  it('makes repeats do nothing for ten minutes', () => {
    const { write, get, clock } = twoRows();
    const twice = () => write([count('1')], { ClientRequestToken: 'token' });

    twice();
    clock.nowMs += 10 * MINUTE_MS - 1;
    twice();
    expect(get('A', 'a')?.x).toEqual(N(1));

    clock.nowMs += 1;
    twice();
    expect(get('A', 'a')?.x).toEqual(N(2));
  });

  it('names one transaction only', () => {
    const { write, get } = twoRows();
    write([count('1')], { ClientRequestToken: 'token' });

    expect(refusal(() => write([count('2')], { ClientRequestToken: 'token' })).name).toBe(
      'IdempotentParameterMismatchException',
    );
    expect(get('A', 'a')?.x).toEqual(N(1));
  });

  it('of a refused transaction is free', () => {
    const { write, put, get } = twoRows('IDLE');
    const attempt = () => write([take('A', 'b')], { ClientRequestToken: 'token' });

    refusal(attempt);
    put('A', 'b', { st: S('READY') });
    attempt();

    expect(get('A', 'b')?.st).toEqual(S('PLAY'));
  });
});

describe('a transactional read', () => {
  it('answers in the order of the request, with an empty place for what is missing', () => {
    const { call } = twoRows('IDLE');
    const get = (s: string) => ({
      Get: { TableName: TABLE, Key: { p: S('A'), s: S(s) }, ProjectionExpression: 'st' },
    });

    expect(call('TransactGetItems', { TransactItems: ['b', 'x', 'a'].map(get) }).Responses).toEqual(
      [{ Item: { st: S('IDLE') } }, {}, { Item: { st: S('READY') } }],
    );
  });
});

describe('a batch', () => {
  it('writes and deletes, and reads back in an order of its own', () => {
    const { call, put } = bench();
    put('A', 'old');
    const names = ['a', 'b', 'c', 'd', 'e'];

    call('BatchWriteItem', {
      RequestItems: {
        [TABLE]: [
          ...names.map((s) => ({ PutRequest: { Item: { p: S('A'), s: S(s) } } })),
          { DeleteRequest: { Key: { p: S('A'), s: S('old') } } },
        ],
      },
    });
    const Keys = [...names, 'old'].map((s) => ({ p: S('A'), s: S(s) }));
    const answer = call('BatchGetItem', { RequestItems: { [TABLE]: { Keys: Keys.toReversed() } } });

    expect(answer).toEqual({
      Responses: { [TABLE]: names.map((s) => ({ p: S('A'), s: S(s) })) },
      UnprocessedKeys: {},
    });
  });

  it.each([
    ['26 writes', Array.from({ length: 26 }, (_, i) => `${i}`)],
    ['an item twice', ['a', 'b', 'a']],
  ])('of %s is refused', (_what, names) => {
    const { call, commits } = bench();
    const puts = names.map((s) => ({ PutRequest: { Item: { p: S('A'), s: S(s) } } }));

    expect(refusal(() => call('BatchWriteItem', { RequestItems: { [TABLE]: puts } })).name).toBe(
      'ValidationException',
    );
    expect(commits).toEqual([]);
  });
});
