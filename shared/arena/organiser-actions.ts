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

/** The same with a series. */
export const SERIES_ACTIONS = ['create', 'change', 'pause', 'resume', 'organisers'] as const;
export type SeriesAction = (typeof SERIES_ACTIONS)[number];
