/** What organisers do in an arena; each is written down with who did it. */
export const ORGANISER_ACTIONS = [
  'create',
  'copy',
  'change',
  'cancel',
  'closeEntries',
  'openEntries',
  'remove',
  'disqualify',
  'reinstate',
  'note',
  'organisers',
  'allowList',
] as const;
export type OrganiserAction = (typeof ORGANISER_ACTIONS)[number];
