import {
  type ExpectedAlarm,
  fn,
  http,
  LASTING,
  OFTEN,
  ONCE,
  queue,
  socket,
  table,
} from './expected-alarm.ts';

const VISIBLE = 'ApproximateNumberOfMessagesVisible';
const FAILURE_QUEUES = {
  clock: 'QueuesClockFailures',
  announce: 'QueuesAnnounceFailures',
  score: 'QueuesScoreFailures',
  arm: 'QueuesArmFailures',
  pair: 'QueuesPairFailures',
  standings: 'QueuesStandingsFailures',
  schedule: 'QueuesScheduleFailures',
  lifecycle: 'QueuesLifecycleFailures',
};

/** Alarms on queues. */
export const QUEUES: readonly ExpectedAlarm[] = [
  ...Object.entries(FAILURE_QUEUES).map(
    ([source, id]): ExpectedAlarm => ({
      what: `${source}-failures`,
      severity: 'page',
      terms: { value: queue(VISIBLE, `${id}.QueueName`) },
      bad: '> 0',
      periods: ONCE,
    }),
  ),
  {
    what: 'clock-late',
    severity: 'warn',
    terms: { value: queue('ApproximateAgeOfOldestMessage', 'QueuesClock.QueueName') },
    bad: '> 960',
    periods: ONCE,
  },
  {
    what: 'clock-backlog',
    severity: 'warn',
    terms: { value: queue(VISIBLE, 'QueuesClock.QueueName') },
    bad: '> 1000',
    periods: LASTING,
  },
];

const INDEXES = { games: [], arenas: ['byPhase', 'byOwner'], players: ['byRating'] };
const IDS = { games: 'Games', arenas: 'Arenas', players: 'Players' };
const OPERATIONS = {
  getItem: 'GetItem',
  batchGetItem: 'BatchGetItem',
  query: 'Query',
  putItem: 'PutItem',
  updateItem: 'UpdateItem',
  deleteItem: 'DeleteItem',
  transactWriteItems: 'TransactWriteItems',
};

const filled = (terms: object): string =>
  Object.keys(terms)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ');

const beside = (terms: Readonly<Record<string, string>>) => ({
  expression: `${filled(terms)} + 0 * sweeps`,
  terms: { ...terms, ...SWEEPS },
});

/** Alarms of DynamoDB ignore missing values, so each has a term that never misses. */
const SWEEPS = { sweeps: `Sum ${fn('Invocations', 'sweep')}` };

/** Alarms on tables and their indexes. */
export const TABLES = (['games', 'arenas', 'players'] as const).flatMap((name): ExpectedAlarm[] => {
  const of = IDS[name];
  const throttles = Object.fromEntries([
    ['reads', table('ReadThrottleEvents', of)],
    ['writes', table('WriteThrottleEvents', of)],
    ...INDEXES[name].flatMap((index) => [
      [`reads${index}`, table('ReadThrottleEvents', of, `GlobalSecondaryIndexName=${index},`)],
      [`writes${index}`, table('WriteThrottleEvents', of, `GlobalSecondaryIndexName=${index},`)],
    ]),
  ]);
  const errors = Object.fromEntries(
    Object.entries(OPERATIONS).map(([id, operation]) => [
      id,
      table('SystemErrors', of, `Operation=${operation},`),
    ]),
  );
  const shared = { severity: 'warn', bad: '>= 1', periods: OFTEN } as const;
  return [
    {
      what: `${name}-throttled`,
      ...shared,
      ...beside(throttles),
    },
    {
      what: `${name}-fuse-blown`,
      severity: 'page',
      bad: '> 1000',
      periods: '2 of 3 x 60 s',
      ...beside(throttles),
    },
    { what: `${name}-system-errors`, ...shared, ...beside(errors) },
  ];
});

/** Alarms on gateways and the scheduler. */
export const GATEWAYS: readonly ExpectedAlarm[] = [
  {
    what: 'http-errors',
    severity: 'warn',
    expression: 'IF(errors >= 3, 100 * errors / requests, 0)',
    terms: { errors: http('5xx'), requests: http('Count') },
    bad: '> 1',
    periods: OFTEN,
  },
  {
    what: 'socket-errors',
    severity: 'warn',
    expression:
      'IF(FILL(failed, 0) + FILL(uncalled, 0) >= 3, ' +
      '100 * (FILL(failed, 0) + FILL(uncalled, 0)) / messages, 0)',
    terms: {
      failed: socket('IntegrationError'),
      uncalled: socket('ExecutionError'),
      messages: socket('MessageCount'),
    },
    bad: '> 1',
    periods: OFTEN,
  },
  {
    what: 'socket-refused',
    severity: 'warn',
    expression: 'IF(refused >= 3, 100 * refused / (messages + FILL(connects, 0)), 0)',
    terms: {
      refused: socket('ClientError'),
      messages: socket('MessageCount'),
      connects: socket('ConnectCount'),
    },
    bad: '> 1',
    periods: OFTEN,
  },
  {
    what: 'request-quota',
    severity: 'warn',
    expression: '(messages + FILL(requests, 0)) / PERIOD(messages)',
    terms: { messages: socket('MessageCount'), requests: http('Count') },
    bad: '> 6000',
    periods: OFTEN,
  },
  ...(['dropped', 'failing'] as const).map((how): ExpectedAlarm => {
    const name = how === 'dropped' ? 'InvocationDroppedCount' : 'TargetErrorCount';
    const value = `Sum AWS/Scheduler ${name} ScheduleGroup=shield-arena-dev`;
    return {
      what: `schedules-${how}`,
      severity: 'page',
      terms: { value },
      bad: '>= 1',
      periods: ONCE,
    };
  }),
];
