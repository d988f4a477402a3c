import type { FunctionName } from './function-table.ts';
import type { StreamConsumer } from './stream-filters.ts';

/** What can be granted on; `grants.ts` knows the ARN of each. */
export type ResourceName =
  | 'games'
  | 'arenas'
  | 'arenaIndexes'
  | 'phaseIndex'
  | 'players'
  | 'playerIndexes'
  | 'gamesStream'
  | 'arenasStream'
  | 'clockQueue'
  | 'announceQueue'
  | 'lifecycle'
  | 'scheduleRole'
  | `${StreamConsumer | 'lifecycle'}Failures`
  | WildcardName;

/** Resources that can only be named with a wildcard; each with its reason in `WILDCARDS`. */
export type WildcardName = 'openConnections' | 'lostConnections' | 'arenaSchedules' | 'everyStream';

export interface Permission {
  readonly on: ResourceName;
  readonly may: readonly string[];
  readonly why: string;
}

type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

const onTable =
  (on: ResourceName) =>
  (why: string, ...actions: readonly TableAction[]): Permission => ({
    on,
    may: actions.map((action) => `dynamodb:${action}`),
    why,
  });

const games = onTable('games');
const arenas = onTable('arenas');
const arenaIndexes = onTable('arenaIndexes');
const phaseIndex = onTable('phaseIndex');
const players = onTable('players');
const playerIndexes = onTable('playerIndexes');

const sends = (on: ResourceName, why: string): Permission => ({
  on,
  may: ['sqs:SendMessage'],
  why,
});

const invokesLifecycle = (why: string): Permission => ({
  on: 'lifecycle',
  may: ['lambda:InvokeFunction'],
  why,
});

const posts = (why: string): Permission => ({
  on: 'openConnections',
  may: ['execute-api:ManageConnections'],
  why,
});

/** What Lambda does in the name of a function that reads a stream. */
const reads = (stream: 'gamesStream' | 'arenasStream', consumer: StreamConsumer): Permission[] => [
  {
    on: stream,
    may: ['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords'],
    why: 'the records that wake it',
  },
  { on: 'everyStream', may: ['dynamodb:ListStreams'], why: 'checked when the mapping is made' },
  sends(`${consumer}Failures`, 'records that failed for good'),
];

/** What Lambda does in the name of a function that reads a queue. */
const consumes = (queue: 'clockQueue' | 'announceQueue'): Permission => ({
  on: queue,
  may: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  why: 'the messages that wake it',
});

const ratings = players('both ratings', 'PutItem', 'UpdateItem');

const SCORE = [
  ratings,
  arenas('policy; append to the log of both rows', 'GetItem', 'UpdateItem'),
  sends('clockQueue', 'rescore what failed, look again at a closing arena'),
  posts('scored'),
];

const PAIR = [
  arenas('pool and rows: READY to PLAY', 'GetItem', 'Query', 'UpdateItem'),
  games('the new game; a void one leaves no trace', 'PutItem', 'DeleteItem'),
  sends('clockQueue', 'try the remaining tickets again'),
  posts('paired'),
];

const STANDINGS = [
  arenas('read the rows, write head and pages', 'GetItem', 'Query', 'PutItem', 'UpdateItem'),
  sends('clockQueue', 'one rebuild at the end of the period'),
];

const ERASE = [
  players(
    'who is to be forgotten, where he was, what he reported; his seat',
    ...(['GetItem', 'Query', 'UpdateItem', 'DeleteItem'] as const),
  ),
  arenas(
    'his rows; out of arenas to come; his words; names in tables',
    ...(['GetItem', 'UpdateItem', 'DeleteItem'] as const),
  ),
  games('his names in games', 'BatchGetItem', 'UpdateItem'),
];

/**
 * Every function: what it may do, and why. Transactions need the rights of their parts alone.
 * Writing its own log (and traces, when they are on) is added to each.
 */
