import { describe, expect, it } from 'vitest';
import { createFaults, type FaultKind } from '../../../../infra/local/dynamodb/faults.ts';
import { bench, N, refusal, S, TABLE, update } from './arenas-table.ts';

const A: readonly [string, string] = ['A', 'a'];
const key = { p: S('A'), s: S('a') };

/** A bench with one item of `x = 1`, on which one kind of fault always strikes from now on. */
function alwaysStruck(kind: FaultKind) {
  const faults = createFaults(1);
  const made = bench({ faults });
  made.put(...A, { x: N(1) });
  made.clock.nowMs += 10_000;
  faults.rates[kind] = 1;
  const sure = (): unknown => {
    const rate = faults.rates[kind];
    faults.rates[kind] = 0;
    const item = made.get(...A);
    faults.rates[kind] = rate;
    return item?.x;
  };
  return { ...made, faults, sure };
}

const setTwo = update(A, 'SET x = :x', { x: N(2) });
const transaction = {
  TransactItems: [{ Update: setTwo }, { Put: { TableName: 'Games', Item: { p: S('G') } } }],
};

describe('an injected', () => {
  it('conflict refuses a single write', () => {
    const { call, faults, sure } = alwaysStruck('transactionConflict');

    expect(refusal(() => call('UpdateItem', setTwo)).name).toBe('TransactionConflictException');
    expect(sure()).toEqual(N(1));
    expect(faults.counts).toMatchObject({ transactionConflict: 1 });
  });

  it('conflict cancels a transaction because of one item', () => {
    const { call, faults, sure } = alwaysStruck('transactionConflict');

    const { name, body } = refusal(() => call('TransactWriteItems', transaction));

    expect(name).toBe('TransactionCanceledException');
    expect(body.CancellationReasons?.map(({ Code }) => Code).sort()).toEqual([
      'None',
      'TransactionConflict',
    ]);
    expect(sure()).toEqual(N(1));
    expect(faults.counts).toMatchObject({ transactionConflict: 1 });
  });

  it('conflict cancels a transactional read, and no other read', () => {
    const { call } = alwaysStruck('transactionConflict');
    const Get = { TableName: TABLE, Key: key };

    expect(refusal(() => call('TransactGetItems', { TransactItems: [{ Get }] })).name).toBe(
      'TransactionCanceledException',
    );
    expect(call('GetItem', Get).Item?.x).toEqual(N(1));
  });

  it('throttle refuses everything but the making of tables', () => {
    const { call, faults, sure } = alwaysStruck('throttle');
    const calls: readonly (readonly [string, object])[] = [
      ['GetItem', { TableName: TABLE, Key: key }],
      ['UpdateItem', setTwo],
      ['TransactWriteItems', transaction],
      ['Scan', { TableName: TABLE }],
    ];

    for (const [operation, input] of calls)
      expect(refusal(() => call(operation, input)).name).toBe(
        'ProvisionedThroughputExceededException',
      );

    call('DescribeTable', { TableName: TABLE });
    expect(faults.counts.throttle).toBe(4);
    expect(sure()).toEqual(N(1));
  });

  it('loss of the response leaves the write done', () => {
    const { call, faults, sure } = alwaysStruck('responseLost');

    const lost = refusal(() => call('TransactWriteItems', transaction));

    expect([lost.name, lost.status]).toEqual(['InternalServerError', 500]);
    expect(sure()).toEqual(N(2));
    call('GetItem', { TableName: TABLE, Key: key });
    expect(faults.counts.responseLost).toBe(1);
  });

  it('loss of the response is overcome by the same token', () => {
    const { call, faults, commits } = alwaysStruck('responseLost');
    const request = { ...transaction, ClientRequestToken: 'token' };
    refusal(() => call('TransactWriteItems', request));
    const before = commits.length;

    faults.rates.responseLost = 0;
    call('TransactWriteItems', request);

    expect(commits).toHaveLength(before);
  });

  it('stale read sees the version before the last write, for a second, unless consistent', () => {
    const { call, faults, clock } = alwaysStruck('staleRead');
    const read = (more: object = {}) =>
      call('GetItem', { TableName: TABLE, Key: key, ...more }).Item?.x;

    expect(read()).toEqual(N(1)); // written ten seconds ago: every replica has it
    call('UpdateItem', setTwo);
    call('UpdateItem', update(A, 'SET x = :x', { x: N(3) }));

    expect([read(), read({ ConsistentRead: true })]).toEqual([N(2), N(3)]);
    clock.nowMs += 999;
    expect(read()).toEqual(N(2));
    clock.nowMs += 1;
    expect(read()).toEqual(N(3));
    expect(faults.counts.staleRead).toBe(2);
  });

  it('stale read misses what is new and sees what is gone, in batches too', () => {
    const { call, put } = alwaysStruck('staleRead');
    put('A', 'new');
    call('DeleteItem', { TableName: TABLE, Key: key });
    const Keys = [key, { p: S('A'), s: S('new') }];

    expect(call('BatchGetItem', { RequestItems: { [TABLE]: { Keys } } }).Responses).toEqual({
      [TABLE]: [{ ...key, x: N(1) }],
    });
  });
});

describe('faults', () => {
  const strikes = (seed: number, rates: Partial<Record<FaultKind, number>>) => {
    const faults = createFaults(seed, rates);
    return Array.from({ length: 1000 }, () => faults.strikes('throttle'));
  };

  it('come in the given share, and repeat with the seed', () => {
    const struck = strikes(7, { throttle: 0.2 });

    expect(struck.filter(Boolean).length).toBeGreaterThan(150);
    expect(struck.filter(Boolean).length).toBeLessThan(250);
    expect(strikes(7, { throttle: 0.2 })).toEqual(struck);
    expect(strikes(8, { throttle: 0.2 })).not.toEqual(struck);
  });

  it('do not come unasked', () => {
    expect(strikes(7, {})).not.toContain(true);
  });
});
