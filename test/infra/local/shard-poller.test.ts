import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StreamEvent } from '../../../infra/local/dynamodb/stream-record.ts';
import type { Outcome } from '../../../infra/local/lambda/lambda-runtime.ts';
import { parsePattern } from '../../../infra/local/streams/filter.ts';
import { ShardPoller } from '../../../infra/local/streams/shard-poller.ts';
import type { StreamMappingPlan } from '../../../infra/local/template/plan.ts';
import { err, ok } from '../../../shared/core/result.ts';
import { createManualAlarms } from './manual-alarms.ts';

const CRASH = err({ errorType: 'Error', errorMessage: 'crashed' });
const NOW_MS = 1_800_000_000_000;

const MAPPING: StreamMappingPlan = {
  id: 'm',
  functionName: 'score',
  table: 'Games',
  streamArn: 'arn:stream',
  batchSize: 4,
  windowMs: 0,
  retriesMax: 2,
  recordAgeMaxMs: 3_600_000,
  bisects: false,
  reportsFailures: true,
  onFailureQueue: 'Failures',
  patterns: [],
};

const sequence = (n: number) => String(n).padStart(21, '0');

const aRecord = (n: number, { ageS = 0, st = 'DONE' } = {}): StreamEvent => ({
  eventID: sequence(n),
  eventName: 'MODIFY',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'us-east-1',
  dynamodb: {
    ApproximateCreationDateTime: NOW_MS / 1000 - ageS,
    Keys: { pk: { S: String(n) } },
    NewImage: { pk: { S: String(n) }, st: { S: st } },
    SequenceNumber: sequence(n),
    SizeBytes: 10,
    StreamViewType: 'NEW_AND_OLD_IMAGES',
  },
});

type Numbers = readonly number[];

function setUp({
  mapping = {} as Partial<StreamMappingPlan>,
  answer = (() => ok(null)) as (batch: Numbers) => Outcome,
  repeats = (): boolean => false,
} = {}) {
  const alarms = createManualAlarms(NOW_MS);
  const batches: { readonly atMs: number; readonly numbers: Numbers }[] = [];
  const lost: { readonly condition: string; readonly numbers: Numbers }[] = [];
  const settled: number[] = [];
  const poller = new ShardPoller({
    mapping: { ...MAPPING, ...mapping },
    alarms,
    pollMs: 5,
    phaseMs: 0,
    retryDelayMs: () => 100,
    repeats,
    settle: (last) => settled.push(Number(last)),
    lose: ({ records, condition }) =>
      lost.push({ condition, numbers: records.map((r) => Number(r.eventID)) }),
    invoke: async (event) => {
      const { Records } = event as { Records: StreamEvent[] };
      const numbers = Records.map((record) => Number(record.eventID));
      batches.push({ atMs: alarms.nowMs() - NOW_MS, numbers });
      return answer(numbers);
    },
  });
  const push = (...numbers: Numbers) => {
    for (const n of numbers) poller.push(aRecord(n));
  };
  return { poller, alarms, batches, lost, settled, push };
}

const failing = (...numbers: Numbers): Outcome =>
  ok({ batchItemFailures: numbers.map((n) => ({ itemIdentifier: sequence(n) })) });

