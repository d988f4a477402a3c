/** What an organiser can be told of his arenas. */
export const WEBHOOK_EVENTS = [
  'arena.opened',
  'arena.frozen',
  'arena.corrected',
  'arena.cancelled',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What he sends to one webhook himself, to see whether it arrives. */
export const TEST_EVENT = 'webhook.test';

export const DELIVERED_EVENTS = [...WEBHOOK_EVENTS, TEST_EVENT] as const;
export type DeliveredEvent = (typeof DELIVERED_EVENTS)[number];

/** The JSON that is posted (Standard Webhooks 1.0, "Payload structure"). */
export interface WebhookPayload {
  readonly type: DeliveredEvent;
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string;
  readonly data: object;
}
