import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../infra/local/lambda/lambda-runtime.ts';
import { createLedger, type JournalEntry } from '../../../infra/local/ledger.ts';
import { type Message, Queue } from '../../../infra/local/queues/queue.ts';
import { startQueuePoller } from '../../../infra/local/queues/queue-poller.ts';
import { err, ok } from '../../../shared/core/result.ts';
import { createManualAlarms } from './manual-alarms.ts';

const CRASH = err({ errorType: 'Error', errorMessage: 'crashed' });
const failing = (...ids: string[]) =>
  ok({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

interface Delivery {
  readonly atMs: number;
  readonly records: readonly {
    messageId: string;
    body: string;
    attributes: Record<string, string>;
  }[];
}

function setUp({
  answer = (() => ok(null)) as (delivery: Delivery) => Outcome | Promise<Outcome>,
  concurrency = 1,
  kept = [] as JournalEntry[],
  repeats = (): boolean => false,
} = {}) {
  const alarms = createManualAlarms(0);
  const deliveries: Delivery[] = [];
  const buried: string[] = [];
  const written: JournalEntry[] = [];
  const ledger = createLedger((entry) => written.push(entry));
  const messages = ledger.map<Message>('queue');
  for (const entry of kept) ledger.restore(entry);
  const queue = new Queue({
    plan: {
      name: 'Clock',
      arn: 'arn:aws:sqs:us-east-1:000000000000:Clock',
      url: 'http://127.0.0.1/Clock',
      visibilityMs: 30_000,
      retentionMs: 345_600_000,
      redrive: { queue: 'Failures', receivesMax: 3 },
    },
    messages,
    alarms,
    bury: (body) => buried.push(body),
  });
  startQueuePoller({
    mapping: {
      id: 'm',
      functionName: 'clock',
      queue: 'Clock',
      batchSize: 10,
      concurrencyMax: 5,
      reportsFailures: true,
    },
    queue,
    concurrency,
    alarms,
    repeats,
    invoke: async (event) => {
      const { Records } = event as { Records: Delivery['records'] };
      const delivery = { atMs: alarms.nowMs(), records: Records };
      deliveries.push(delivery);
      return answer(delivery);
    },
  });
  queue.start();
  return { queue, alarms, deliveries, buried, written };
}

const bodies = (deliveries: readonly Delivery[]) =>
  deliveries.map(({ atMs, records }) => [atMs, records.map(({ body }) => body).join()]);

describe('a queue', () => {
  test('delivers at once, and what was sent together together', async () => {
    const { queue, alarms, deliveries } = setUp();
    queue.send('a');
    queue.send('b');

    await alarms.advance(0);

    expect(bodies(deliveries)).toEqual([[0, 'a,b']]);
    expect(queue.peek()).toEqual([]);
  });

  test('delivers at most ten at a time', async () => {
    const { queue, alarms, deliveries } = setUp();
    for (let i = 0; i < 11; i++) queue.send(String(i));

    await alarms.advance(0);

    expect(deliveries.map(({ records }) => records.length)).toEqual([10, 1]);
  });

  test('delivers delayed messages exactly when they are due', async () => {
    const { queue, alarms, deliveries } = setUp();
    queue.send('late', 900_000);
    queue.send('soon', 5_000);

    await alarms.advance(899_999);
    expect(bodies(deliveries)).toEqual([[5_000, 'soon']]);
    await alarms.advance(1);

    expect(bodies(deliveries)[1]).toEqual([900_000, 'late']);
  });

  test('delivers again after the visibility timeout what the function failed', async () => {
    const { queue, alarms, deliveries } = setUp({
      answer: ({ records }) =>
        records[0]?.attributes.ApproximateReceiveCount === '1' ? CRASH : ok(null),
    });
    queue.send('a');

    await alarms.advance(29_999);
    expect(deliveries).toHaveLength(1);
    await alarms.advance(1);

    expect(bodies(deliveries)[1]).toEqual([30_000, 'a']);
    expect(queue.peek()).toEqual([]);
  });

  test('keeps only the messages that the answer names', async () => {
    const { queue, alarms } = setUp({
      answer: ({ records }) => failing(records[1]?.messageId ?? ''),
    });
    for (const body of ['a', 'b', 'c']) queue.send(body);

    await alarms.advance(0);

    expect(queue.peek().map(({ body }) => body)).toEqual(['b']);
  });

  test.each<[string, Outcome]>([
    ['names nobody', failing('unknown')],
    ['names the empty string', failing('')],
    ['is not one that Lambda understands', ok({ batchItemFailures: 'all' })],
    ['is a text', ok('done')],
  ])('keeps all messages if the answer %s', async (_what, answer) => {
    const { queue, alarms } = setUp({ answer: () => answer });
    queue.send('a');
    queue.send('b');

    await alarms.advance(0);

    expect(queue.peek()).toHaveLength(2);
  });

  test('buries a message that was received too often', async () => {
    const { queue, alarms, deliveries, buried } = setUp({ answer: () => CRASH });
    queue.send('poison');

    await alarms.advance(89_999);
    expect(buried).toEqual([]);
    await alarms.advance(1);

    expect(deliveries).toHaveLength(3);
    expect(buried).toEqual(['poison']);
    expect(queue.peek()).toEqual([]);
  });

  test('runs only so many batches at a time', async () => {
    const endings: (() => void)[] = [];
    const { queue, alarms, deliveries } = setUp({
      concurrency: 2,
      answer: () => new Promise<Outcome>((resolve) => endings.push(() => resolve(ok(null)))),
    });
    for (let i = 0; i < 30; i++) queue.send(String(i));

    await alarms.advance(0);
    expect(deliveries).toHaveLength(2);
    endings[0]?.();
    await alarms.advance(0);

    expect(deliveries).toHaveLength(3);
  });

  test('delivers once more what is to be repeated', async () => {
    let left = 1;
    const { queue, alarms, deliveries } = setUp({ repeats: () => left-- > 0 });
    queue.send('a');

    await alarms.advance(10);

    expect(deliveries).toHaveLength(2);
    expect(queue.peek()).toEqual([]);
  });

  test('gives a record the shape of AWS', async () => {
    const { queue, alarms, deliveries } = setUp();
    const { id } = queue.send('hello');

    await alarms.advance(0);

    expect(deliveries[0]?.records[0]).toMatchObject({
      messageId: id,
      body: 'hello',
      md5OfBody: '5d41402abc4b2a76b9719d911017c592',
      attributes: { ApproximateReceiveCount: '1', SentTimestamp: '0' },
      messageAttributes: {},
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:Clock',
      awsRegion: 'us-east-1',
    });
  });
});

test('after a restart delayed messages wait, unfinished ones come at once', async () => {
  const first = setUp({
    answer: ({ records }) => (records[0]?.body === 'broken' ? CRASH : ok(null)),
  });
  for (const body of ['done', 'broken']) {
    first.queue.send(body);
    await first.alarms.advance(0);
  }
  first.queue.send('delayed', 5_000);

  const second = setUp({ kept: first.written });
  await second.alarms.advance(5_000);

  expect(bodies(second.deliveries)).toEqual([
    [0, 'broken'],
    [5_000, 'delayed'],
  ]);
});