describe('a shard', () => {
  test('is delivered in order and in batches', async () => {
    const { poller, alarms, batches, settled, push } = setUp();
    poller.start();
    push(1, 2, 3, 4, 5, 6);

    await alarms.advance(20);

    expect(batches.map(({ numbers }) => numbers)).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
    expect(settled).toEqual([4, 6]);
    expect(poller.pending()).toEqual([]);
  });

  test('is delivered at its next poll, not before', async () => {
    const { poller, alarms, batches, push } = setUp();
    poller.start();
    await alarms.advance(3);
    push(1);

    await alarms.advance(10);

    expect(batches).toEqual([{ atMs: 5, numbers: [1] }]);
  });

  test('waits for its batching window, but not when the batch is full', async () => {
    const { poller, alarms, batches, push } = setUp({ mapping: { windowMs: 1000 } });
    poller.start();
    push(1, 2);
    await alarms.advance(500);
    expect(batches).toEqual([]);

    push(3, 4);
    await alarms.advance(10);
    push(5);
    await alarms.advance(1005);

    expect(batches.map(({ numbers }) => numbers)).toEqual([[1, 2, 3, 4], [5]]);
  });

  test('delivers only what passes a filter', async () => {
    const patterns = [
      parsePattern('{"dynamodb":{"NewImage":{"st":{"S":["LIVE"]}}}}'),
      parsePattern('{"dynamodb":{"NewImage":{"st":{"S":["OPEN"]}}}}'),
    ];
    const { poller, alarms, batches } = setUp({ mapping: { patterns } });
    poller.start();
    poller.push(aRecord(1, { st: 'DONE' }));
    poller.push(aRecord(2, { st: 'LIVE' }));
    poller.push(aRecord(3, { st: 'OPEN' }));

    await alarms.advance(10);

    expect(batches.map(({ numbers }) => numbers)).toEqual([[2, 3]]);
  });

  test('restarts at the lowest record that failed', async () => {
    let isFirst = true;
    const { poller, alarms, batches, settled, push } = setUp({
      answer: () => {
        const answer = isFirst ? failing(4, 2) : ok({});
        isFirst = false;
        return answer;
      },
    });
    poller.start();
    push(1, 2, 3, 4, 5);

    await alarms.advance(1000);

    expect(batches.map(({ numbers }) => numbers)).toEqual([[1, 2, 3, 4], [2, 3, 4], [5]]);
    expect(settled).toEqual([1, 4, 5]);
  });

  test('repeats a batch whose function crashed, then gives it up and goes on', async () => {
    const { poller, alarms, batches, lost, settled, push } = setUp({
      answer: (numbers) => (numbers.includes(2) ? CRASH : ok(null)),
    });
    poller.start();
    push(1, 2, 3, 4, 5);

    await alarms.advance(1000);

    expect(batches.map(({ atMs }) => atMs)).toEqual([5, 105, 205, 210]);
    expect(lost).toEqual([{ condition: 'RetryAttemptsExhausted', numbers: [1, 2, 3, 4] }]);
    expect(settled).toEqual([4, 5]);
  });

  test('does not hurry a retry because a new record arrives', async () => {
    const { poller, alarms, batches, push } = setUp({ answer: () => CRASH });
    poller.start();
    push(1);
    await alarms.advance(10);
    push(2);

    await alarms.advance(94);

    expect(batches).toEqual([{ atMs: 5, numbers: [1] }]);
  });

  test('bisects down to the poison record and loses it alone', async () => {
    const { poller, alarms, lost, push, batches } = setUp({
      mapping: { bisects: true },
      answer: (numbers) => (numbers.includes(3) ? CRASH : ok(null)),
    });
    poller.start();
    push(1, 2, 3, 4);

    await alarms.advance(2000);

    expect(lost).toEqual([{ condition: 'RetryAttemptsExhausted', numbers: [3] }]);
    expect(batches.map(({ numbers }) => numbers.join())).toEqual([
      '1,2,3,4',
      '1,2',
      '3,4',
      '3',
      '3',
      '3',
      '4',
    ]);
  });

  test('gives up what is too old without delivering it', async () => {
    const { poller, alarms, batches, lost } = setUp();
    poller.start();
    poller.push(aRecord(1, { ageS: 3601 }));
    poller.push(aRecord(2));

    await alarms.advance(100);

    expect(lost).toEqual([{ condition: 'RecordAgeExceeded', numbers: [1] }]);
    expect(batches.map(({ numbers }) => numbers)).toEqual([[2]]);
  });

  test('delivers a batch once more where it is told to', async () => {
    let left = 1;
    const { poller, alarms, batches, settled, push } = setUp({ repeats: () => left-- > 0 });
    poller.start();
    push(1);

    await alarms.advance(1000);

    expect(batches.map(({ numbers }) => numbers)).toEqual([[1], [1]]);
    expect(settled).toEqual([1]);
  });

  test('takes up after a restart behind what was settled', async () => {
    const { poller, alarms, batches, push } = setUp();
    push(1, 2, 3);
    poller.skipTo(sequence(2));
    poller.start();

    await alarms.advance(10);

    expect(batches.map(({ numbers }) => numbers)).toEqual([[3]]);
  });
});

/** What an answer names as failed; null: nothing. 999 is in no batch, so it fails the whole. */
function failedBy(plan: string, numbers: Numbers): number | null {
  if (plan === 'first') return numbers[0] ?? null;
  if (plan === 'last') return numbers.at(-1) ?? null;
  return plan === 'nobody' ? 999 : null;
}

test('whatever fails: every record is done or lost in the end, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.constantFrom('ok', 'crash', 'first', 'last', 'nobody'), { maxLength: 30 }),
      fc.boolean(),
      async (count, answers, bisects) => {
        const script = [...answers];
        const done: number[] = [];
        const { poller, alarms, lost, settled, push } = setUp({
          mapping: { bisects },
          answer(numbers) {
            const plan = script.shift() ?? 'ok';
            const failed = failedBy(plan, numbers);
            if (plan === 'crash') return CRASH;
            done.push(...numbers.filter((n) => failed === null || (n < failed && failed !== 999)));
            return failed === null ? ok(null) : failing(failed);
          },
        });
        poller.start();
        push(...Array.from({ length: count }, (_, i) => i + 1));

        await alarms.advance(100_000);

        const ended = [...done, ...lost.flatMap(({ numbers }) => numbers)];
        expect(new Set(ended).size).toBe(count);
        expect(done).toEqual([...done].sort((a, b) => a - b));
        expect(settled.at(-1)).toBe(count);
        expect(settled).toEqual([...settled].sort((a, b) => a - b));
        expect(poller.pending()).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});
