import { type ArenaId, ID_BYTES, idFromBytes } from '../../core/ids.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { TEST_EVENT } from '../../protocol/webhook.ts';
import type { DeliveriesView, DeliveryView } from '../../protocol/webhook-view.ts';
import { type Change, change } from '../change.ts';
import { cursorRefusal, cutPage } from '../place-cursor.ts';
import type { Ports } from '../ports.ts';
import { type Allowance, createCounted, hourOf } from '../quota.ts';
import type { Delivery, Webhook } from '../records.ts';
import {
  DELIVERY_KEPT_MS,
  messageOf,
  newDelivery,
  placeOfId,
  type StorePorts,
} from './delivery.ts';
import { viewWebhook } from './webhooks.ts';

const PAGE_DELIVERIES = 20;

/** A page of what was sent to a webhook, the newest event first. Refusal: invalid (`cursor`). */
export async function listDeliveries(
  { store }: Pick<Ports, 'store'>,
  { id }: Webhook,
  cursor: string | null,
): Promise<Result<DeliveriesView, Refusal>> {
  const after = cursor === null ? null : placeOfId(cursor);
  if (cursor !== null && after === null) {
    return err(cursorRefusal());
  }
  // One more says whether there is another page.
  const found = await store.deliveries(id, after, PAGE_DELIVERIES + 1);
  const { page, next } = cutPage(found, PAGE_DELIVERIES, (last) => last.id);
  return ok({ deliveries: page.map(viewDelivery), next });
}

export const viewDelivery = (delivery: Delivery): DeliveryView => {
  const { id, event, arena, happenedAtMs, state, attempts, nextAtMs, body } = delivery;
  return { id, event, arena, happenedAtMs, state, attempts: [...attempts], nextAtMs, body };
};

/** Tests and retries of an organiser, together: each is a request to a server of his choice. */
export const SENDINGS_PER_HOUR = 30;

const sendingsOf = ({ owner }: Webhook, nowMs: number): Allowance => ({
  key: `sendings ${owner} ${hourOf(nowMs)}`,
  max: SENDINGS_PER_HOUR,
  expected: `at most ${SENDINGS_PER_HOUR} tests and retries an hour`,
});

/**
 * Sends a test to this webhook, which is tried again like any event. The same `random` and instant
 * make the same one, which counts once. Refusals: tooMany, busy.
 */
export async function sendTest(
  ports: StorePorts & Pick<Ports, 'random'>,
  webhook: Webhook,
  askedAtMs: number,
): Promise<Result<Delivery, Refusal>> {
  const key = idFromBytes<ArenaId>(ports.random.bytes(ID_BYTES));
  const data = { webhook: viewWebhook(webhook) };
  const told = { event: TEST_EVENT, arena: null, key, atMs: askedAtMs, data } as const;
  const nowMs = ports.now();
  const delivery = await newDelivery(webhook, told, nowMs);
  const stored = await createCounted(ports, sendingsOf(webhook, nowMs), delivery);
  if (!stored.ok) return stored;
  await ports.queues.hook(messageOf(delivery), 0);
  return ok(delivery);
}

/**
 * Sends a delivery now, whatever has become of it, with all tries before it. Refusals: notFound
 * (`delivery`), tooMany, busy.
 */
export async function retryDelivery(
  ports: StorePorts,
  webhook: Webhook,
  id: string,
): Promise<Result<Delivery, Refusal>> {
  const place = placeOfId(id);
  if (place === null) return err(NO_DELIVERY);
  const load = () => ports.store.delivery(webhook.id, place);
  if ((await load()) === null) return err(NO_DELIVERY);
  const nowMs = ports.now();
  const counted = await createCounted(ports, sendingsOf(webhook, nowMs));
  if (!counted.ok) return counted;
  const asked = await change(ports.store, load, (delivery) => askedAgain(delivery, nowMs));
  if (asked.kind === 'refused') return err(asked.refusal);
  await ports.queues.hook(messageOf(asked.value), 0);
  return ok(asked.value);
}

const NO_DELIVERY = refuse('notFound', { field: 'delivery', expected: 'a delivery to it' });

function askedAgain(delivery: Delivery | null, nowMs: number): Change<Delivery, Delivery> {
  if (delivery === null) return { kind: 'refused', refusal: NO_DELIVERY };
  const after: Delivery = {
    ...delivery,
    version: delivery.version + 1,
    ...{ state: 'pending', tries: 0, nextAtMs: nowMs },
    expiresAtMs: nowMs + DELIVERY_KEPT_MS,
  };
  return { kind: 'store', before: delivery, after, value: after };
}
