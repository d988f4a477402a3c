import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { AnnounceMessage, ClockMessage, HookMessage, Queues } from '../../shared/app/ports.ts';
import { inGroups } from '../../shared/core/groups.ts';

/** SQS takes ten messages in a batch. */
const BATCH_MESSAGES_MAX = 10;

/** The clock queue as a port. */
export const sqsClock = (queueUrl: string): Pick<Queues, 'clock'> => ({
  clock: delayed<ClockMessage>(new SQSClient({}), queueUrl),
});

/** The announce queue as a port: what is pushed to players, and what webhooks are told. */
export function sqsAnnounce(queueUrl: string): Pick<Queues, 'announce' | 'hook'> {
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
    hook: delayed<HookMessage>(client, queueUrl),
  };
}

/** SQS counts delays in whole seconds, rounded up: a look too early would only cost another. */
const delayed =
  <M>(client: SQSClient, queueUrl: string) =>
  async (message: M, delayMs: number): Promise<void> => {
    const body = { QueueUrl: queueUrl, MessageBody: JSON.stringify(message) };
    await client.send(
      new SendMessageCommand({ ...body, DelaySeconds: Math.ceil(Math.max(0, delayMs) / 1_000) }),
    );
  };
