import { sha256Hex } from '../../core/hash.ts';
import type { DeliveredEvent, WebhookPayload } from '../../protocol/webhook.ts';
import { create } from '../change.ts';
import type { HookMessage, Ports } from '../ports.ts';
import type { Delivery, RecordPlace, Webhook } from '../records.ts';
import type { Happening } from './happening.ts';

/** Deliveries are shown for so long; the last attempt comes within two days. */
export const DELIVERY_KEPT_MS = 30 * 24 * 3_600_000;

export type StorePorts = Pick<Ports, 'store' | 'now'> & {
  readonly queues: Pick<Ports['queues'], 'hook'>;
};

/** The event and what it is of; the same text makes the same message. */
export interface Told extends Happening {
  readonly event: DeliveredEvent;
  readonly arena: Delivery['arena'];
  /** What tells it from others at the same instant. */
  readonly key: string;
}

/** Stores an event for one webhook, unless it is stored already, and has it looked at. */
export async function addDelivery(ports: StorePorts, to: Webhook, told: Told): Promise<Delivery> {
  const delivery = await newDelivery(to, told, ports.now());
  await create(ports.store, delivery);
  // Also for one that was stored before: whoever stored it may have died right then.
  await ports.queues.hook(messageOf(delivery), 0);
  return delivery;
}

/** The event on its way to this webhook; whoever makes it again makes one with the same id. */
export async function newDelivery(to: Webhook, told: Told, nowMs: number): Promise<Delivery> {
  const { event, arena, atMs, data } = told;
  const payload: WebhookPayload = {
    type: event,
    timestamp: new Date(atMs).toISOString(),
    data,
  };
  return {
    ...{ type: 'delivery', webhook: to.id, id: await idOf(told), version: 0, owner: to.owner },
    ...{ event, arena, happenedAtMs: atMs, body: JSON.stringify(payload) },
    ...{ state: 'pending', tries: 0, attempts: [], nextAtMs: nowMs },
    expiresAtMs: nowMs + DELIVERY_KEPT_MS,
  };
}

export const messageOf = ({ webhook, happenedAtMs, id }: Delivery): HookMessage => ({
  t: 'delivery',
  ...{ webhook, atMs: happenedAtMs, id },
});

const HASH_DIGITS = 32;

/** Names the instant, too, so that it is enough to find the delivery again; see `placeOfId`. */
async function idOf({ key, atMs }: Told): Promise<string> {
  return `msg_${atMs}_${(await sha256Hex(key)).slice(0, HASH_DIGITS)}`;
}

/** Where the delivery with this id stands; null: it is none of ours. */
export function placeOfId(id: string): RecordPlace | null {
  const [, atMs] = /^msg_(\d{1,14})_[0-9a-f]{32}$/.exec(id) ?? [];
  return atMs === undefined ? null : { atMs: Number(atMs), id };
}
