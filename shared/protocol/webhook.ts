/** What an organiser can be told of his arenas. */
export const WEBHOOK_EVENTS = [
  'arena.opened',
  'arena.frozen',
  'arena.corrected',
  'arena.cancelled',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