export const PERMISSIONS: Readonly<Record<FunctionName, readonly Permission[]>> = {
  authorize: [players('take the one-time ticket', 'DeleteItem')],

  presence: [
    players('which arena he sits in', 'GetItem'),
    arenas('clear the connection of his row, if it is this one', 'GetItem', 'UpdateItem'),
  ],

  move: [games('one read, one conditional write', 'GetItem', 'UpdateItem'), posts('moved')],

  game: [
    games('resign, berserk, draw, claims', 'GetItem', 'UpdateItem'),
    posts('what happened, to the opponent'),
  ],

  lobby: [
    players(
      'profile, rating, the seat; that he was in an arena; tries of a password',
      ...(['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] as const),
    ),
    arenas(
      'the row: enter, wish, pause, lease, leave; the list of those who may enter',
      ...(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] as const),
    ),
    sends('clockQueue', 'the table and the pool without him who has left'),
    games('the running game, its connection after a reconnect', 'GetItem', 'UpdateItem'),
    posts('bye superseded'),
    {
      on: 'lostConnections',
      may: ['execute-api:ManageConnections'],
      why: 'close the connection that lost against a newer one',
    },
  ],

  http: [
    players(
      'tickets, guests, bans, counts; profiles, ratings and arenas of a player',
      ...(['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] as const),
    ),
    playerIndexes('the best of a kind', 'Query'),
    arenas(
      'make and steer arenas, read rows, pool and standings, correct a ranking',
      ...(['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] as const),
    ),
    arenaIndexes('lists by phase and by owner', 'Query'),
    games(
      'the games of an arena; that of a removed player',
      'GetItem',
      'BatchGetItem',
      'UpdateItem',
    ),
    posts('the end of a game that a removal has ended'),
    sends('announceQueue', 'winners that nobody has announced yet'),
    {
      on: 'arenaSchedules',
      may: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
      why: 'start and end of the arena',
    },
    { on: 'scheduleRole', may: ['iam:PassRole'], why: 'the schedules run under it' },
    sends('clockQueue', 'a start that is nearer than a schedule is precise'),
  ],

  score: [...reads('gamesStream', 'score'), ...SCORE],

  arm: [
    ...reads('gamesStream', 'arm'),
    sends('clockQueue', 'the first clock message of a new game'),
  ],

  pair: [...reads('arenasStream', 'pair'), ...PAIR],

  standings: [...reads('arenasStream', 'standings'), ...STANDINGS],

  lifecycle: [
    ratings,
    players(
      'who may still enter at the start; the seat of who may not',
      ...(['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'] as const),
    ),
    arenas(
      'states, rows, tables, finals; the row of who may not enter any more',
      ...(['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] as const),
    ),
    games(
      'end and fence what still runs; a cancelled arena takes it back',
      'GetItem',
      'BatchGetItem',
      'UpdateItem',
      'DeleteItem',
    ),
    sends('clockQueue', 'the exact instant; look again while late games count'),
    sends('announceQueue', 'opened, closing, frozen, in chunks'),
    sends('lifecycleFailures', 'a start or end that failed for good'),
    posts('scored'),
  ],

  clock: [
    consumes('clockQueue'),
    ...SCORE,
    ...PAIR,
    ...STANDINGS,
    games('countdowns and flags', 'GetItem', 'UpdateItem'),
    ...ERASE,
    invokesLifecycle('the exact start and end'),
  ],

  announce: [
    consumes('announceQueue'),
    posts('announcements'),
    arenas('what has really happened, and the final ranking', 'GetItem'),
    players(
      'webhooks of an owner; deliveries and their attempts',
      ...(['GetItem', 'Query', 'PutItem', 'UpdateItem'] as const),
    ),
    sends('announceQueue', 'look at a webhook again later'),
  ],

  sweep: [
    arenas('rows and pools; what nobody looks at any more', 'GetItem', 'Query', 'UpdateItem'),
    phaseIndex('arenas by phase', 'Query'),
    players('players who want to be forgotten; when they are due', 'Query', 'UpdateItem'),
    games('games that nobody looked at', 'BatchGetItem'),
    sends('clockQueue', 'clock messages that were lost'),
    invokesLifecycle('starts and ends that were missed'),
  ],

  series: [
    arenas('the series; the next arena with its audit', 'GetItem', 'PutItem', 'UpdateItem'),
    phaseIndex('series by the instant at which they are due', 'Query'),
    {
      on: 'arenaSchedules',
      may: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
      why: 'start and end of the arena; of one that was cancelled meanwhile there are none',
    },
    { on: 'scheduleRole', may: ['iam:PassRole'], why: 'the schedules run under it' },
    sends('clockQueue', 'a start that is nearer than a schedule is precise'),
  ],
};

/** Why these resources cannot be named exactly, and the only actions that are granted on them. */
export const WILDCARDS: Readonly<
  Record<
    WildcardName | 'traces' | 'alarms',
    { readonly may: readonly string[]; readonly why: string }
  >
> = {
  openConnections: {
    may: ['execute-api:ManageConnections'],
    why: 'POST on connections of our API and stage; the gateway makes their ids',
  },
  lostConnections: {
    may: ['execute-api:ManageConnections'],
    why: 'DELETE on connections of our API and stage; the gateway makes their ids',
  },
  arenaSchedules: {
    may: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
    why: 'schedules of our group; each is named after an arena that does not exist yet',
  },
  everyStream: {
    may: ['dynamodb:ListStreams'],
    why: 'the action knows no resource',
  },
  traces: {
    may: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    why: 'the actions know no resource; none with -c xray=false',
  },
  alarms: {
    may: ['cloudwatch:DescribeAlarms'],
    why: 'a deployment lists the alarms that take it back; the action reads and changes nothing',
  },
};
