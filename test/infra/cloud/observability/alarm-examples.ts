import type { Reported } from './ringing.ts';

/** One period that is bad, and several that are not, the first of them the usual one. */
export interface AlarmExample {
  readonly what: string;
  readonly bad: Reported;
  readonly fine: readonly Reported[];
}

const times = (count: number, value: number): number[] =>
  Array.from({ length: count }, () => value);

/** A hundred values of which one is large: what p99 does not see. */
const oneOfHundred = (usual: number, large: number): number[] => [...times(99, usual), large];

const ARENA: readonly AlarmExample[] = [
  {
    what: 'start-late',
    bad: { StartLatenessMs: [120, 90_001] },
    fine: [{ StartLatenessMs: [120] }, { StartLatenessMs: [90_000] }],
  },
  {
    what: 'freeze-late',
    bad: { FreezeLatenessMs: [2_000, 90_001] },
    fine: [{ FreezeLatenessMs: [2_000] }, { FreezeLatenessMs: [90_000] }],
  },
  {
    what: 'pairing-late',
    bad: { PairLagMs: [100, 100, 100, 15_001] },
    fine: [{ PairLagMs: times(50, 800) }, { PairLagMs: times(4, 15_000) }, { PairLagMs: [60_000] }],
  },
  {
    what: 'pool-races',
    bad: { PoolRaces: times(3, 1), PoolRuns: times(20, 1) },
    fine: [
      { PoolRaces: times(5, 1), PoolRuns: times(50, 1) },
      { PoolRaces: times(19, 1), PoolRuns: times(19, 1) },
      { PoolRuns: times(500, 1) },
    ],
  },
  {
    what: 'standings-old',
    bad: { StandingsAgeMs: times(30, 6_001) },
    fine: [
      { StandingsAgeMs: times(30, 3_900) },
      { StandingsAgeMs: times(30, 6_000) },
      { StandingsAgeMs: oneOfHundred(3_000, 60_000) },
    ],
  },
  {
    what: 'scores-postponed',
    bad: { ScoresPostponed: [3, 2] },
    fine: [{ ScoresPostponed: [4] }],
  },
  {
    what: 'woken-by-sweep',
    bad: { GamesWoken: [2], ScoresWoken: [3] },
    fine: [{ GamesWoken: [1] }, { GamesWoken: [2], ScoresWoken: [2] }],
  },
  {
    what: 'move-units',
    bad: { ConsumedWru: [121], MoveAccepted: times(100, 1) },
    fine: [
      { ConsumedWru: times(1_000, 1), MoveAccepted: times(1_000, 1) },
      { ConsumedWru: [120], MoveAccepted: times(100, 1) },
      { ConsumedWru: [198], MoveAccepted: times(99, 1) },
    ],
  },
  {
    what: 'posts-failing',
    bad: { PostsFailed: times(100, 1) },
    fine: [{}, { PostsFailed: times(99, 1) }],
  },
  {
    what: 'series-not-planned',
    bad: { SeriesNotPlanned: [1] },
    fine: [{}],
  },
  {
    what: 'webhooks-failing',
    bad: { WebhookAttemptsFailed: times(20, 1) },
    fine: [
      { WebhookAttemptsFailed: times(20, 1), WebhooksDelivered: times(20, 1) },
      { WebhookAttemptsFailed: times(19, 1) },
      { WebhooksDelivered: times(100, 1) },
    ],
  },
];

const FUNCTIONS: readonly AlarmExample[] = [
  {
    what: 'move-errors',
    bad: { Errors: [11], Invocations: [1_000] },
    fine: [
      { Errors: [0], Invocations: [1_000] },
      { Errors: [10], Invocations: [1_000] },
      { Errors: [2], Invocations: [2] },
    ],
  },
  {
    what: 'move-failing',
    bad: { Errors: [51], Invocations: [1_000] },
    fine: [
      { Errors: [50], Invocations: [1_000] },
      { Errors: [2], Invocations: [2] },
    ],
  },
  {
    what: 'throttled',
    bad: { lifecycle: [1] },
    fine: [{}, { move: [0], lobby: [0], score: [0] }],
  },
  {
    what: 'sweep-silent',
    bad: {},
    fine: [{ Invocations: [1] }],
  },
  {
    what: 'series-silent',
    bad: { Invocations: [3], Errors: [3] },
    fine: [
      { Invocations: [3], Errors: [0] },
      { Invocations: [3], Errors: [2] },
    ],
  },
];

const TABLES = ['games', 'arenas', 'players'].flatMap((name): AlarmExample[] => [
  { what: `${name}-throttled`, bad: { writes: [1] }, fine: [{}, { reads: [0] }] },
  { what: `${name}-fuse-blown`, bad: { reads: [1], writes: [1_000] }, fine: [{ writes: [1_000] }] },
  { what: `${name}-system-errors`, bad: { transactWriteItems: [1] }, fine: [{}] },
]);

const GATEWAYS: readonly AlarmExample[] = [
  {
    what: 'http-errors',
    bad: { '5xx': [4], Count: [399] },
    fine: [
      { '5xx': [0], Count: [400] },
      { '5xx': [4], Count: [400] },
      { '5xx': [2], Count: [2] },
    ],
  },
  {
    what: 'socket-errors',
    bad: { ExecutionError: [3], MessageCount: [299] },
    fine: [
      { MessageCount: [10_000] },
      { IntegrationError: [1], ExecutionError: [2], MessageCount: [300] },
      { IntegrationError: [2], MessageCount: [2] },
    ],
  },
  {
    what: 'socket-refused',
    bad: { ClientError: [11], MessageCount: [900], ConnectCount: [100] },
    fine: [
      { ClientError: [0], MessageCount: [10_000] },
      { ClientError: [10], MessageCount: [900], ConnectCount: [100] },
      { ClientError: [2], MessageCount: [10] },
    ],
  },
  {
    what: 'request-quota',
    bad: { MessageCount: [300_000], Count: [60_001] },
    fine: [{ MessageCount: [60_000] }, { MessageCount: [300_000], Count: [60_000] }],
  },
];

/** Of every alarm on metrics of our own, and of every one that computes. */
export const ALARM_EXAMPLES = [...ARENA, ...FUNCTIONS, ...TABLES, ...GATEWAYS];
