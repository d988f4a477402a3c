/** What a value of a metric means: how often something happened, or how long it took. */
type Unit = 'Count' | 'Milliseconds';

/**
 * Every metric of our own: a closed list, so that no alarm waits for a name that nobody emits.
 * Their dimensions are service and stage alone: ids belong into the log line, since every value of
 * a dimension is a metric that is paid for.
 */
export const METRICS = {
  /** Moves that were answered without a refusal, repeated ones, too. */
  MoveAccepted: 'Count',
  /** Moves that were answered with a refusal; the log line says why. */
  MoveRejected: 'Count',

  /** Games that a pairing has made. */
  Paired: 'Count',
  /** Pairs of one run of a pairing that found some. */
  PairsPerRun: 'Count',
  /** From ready to paired, of each player. */
  PairWaitMs: 'Milliseconds',
  /** From the instant at which a pair was acceptable to its storing. */
  PairLagMs: 'Milliseconds',
  /** Players who have waited longer than that when a run ends. */
  UnpairedOver30s: 'Count',
  /** Tries of a pairing to write its pool. */
  PoolRuns: 'Count',
  /** Those that somebody else was faster in. */
  PoolRaces: 'Count',
  /** Games that were taken back. */
  GamesVoided: 'Count',

  /** Rows that took a finished game. */
  GamesScored: 'Count',
  /** From the end of a game to its scoring, of each player. */
  ScoreLagMs: 'Milliseconds',
  /** Scorings that failed and are tried again. */
  ScoresPostponed: 'Count',
  /** How old the published table was when a newer one replaced it. */
  StandingsAgeMs: 'Milliseconds',

  /** From the start that was set to the opening. */
  StartLatenessMs: 'Milliseconds',
  /** From the end to the frozen ranking; of one that is still due: so far. */
  FreezeLatenessMs: 'Milliseconds',
  /** Arenas whose ranking was frozen. */
  ArenasFrozen: 'Count',
  /** Players who may not enter any more and could not be taken out. */
  EntriesNotConfirmed: 'Count',

  /** Players of running arenas with a connection, once a minute. */
  PlayersConnected: 'Count',
  /** Games of running arenas, once a minute. */
  GamesRunning: 'Count',
  /** Running games that the sweep found forgotten. */
  GamesWoken: 'Count',
  /** Finished games that the sweep found unscored. */
  ScoresWoken: 'Count',
  /** Pools that the sweep found forgotten. */
  PoolsWoken: 'Count',

  /** Players of whom nothing is left, as they have asked. */
  PlayersErased: 'Count',
  /** Erasures that the sweep found forgotten. */
  ErasuresWoken: 'Count',

  /** Posts to connections that are not there any more. */
  GonePosts: 'Count',
  /** Posts of which nobody knows whether they have arrived. */
  PostsFailed: 'Count',

  /** Arenas that the planner of the series has made. */
  EditionsPlanned: 'Count',
  /** Series that the planner failed at. */
  SeriesNotPlanned: 'Count',

  /** Events for webhooks that are too old to be told. */
  EventsDropped: 'Count',
  /** Events that a webhook has taken. */
  WebhooksDelivered: 'Count',
  /** Attempts that are followed by another one. */
  WebhookAttemptsFailed: 'Count',
  /** Events that a webhook will not be told any more. */
  WebhooksFailed: 'Count',
} as const satisfies Readonly<Record<string, Unit>>;

export type MetricName = keyof typeof METRICS;

type Named<U extends Unit> = {
  [N in MetricName]: (typeof METRICS)[N] extends U ? N : never;
}[MetricName];

/** Metrics that count occurrences. */
export type CountName = Named<'Count'>;

/** What every function has consumed of the database, with a dimension `function` more. */
export const UNIT_METRICS = {
  /** Write request units. */
  ConsumedWru: 'Count',
  /** Read request units. */
  ConsumedRru: 'Count',
} as const satisfies Readonly<Record<string, Unit>>;

/** Of all metrics of our own. */
export const METRIC_NAMESPACE = 'ShieldArena';

/** The dimension `service` of metrics that are of no single function. */
export const METRIC_SOURCE = 'shield-arena';
