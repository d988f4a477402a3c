import { createHash } from 'node:crypto';
import type { Alarms } from '../alarms.ts';
import { failedIdentifiers } from '../lambda/batch-response.ts';
import type { Outcome } from '../lambda/lambda-runtime.ts';
import type { QueueMappingPlan, QueuePlan } from '../template/plan.ts';
import { REGION } from '../template/resources.ts';
import type { Message, Queue } from './queue.ts';

export interface QueuePollerParts {
  readonly mapping: QueueMappingPlan;
  readonly queue: Queue;
  /** Batches that run at the same time. */
  readonly concurrency: number;
  readonly invoke: (event: object) => Promise<Outcome>;
  readonly alarms: Alarms;
  /** True where a message that is done is to be delivered once more. */
  readonly repeats: () => boolean;
}

/** Delivers what becomes visible in a queue to its function, as soon as it does. */
export function startQueuePoller(parts: QueuePollerParts): void {
  const { mapping, queue, concurrency } = parts;
  let running = 0;
  let isArmed = false;

  /** Looks in a later turn, so that messages sent together are delivered together. */
  function arm(): void {
    if (isArmed) return;
    isArmed = true;
    parts.alarms.after(0, pump);
  }

  function pump(): void {
    isArmed = false;
    while (running < concurrency) {
      const batch = queue.receive(mapping.batchSize);
      if (batch.length === 0) return;
      running += 1;
      void deliver(batch).then(() => {
        running -= 1;
        pump();
      });
    }
  }

  async function deliver(batch: readonly Message[]): Promise<void> {
    const outcome = await parts.invoke({ Records: batch.map((m) => recordOf(m, queue.plan)) });
    const failed = failedIdentifiers(outcome, mapping.reportsFailures, batch, (m) => m.id);
    for (const { id } of batch) if (!failed.has(id)) finish(id);
  }

  function finish(id: string): void {
    if (parts.repeats()) queue.release(id);
    else queue.remove(id);
  }

  queue.onVisible(arm);
}

/** A record of the event, in the shape of AWS. */
function recordOf(message: Message, plan: QueuePlan): object {
  return {
    messageId: message.id,
    receiptHandle: `${message.id}#${message.receives}`,
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.receives),
      SentTimestamp: String(message.sentAtMs),
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedAtMs),
    },
    messageAttributes: {},
    md5OfBody: md5(message.body),
    eventSource: 'aws:sqs',
    eventSourceARN: plan.arn,
    awsRegion: REGION,
  };
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
