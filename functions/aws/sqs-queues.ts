import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { AnnounceMessage, ClockMessage, Queues } from '../../shared/app/ports.ts';
import { inGroups } from '../../shared/core/groups.ts';

/** SQS counts delays in whole seconds and takes ten messages in a batch. */
const BATCH_MESSAGES_MAX = 10;

/** The clock queue as a port. A delay is rounded up: a look too early would only cost another. */
export function sqsClock(queueUrl: string): Pick<Queues, 'clock'> {
  const client = new SQSClient({});
  return {
    clock: async (message: ClockMessage, delayMs: number) => {
      const body = { QueueUrl: queueUrl, MessageBody: JSON.stringify(message) };
      await client.send(
        new SendMessageCommand({ ...body, DelaySeconds: Math.ceil(Math.max(0, delayMs) / 1_000) }),
      );
    },
  };
}

/** The announce queue as a port. */
export function sqsAnnounce(queueUrl: string): Pick<Queues, 'announce'> {
  const client = new SQSClient({});
  const sendGroup = async (group: readonly AnnounceMessage[]) => {
    const entries = group.map((message, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(message),
    }));
    const answer = await client.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }),
    );
    const failed = answer.Failed?.length ?? 0;
    if (failed > 0) throw new Error(`${failed} announcements were not queued`);
  };
  return {
    announce: async (messages) => {
      for (const group of inGroups(messages, BATCH_MESSAGES_MAX)) await sendGroup(group);
    },
  };
}
