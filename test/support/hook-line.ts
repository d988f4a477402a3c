import {
  DELAY_MS_MAX,
  type HookAnswer,
  type HookMessage,
  type Ports,
} from '../../shared/app/ports.ts';
import type { Webhook } from '../../shared/app/records.ts';
import { type TendPorts, tendWebhook } from '../../shared/app/webhooks/tend.ts';
import { present } from '../../shared/core/assert.ts';
import type { WebhookPayload } from '../../shared/protocol/webhook.ts';
import { webhookSecret } from '../../shared/protocol/webhook-signature.ts';
import type { Stage } from './stage.ts';

export const SECRET = webhookSecret(Uint8Array.from({ length: 24 }, (_, index) => index));

export const aHook = (owner: string, part: Partial<Webhook> = {}): Webhook => ({
  ...{ type: 'webhook', id: 'hook1', version: 0, owner, url: 'https://example.org/hook' },
  ...{ secret: SECRET, events: ['arena.opened', 'arena.frozen'], createdAtMs: 0 },
  ...part,
});

/** What a receiver was sent. */
export interface Post {
  readonly atMs: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const payloadOf = ({ body }: Post): WebhookPayload => JSON.parse(body) as WebhookPayload;

/** The announce queue of a stage, in the time of the stage, with a receiver behind it. */
export interface HookLine {
  readonly ports: Ports & TendPorts;
  readonly posts: Post[];
  /** How often the queue has brought something. */
  readonly looks: () => number;
  /** Brings what is due, in order, until there is nothing or this instant is reached. */
  readonly run: (untilMs?: number) => Promise<void>;
}

export const OK: HookAnswer = { status: 200, retryAfter: null };

/** `answer` is given the number of the post, from 1. */
export function hookLine(
  { ports, clock }: Pick<Stage, 'ports' | 'clock'>,
  answer: (post: number) => HookAnswer | Promise<HookAnswer>,
): HookLine {
  const queue: { readonly message: HookMessage; readonly dueAtMs: number }[] = [];
  const posts: Post[] = [];
  let looks = 0;
  const hook: Ports['queues']['hook'] = async (message, delayMs) => {
    if (delayMs < 0 || delayMs > DELAY_MS_MAX) throw new Error(`SQS takes no delay of ${delayMs}`);
    // SQS counts in whole seconds.
    queue.push({ message, dueAtMs: clock.nowMs + Math.ceil(delayMs / 1_000) * 1_000 });
  };
  const lined = {
    ...ports,
    queues: { ...ports.queues, hook },
    hooks: {
      post: async (post: Omit<Post, 'atMs'>) => {
        posts.push({ ...post, atMs: clock.nowMs });
        return answer(posts.length);
      },
    },
  };
  const run = async (untilMs = Number.POSITIVE_INFINITY): Promise<void> => {
    for (;;) {
      queue.sort((a, b) => a.dueAtMs - b.dueAtMs);
      if (queue.length === 0 || present(queue[0], 'message').dueAtMs > untilMs) return;
      const { message, dueAtMs } = present(queue.shift(), 'message');
      clock.nowMs = Math.max(clock.nowMs, dueAtMs);
      looks++;
      await tendWebhook(lined, message);
    }
  };
  return { ports: lined, posts, looks: () => looks, run };
}
