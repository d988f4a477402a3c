import * as v from 'valibot';
import { oneOf } from './fields.ts';
import { DELIVERED_EVENTS, WEBHOOK_EVENTS } from './webhook.ts';

const URL_CHARACTERS_MAX = 500;
const someEvents = `1 to ${WEBHOOK_EVENTS.length} different events`;

const events = v.pipe(
  v.array(oneOf(WEBHOOK_EVENTS), someEvents),
  v.minLength(1, someEvents),
  v.maxLength(WEBHOOK_EVENTS.length, someEvents),
  v.check((all) => new Set(all).size === all.length, someEvents),
);

/** Body of `POST /webhooks`; what the address must be is checked where it is known. */
export const newWebhookSchema = v.strictObject({
  url: v.pipe(
    v.string('an address'),
    v.maxLength(URL_CHARACTERS_MAX, `at most ${URL_CHARACTERS_MAX} characters`),
    v.description('`https` on its usual port, public, without a user and a password.'),
    v.examples(['https://example.org/arenas']),
  ),
  events: v.optional(events, [...WEBHOOK_EVENTS]),
});
export type NewWebhook = v.InferOutput<typeof newWebhookSchema>;

const webhookFields = {
  id: v.string(),
  url: v.string(),
  events: v.array(v.picklist(WEBHOOK_EVENTS)),
  createdAtMs: v.number(),
};

/** A webhook as its owner sees it. */
export const webhookSchema = v.object(webhookFields);
export type WebhookView = v.InferOutput<typeof webhookSchema>;

export const webhookListSchema = v.object({ webhooks: v.array(webhookSchema) });

/** The answer to its creation, and the only one with the secret. */
export const createdWebhookSchema = v.object({
  ...webhookFields,
  secret: v.pipe(
    v.string(),
    v.description('`whsec_` and base64: the key of `webhook-signature` (Standard Webhooks 1.0).'),
  ),
});

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const attempt = v.object({
  atMs: v.number(),
  status: v.pipe(v.nullable(v.number()), v.description('HTTP status; null: no answer.')),
  error: v.pipe(
    v.nullable(v.string()),
    v.description('Why there was none; `underWay`: nothing is known of it yet, or ever.'),
  ),
});

/** One event on its way to one webhook. */
export const deliverySchema = v.object({
  id: v.pipe(v.string(), v.description('The `webhook-id` that the receiver sees.')),
  event: v.picklist(DELIVERED_EVENTS),
  arena: v.nullable(v.string()),
  happenedAtMs: v.number(),
  state: v.picklist(DELIVERY_STATES),
  attempts: v.array(attempt),
  nextAtMs: v.pipe(v.nullable(v.number()), v.description('When it is sent next; null: never.')),
  body: v.pipe(v.string(), v.description('What is sent, byte for byte.')),
});
export type DeliveryView = v.InferOutput<typeof deliverySchema>;

export const deliveriesSchema = v.object({
  deliveries: v.array(deliverySchema),
  next: v.nullable(v.string()),
});
export type DeliveriesView = v.InferOutput<typeof deliveriesSchema>;
