import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePattern } from '../../../infra/local/streams/filter.ts';
import { ok } from '../../../shared/core/result.ts';
import { aRecord, CRASH, failing, type Numbers, sequence, setUp } from './shard-example.ts';

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

  test('delivers every batch exactly twice where it is always told to', async () => {
    const { poller, alarms, batches, settled, push } = setUp({ repeats: () => true });
    poller.start();
    push(1, 2, 3, 4, 5);

    await alarms.advance(1000);

    const [full, rest] = [[1, 2, 3, 4], [5]];
    expect(batches.map(({ numbers }) => numbers)).toEqual([full, full, rest, rest]);
    expect(settled).toEqual([4, 5]);
    expect(poller.pending()).toEqual([]);
  });

  test('does not deliver a third time what failed in its repetition and is done then', async () => {
    const answers = [ok(null), failing(2), ok(null)];
    const { poller, alarms, batches, settled, push } = setUp({
      repeats: () => true,
      answer: () => answers.shift() ?? ok(null),
    });
    poller.start();
    push(1, 2);

    await alarms.advance(1000);

    expect(batches.map(({ numbers }) => numbers)).toEqual([[1, 2], [1, 2], [2]]);
    expect(settled).toEqual([1, 2]);
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
