/**
 * The one place that names tables, keys, indexes and stream words. No SDK: `infra/cloud` builds
 * the tables from it, the adapters read and write with it.
 */
export const TABLES = {
  games: { partitionKey: 'pk', sortKey: null, stream: true, ttl: 'ttl' },
  arenas: { partitionKey: 'pk', sortKey: 'sk', stream: true, ttl: 'ttl' },
  players: { partitionKey: 'pk', sortKey: 'sk', stream: false, ttl: 'ttl' },
} as const;

/** Sparse indexes of the arenas table: only arena items carry these attributes. */
export const ARENA_INDEXES = {
  /** Arenas that are not over, by phase and start (epoch ms). */
  byPhase: { name: 'byPhase', partitionKey: 'ph', sortKey: 'at' },
  /** Arenas of one organiser, by start (epoch ms). */
  byOwner: { name: 'byOwner', partitionKey: 'own', sortKey: 'at' },
} as const;

/** Sparse index of the players table: settled ratings, by kind and rating. */
export const RATING_INDEX = { name: 'byRating', partitionKey: 'rk', sortKey: 'ra' } as const;

export interface IndexShape {
  readonly name: string;
  /** A text. */
  readonly partitionKey: string;
  /** A number. */
  readonly sortKey: string;
}

export const TABLE_INDEXES: Readonly<Record<keyof typeof TABLES, readonly IndexShape[]>> = {
  games: [],
  arenas: Object.values(ARENA_INDEXES),
  players: [RATING_INDEX],
};

/** What the stack says how many days it is kept; `retention.ts` says which items that are. */
export const KEPT_KINDS = [
  /** Games, after the end of their arena. Without them an export cannot be verified any more. */
  'games',
  /** Rows of players and the tables that are made of them, after the end of their arena. */
  'rows',
  /** That a player was in an arena, after its end. */
  'history',
  /** What organisers did. */
  'audits',
  /** Players' words to organisers. */
  'reports',
  /** Guests, their secrets and their names. */
  'guests',
] as const;

/** Days by kind, 0 for ever; see `docs/privacy.md`. */
export type Retention = Readonly<Record<(typeof KEPT_KINDS)[number], number>>;

/**
 * Leaf strings that the stream filters of the event-source mappings look at. Numbers cannot be
 * filtered, so states are strings and a row says why it was last written.
 */
export const STREAM_WORDS = {
  /** `st` of a game item. */
  gameState: 'st',
  gameLive: 'LIVE',
  gameDone: 'DONE',
  /** `st` of an arena item; only 'OPEN' wakes the pairing. */
  arenaOpen: 'OPEN',
  /** `st` of a row. */
  rowState: 'st',
  rowIdle: 'IDLE',
  rowReady: 'READY',
  /** `why` of a row: what was written last; each word wakes whoever has it in his filter. */
  why: 'why',
  ready: 'ready',
  scoredReady: 'scoredReady',
  scored: 'scored',
  entered: 'entered',
  paired: 'paired',
  paused: 'paused',
  unseated: 'unseated',
  voided: 'voided',
  removed: 'removed',
  /** `why` of an arena item that was just opened. */
  opened: 'opened',
} as const;
