import { RESERVED } from '../concurrency.ts';
import { FUNCTION_NAMES, FUNCTIONS, type FunctionName } from '../function-table.ts';
import type { StreamConsumer } from '../stream-filters.ts';
import { type AlarmRule, AT_ONCE, LASTING, OFTEN, ONCE } from './alarm-rule.ts';
import { math, percent, sum } from './math.ts';
import { type Metrics, QUARTER_HOUR } from './metrics.ts';
import type { Watched } from './watched.ts';

const ERRORS_WARN_PERCENT = 1;
const ERRORS_PAGE_PERCENT = 5;
const ERRORS_MIN = 3;

const MOVE_WARN_MS = 500;
/** Of the timeout. */
const MOVE_PAGE_SHARE = 0.8;

/** Nobody plays on while one of these waits for its turn. */
const NEVER_THROTTLED = [
  ...(['authorize', 'http', 'move', 'game', 'lobby'] as const),
  ...(['score', 'pair', 'clock', 'lifecycle'] as const),
] satisfies readonly FunctionName[];

/** Of what the account may run at once, and of what an event reserves for one function. */
const CONCURRENCY_SHARE = 0.8;

const STREAM_LATE_MS = 5_000;
const STREAM_STUCK_MS = 60_000;

/** What a reader of a stream that comes late means to players. */
const STREAMS = {
  score: 'Finished games wait for their points, and their players for the next game.',
  pair: 'Ready players are not seen by the pairing.',
  standings: 'Tables do not change.',
  arm: 'New games have no first clock message: the sweep ends them, a minute or two late.',
} as const satisfies Record<StreamConsumer, string>;

/** What the functions do: on metrics of Lambda. */
export const functionAlarms = (watched: Watched, metrics: Metrics): readonly AlarmRule[] => [
  ...moveAlarms(metrics),
  ...capacityAlarms(watched, metrics),
  ...(watched.settings.event ? FUNCTION_NAMES.map((name) => shareAlarm(metrics, name)) : []),
  ...plannerAlarms(metrics),
  ...Object.entries(STREAMS).flatMap(([name, means]) =>
    streamAlarms(metrics, name as StreamConsumer, means),
  ),
];

function moveAlarms({ lambda }: Metrics): readonly AlarmRule[] {
  const errors = percent(
    'errors',
    { of: 'invocations', atLeast: `errors >= ${ERRORS_MIN}` },
    {
      errors: lambda('move', 'Errors', 'Sum'),
      invocations: lambda('move', 'Invocations', 'Sum'),
    },
  );
  const timeoutMs = FUNCTIONS.move.timeoutSeconds * 1_000;
  return [
    {
      what: 'move-errors',
      severity: 'warn',
      means: 'More than 1 % of the moves end in an error.',
      first: 'Run the query of errors by function; compare with the last release.',
      metric: errors,
      rings: { above: ERRORS_WARN_PERCENT },
      periods: OFTEN,
    },
    {
      what: 'move-failing',
      severity: 'page',
      means: 'More than 5 % of the moves end in an error: players lose on time.',
      first: 'Roll back if there was a release; else look at throttles of the table of games.',
      metric: errors,
      rings: { above: ERRORS_PAGE_PERCENT },
      periods: ONCE,
    },
    {
      what: 'move-slow',
      severity: 'warn',
      means: 'One move in a hundred takes more than half a second.',
      first: 'Run the query of the slowest invocations: cold starts, the database, or posts?',
      metric: lambda('move', 'Duration', 'p99'),
      rings: { above: MOVE_WARN_MS },
      periods: OFTEN,
    },
    {
      what: 'move-timing-out',
      severity: 'page',
      means: 'One move in a hundred takes nearly as long as it may (3 s), or longer.',
      first: 'Look at the latency of the database and at the posts that fail.',
      metric: lambda('move', 'Duration', 'p99'),
      rings: { above: timeoutMs * MOVE_PAGE_SHARE },
      periods: OFTEN,
    },
  ];
}

const capacityAlarms = (
  { settings }: Watched,
  { lambda, account }: Metrics,
): readonly AlarmRule[] => [
  {
    what: 'throttled',
    severity: 'page',
    means: 'A function that play depends on was not run, because too many others were.',
    first: 'Look at the concurrency, raise the quota, deploy with -c event=true for a big event.',
    metric: sum(
      Object.fromEntries(NEVER_THROTTLED.map((name) => [name, lambda(name, 'Throttles', 'Sum')])),
    ),
    rings: { atLeast: 1 },
    periods: AT_ONCE,
  },
  {
    what: 'concurrency',
    severity: 'warn',
    means: 'More than 80 % of the functions that the account may run at once are running.',
    first: 'Find the function that runs most or longest, and raise the quota of the account.',
    metric: account('ConcurrentExecutions'),
    rings: { above: settings.accountConcurrency * CONCURRENCY_SHARE },
    periods: ONCE,
  },
];

/** During an event: what is reserved for a function is all that it gets. */
const shareAlarm = ({ lambda }: Metrics, name: FunctionName): AlarmRule => ({
  what: `${name}-share`,
  severity: 'warn',
  means: `More than 80 % of the environments that are reserved for ${name} are in use.`,
  first: `Look at the duration of ${name}, then give it more (infra/cloud/concurrency.ts).`,
  metric: lambda(name, 'ConcurrentExecutions', 'Maximum'),
  rings: { above: RESERVED[name] * CONCURRENCY_SHARE },
  periods: OFTEN,
});

const plannerAlarms = ({ lambda }: Metrics): readonly AlarmRule[] => [
  {
    what: 'sweep-silent',
    severity: 'page',
    means: 'The sweep has not run for five minutes: whatever gets lost now stays lost.',
    first: 'Look at its rule in EventBridge (enabled?) and at its throttles.',
    metric: lambda('sweep', 'Invocations', 'Sum'),
    rings: { below: 1 },
    periods: { bad: 5, of: 5 },
    silenceIsBad: true,
  },
  {
    what: 'sweep-errors',
    severity: 'warn',
    means: 'The sweep fails at an arena; all others are swept.',
    first: 'Read its errors: they name the arena.',
    metric: lambda('sweep', 'Errors', 'Sum'),
    rings: { atLeast: 1 },
    periods: OFTEN,
  },
  {
    what: 'series-silent',
    severity: 'warn',
    means: 'The planner of the series has not succeeded for half an hour.',
    first: 'Read the errors of series; look at its rule in EventBridge.',
    metric: math('runs - errors', {
      runs: lambda('series', 'Invocations', 'Sum', QUARTER_HOUR),
      errors: lambda('series', 'Errors', 'Sum', QUARTER_HOUR),
    }),
    rings: { below: 1 },
    periods: { bad: 2, of: 2 },
    silenceIsBad: true,
  },
];

function streamAlarms(
  { lambda }: Metrics,
  name: StreamConsumer,
  means: string,
): readonly AlarmRule[] {
  const metric = lambda(name, 'IteratorAge', 'Maximum');
  return [
    {
      what: `${name}-stream-late`,
      severity: 'warn',
      means: `${name} is more than 5 s behind its stream. ${means}`,
      first: `Look at errors and duration of ${name}.`,
      metric,
      rings: { above: STREAM_LATE_MS },
      periods: LASTING,
    },
    {
      what: `${name}-stream-stuck`,
      severity: 'page',
      means: `${name} is more than a minute behind its stream. ${means}`,
      first: `Read the errors of ${name}: one record may hold its shard, up to an hour.`,
      metric,
      rings: { above: STREAM_STUCK_MS },
      periods: ONCE,
    },
  ];
}
