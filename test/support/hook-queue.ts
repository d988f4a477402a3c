import type { HookAnswer, HookMessage, Hooks, Queues } from '../../shared/app/ports.ts';
import type { Webhook } from '../../shared/app/records.ts';
import { tendWebhook } from '../../shared/app/webhooks/tend.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { WEBHOOK_EVENTS, type WebhookPayload } from '../../shared/protocol/webhook.ts';
import { webhookSecret } from '../../shared/protocol/webhook-signature.ts';
import type { StreamWorld } from './streams.ts';

const JITTER_MS = 300;
const SLOW_MESSAGE_MS = 10_000;
const VISIBILITY_MS = 360_000;
const RECEIVES_MAX = 5;
const TIMEOUT_MS = 60_000;

const ARRIVED: HookAnswer = { status: 204, retryAfter: null };
const FAILURES: readonly HookAnswer[] = [
  { status: 503, retryAfter: '60' },
  { status: null, error: 'ECONNRESET' },
];

/** What was posted to a webhook, whatever came of it. */
export interface Heard {
  readonly id: string;
  readonly payload: WebhookPayload;
}

/** A webhook of the organiser of a simulated cloud that hears of everything. */
export const aWebhook = (owner: string, part: Partial<Webhook> = {}): Webhook => ({
  ...{ type: 'webhook', id: 'hook1', version: 0, owner, url: 'https://example.org/hook' },
  ...{ secret: webhookSecret(new Uint8Array(24)), events: WEBHOOK_EVENTS, createdAtMs: 0 },
  ...part,
});

/** The part of the announce queue that tells webhooks, with a receiver that sometimes fails. */
export function createHookQueue(
  world: StreamWorld,
  seed: number,
): { readonly hook: Queues['hook']; readonly heard: readonly Heard[] } {
  const { time, random, faults } = world;
  const luck = seededRandom(seed);
  const heard: Heard[] = [];
  const hooks: Hooks = {
    post: async ({ headers, body }) => {
      heard.push({ id: headers['webhook-id'] ?? '', payload: JSON.parse(body) as WebhookPayload });
      // Nine of ten arrive, so that nobody has to wait for hours.
      return FAILURES[luck.below(20)] ?? ARRIVED;
    },
  };
  const receive = async (message: HookMessage, receives: number): Promise<void> => {
    const run = (ports: Parameters<Parameters<typeof world.invoke>[1]>[0]) =>
      tendWebhook({ ...ports, hooks }, message);
    const outcome = await world.invoke(TIMEOUT_MS, run);
    if (outcome.kind === 'failed') world.onFailure(`hook ${message.t}`, outcome.cause);
    if (outcome.kind !== 'done' && receives < RECEIVES_MAX) {
      faults.note('redelivery');
      time.at(time.now() + VISIBILITY_MS, () => void receive(message, receives + 1));
    } else if (faults.happens('duplicate')) {
      time.at(time.now() + random.below(SLOW_MESSAGE_MS), () => void receive(message, receives));
    }
  };
  const hook: Queues['hook'] = async (message, delayMs) => {
    const lateMs = random.below(faults.happens('delay') ? SLOW_MESSAGE_MS : JITTER_MS);
    const seconds = Math.ceil(Math.max(0, delayMs) / 1_000);
    time.at(time.now() + seconds * 1_000 + lateMs, () => void receive(message, 1));
  };
  return { hook, heard };
}
