import { announce } from '../shared/app/announce.ts';
import type { AnnounceMessage, HookMessage } from '../shared/app/ports.ts';
import { tendWebhook } from '../shared/app/webhooks/tend.ts';
import { queueHandler } from './aws/batch-handler.ts';
import { tables } from './aws/published.ts';
import { ambient, env } from './aws/runtime.ts';
import { socketPush } from './aws/socket-push.ts';
import { sqsAnnounce } from './aws/sqs-queues.ts';
import { store } from './aws/stored.ts';
import { webhookPost } from './aws/webhook-post.ts';

const ports = {
  ...ambient,
  store,
  tables,
  push: socketPush(env('CONNECTIONS_ENDPOINT')),
  queues: sqsAnnounce(env('ANNOUNCE_QUEUE_URL')),
  hooks: webhookPost({ loopback: env('WEBHOOK_LOOPBACK') === 'true' }),
};

/**
 * Announce queue: one message to up to 100 connections, or a look at a webhook; never in front of a
 * clock message. The messages of a batch are worked on side by side, so a receiver that answers
 * slowly holds none of the others.
 */
export const handler = queueHandler<AnnounceMessage | HookMessage>((message) =>
  't' in message ? tendWebhook(ports, message) : announce(ports, message),
);
