import { signatureHeaders } from '../../protocol/webhook-signature.ts';
import { ATTEMPTS_MAX, type Change, change } from '../change.ts';
import type { CountName } from '../metrics.ts';
import {
  DELAY_MS_MAX,
  type HookAnswer,
  type HookMessage,
  type Hooks,
  type Ports,
} from '../ports.ts';
import { ATTEMPT_UNDER_WAY, type Attempt, type Delivery, type Webhook } from '../records.ts';
import { messageOf } from './delivery.ts';
import { TRIES_MAX, type Verdict, verdictOf } from './retries.ts';

export type DeliverPorts = Pick<Ports, 'store' | 'now' | 'count'> & {
  readonly queues: Pick<Ports['queues'], 'hook'>;
  readonly hooks: Hooks;
};

/**
 * An attempt of which nothing is heard after so long has died with its function, which may run for
 * 60 s; another one then follows.
 */
export const INTERRUPTED_AFTER_MS = 90_000;
/** More than one round of tries; what an organiser asks for again goes on top. */
const ATTEMPTS_KEPT = 20;

type DeliveryMessage = Extract<HookMessage, { readonly t: 'delivery' }>;

/**
 * Sends what is due to be sent, and notes what came of it. The attempt is stored before anything is
 * sent: of two who have the same message one sends, and a crash in between leaves a trace and costs
 * one more sending. Called too early it only makes sure of being called again.
 */
export async function deliver(ports: DeliverPorts, message: DeliveryMessage): Promise<void> {
  const begun = await begin(ports, message);
  if (begun === null) return;
  const { owner, webhook: id } = begun;
  const webhook = await ports.store.webhook(owner, id);
  const answer = webhook === null ? DELETED : await send(ports, webhook, begun);
  // Nobody is left who could come back.
  const verdict = webhook === null ? FAILED : verdictOf(answer, begun.tries, ports.now());
  const ended = await end(ports, begun, answer, verdict);
  ports.count(COUNTED[verdict.state]);
  if (ended?.nextAtMs != null) await lookAt(ports, ended, ended.nextAtMs);
}

const DELETED: HookAnswer = { status: null, error: 'webhookDeleted' };
const FAILED: Verdict = { state: 'failed' };
const COUNTED: Readonly<Record<Verdict['state'], CountName>> = {
  delivered: 'WebhooksDelivered',
  pending: 'WebhookAttemptsFailed',
  failed: 'WebhooksFailed',
};

/** The delivery with an attempt of ours under way; null: it is not its time, or all is done. */
async function begin(ports: DeliverPorts, message: DeliveryMessage): Promise<Delivery | null> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await ports.store.delivery(message.webhook, message);
    if (before === null || before.nextAtMs === null) return null;
    const nowMs = ports.now();
    if (nowMs < before.nextAtMs) {
      await lookAt(ports, before, before.nextAtMs);
      return null;
    }
    const after = before.tries < TRIES_MAX ? withAttempt(before, nowMs) : givenUp(before);
    const commit = await ports.store.commit([{ op: 'update', before, after }]);
    if (commit.kind === 'stored') return after.nextAtMs === null ? null : after;
  }
  throw new Error(`delivery ${message.id} is contended`);
}

const withAttempt = (delivery: Delivery, nowMs: number): Delivery => ({
  ...delivery,
  version: delivery.version + 1,
  tries: delivery.tries + 1,
  attempts: [
    ...delivery.attempts.slice(1 - ATTEMPTS_KEPT),
    { atMs: nowMs, status: null, error: ATTEMPT_UNDER_WAY },
  ],
  nextAtMs: nowMs + INTERRUPTED_AFTER_MS,
});

/** The last try has died. */
const givenUp = (delivery: Delivery): Delivery => ({
  ...delivery,
  version: delivery.version + 1,
  state: 'failed',
  nextAtMs: null,
});

async function send(
  { hooks }: DeliverPorts,
  { url, secret }: Webhook,
  { id, body, attempts }: Delivery,
): Promise<HookAnswer> {
  const atMs = attempts.at(-1)?.atMs ?? 0;
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'shield-arena-webhooks/1',
    ...(await signatureHeaders(secret, { id, atMs, body })),
  };
  return hooks.post({ url, headers, body });
}

/** Notes what came of our attempt; null: the delivery is forgotten. */
async function end(
  { store, now }: DeliverPorts,
  begun: Delivery,
  answer: HookAnswer,
  verdict: Verdict,
): Promise<Delivery | null> {
  const place = { atMs: begun.happenedAtMs, id: begun.id };
  const load = () => store.delivery(begun.webhook, place);
  const nowMs = now();
  const done = await change(store, load, (current): Change<Delivery, Delivery | null> => {
    if (current === null) return { kind: 'keep', value: null };
    const after = ended(current, begun, answer, nextOf(verdict, nowMs));
    return { kind: 'store', before: current, after, value: after };
  });
  if (done.kind === 'refused') throw new Error(`delivery ${begun.id} is contended`);
  return done.value;
}

interface Next {
  readonly state: Delivery['state'];
  readonly nextAtMs: number | null;
}

const nextOf = (verdict: Verdict, nowMs: number): Next => ({
  state: verdict.state,
  nextAtMs: verdict.state === 'pending' ? nowMs + verdict.waitMs : null,
});

/** What somebody has asked for meanwhile stays, unless it has arrived. */
function ended(current: Delivery, begun: Delivery, answer: HookAnswer, next: Next): Delivery {
  const ours = begun.attempts.at(-1);
  const isOurs = ({ atMs, error }: Attempt) => atMs === ours?.atMs && error === ATTEMPT_UNDER_WAY;
  const at = current.attempts.findLastIndex(isOurs);
  const { status } = answer;
  const error = status === null ? answer.error : null;
  const attempts = current.attempts.map((one, index) =>
    index === at ? { ...one, status, error } : one,
  );
  const isNewer = current.nextAtMs !== begun.nextAtMs;
  const result = isNewer && next.state !== 'delivered' ? {} : next;
  return { ...current, ...result, attempts, version: current.version + 1 };
}

/**
 * The queue keeps a message for at most `DELAY_MS_MAX`: a longer wait takes several. Nothing looks
 * for deliveries whose message ended in the dead letters: an alarm sees it there, and the owner
 * sees a time that is past, and may ask for it again.
 */
async function lookAt({ queues, now }: DeliverPorts, delivery: Delivery, atMs: number) {
  await queues.hook(messageOf(delivery), Math.min(DELAY_MS_MAX, Math.max(0, atMs - now())));
}
