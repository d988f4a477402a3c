import { describe, expect, it } from 'vitest';
import { createDynamoDb } from '../../../../infra/local/dynamodb/dynamodb.ts';
import { bench, GAMES, N, refusal, S, TABLE, update } from './arenas-table.ts';

const A: readonly [string, string] = ['A', 'a'];
const removeA = { TableName: TABLE, Key: { p: S('A'), s: S('a') } };

describe('the stream', () => {
  it('tells of every change with both images', () => {
    const { put, call, records, clock } = bench();
    clock.nowMs = 1_796_014_205_091;
    const keys = { p: S('A'), s: S('a') };

    put(...A, { x: N(1) });
    call('UpdateItem', update(A, 'SET x = :x', { x: N(2) }));
    call('DeleteItem', removeA);

    const told = records().map(({ event }) => [
      event.eventName,
      event.dynamodb.OldImage && { ...event.dynamodb.OldImage },
      event.dynamodb.NewImage && { ...event.dynamodb.NewImage },
    ]);
    expect(told).toEqual([
      ['INSERT', undefined, { ...keys, x: N(1) }],
      ['MODIFY', { ...keys, x: N(1) }, { ...keys, x: N(2) }],
      ['REMOVE', { ...keys, x: N(2) }, undefined],
    ]);
    expect(records()[0]).toEqual({
      table: TABLE,
      shard: expect.any(Number),
      event: {
        eventID: '000000000000000000001',
        eventName: 'INSERT',
        eventVersion: '1.1',
        eventSource: 'aws:dynamodb',
        awsRegion: 'us-east-1',
        dynamodb: {
          ApproximateCreationDateTime: 1_796_014_205,
          Keys: keys,
          NewImage: { ...keys, x: N(1) },
          SequenceNumber: '000000000000000000001',
          SizeBytes: 11,
          StreamViewType: 'NEW_AND_OLD_IMAGES',
        },
      },
    });
  });

  it.each([
    [
      'a put of the same item',
      { x: N(1), m: { M: { a: S('1'), b: S('2') } }, ss: { SS: ['a', 'b'] } },
    ],
    [
      'attributes in another order',
      { m: { M: { b: S('2'), a: S('1') } }, ss: { SS: ['a', 'b'] }, x: N(1) },
    ],
    [
      'set members in another order',
      { x: N(1), m: { M: { a: S('1'), b: S('2') } }, ss: { SS: ['b', 'a'] } },
    ],
    [
      'the same number in other words',
      { x: N('1.0'), m: { M: { a: S('1'), b: S('2') } }, ss: { SS: ['a', 'b'] } },
    ],
  ])('is silent about %s', (_what, same) => {
    const { put, commits } = bench();
    put(...A, { x: N(1), m: { M: { a: S('1'), b: S('2') } }, ss: { SS: ['a', 'b'] } });

    put(...A, same);

    expect(commits).toHaveLength(1);
  });

  it.each([
    ['a longer list', { l: { L: [N(1), N(2), N(3)] } }],
    ['a list in another order', { l: { L: [N(2), N(1)] } }],
    ['another type', { l: { L: [N(1), S('2')] } }],
    ['one more attribute', { l: { L: [N(1), N(2)] }, y: { NULL: true } }],
  ])('tells of %s', (_what, other) => {
    const { put, records } = bench();
    put(...A, { l: { L: [N(1), N(2)] } });

    put(...A, other);

    expect(records()).toHaveLength(2);
  });

  it('is silent about what was refused, and about a delete of nothing', () => {
    const { call, commits } = bench();

    call('DeleteItem', removeA);
    refusal(() => call('DeleteItem', { ...removeA, ConditionExpression: 'attribute_exists(p)' }));

    expect(commits).toEqual([]);
  });

  it('keeps a partition key in one shard and uses all shards, with growing numbers', () => {
    const { put, records } = bench({ shards: 4 });
    for (let i = 0; i < 200; i++) put(`A#${i % 50}`, `s${i}`);

    const shardsOf = Map.groupBy(records(), ({ event }) => event.dynamodb.Keys.p?.S);
    const numbers = records().map(({ event }) => event.dynamodb.SequenceNumber);

    for (const [, ofKey] of shardsOf) expect(new Set(ofKey.map(({ shard }) => shard)).size).toBe(1);
    expect([...new Set(records().map(({ shard }) => shard))].sort()).toEqual([0, 1, 2, 3]);
    expect(numbers).toEqual([...new Set(numbers)].sort());
  });

  it('can be switched off for a table', () => {
    const commits: unknown[] = [];
    const db = createDynamoDb({
      shards: 1,
      nowMs: () => 0,
      onCommit: ({ writes, records }) => commits.push([writes.length, records.length]),
    });
    db.call('CreateTable', { ...GAMES, StreamSpecification: { StreamEnabled: false } });

    db.call('PutItem', { TableName: GAMES.TableName, Item: { p: S('G') } });

    expect(commits).toEqual([[1, 0]]);
  });
});

describe('a commit that cannot be kept', () => {
  it('changes nothing, and the next one takes its number', () => {
    let isBroken = true;
    const numbers: number[] = [];
    const db = createDynamoDb({
      shards: 1,
      nowMs: () => 0,
      onCommit: ({ sequence }) => {
        if (isBroken) throw new Error('disk full');
        numbers.push(sequence);
      },
    });
    db.call('CreateTable', GAMES);
    const put = () => db.call('PutItem', { TableName: GAMES.TableName, Item: { p: S('G') } });

    expect(put).toThrow('disk full');
    expect(db.call('Scan', { TableName: GAMES.TableName })).toMatchObject({ Count: 0 });
    isBroken = false;
    put();

    expect(numbers).toEqual([1]);
  });
});
