import { type Alarm, AlarmStatusWidget, Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { FUNCTION_NAMES } from '../function-table.ts';
import { STREAM_FILTERS, type StreamConsumer } from '../stream-filters.ts';
import { sum } from './math.ts';
import { type Metrics, metricsOf, OPERATIONS } from './metrics.ts';
import type { Watched } from './watched.ts';
import { graph, guide, named, rows } from './widgets.ts';

const GUIDE = `# Health
Red alarms first; then from top to bottom: **functions**, **streams and queues**, **tables**,
**gateways**, what runs **beside the games**. A failure queue that is not empty stays so until
somebody empties it. Which lines belong to it: the saved queries of this stage in Logs Insights.
What each alarm means and what to do first: \`docs/operations.md\`, *Alarms*.`;

/** What is broken. */
export const healthDashboard = (
  scope: Construct,
  watched: Watched,
  alarms: readonly Alarm[],
): Dashboard =>
  new Dashboard(scope, 'Health', {
    dashboardName: `shield-arena-${watched.settings.stage}-health`,
    widgets: [
      guide(GUIDE),
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 6 })],
      ...rows(widgetsOf(watched, metricsOf(watched))),
    ],
  });

const widgetsOf = (watched: Watched, metrics: Metrics) => [
  ...functions(metrics),
  ...backlogs(watched, metrics),
  ...tables(watched, metrics),
  ...gateways(metrics),
  ...besides(metrics),
];

const functions = ({ lambda, account }: Metrics) => [
  graph(
    'Errors',
    FUNCTION_NAMES.map((name) => named(name, lambda(name, 'Errors', 'Sum'))),
  ),
  graph(
    'Throttles',
    FUNCTION_NAMES.map((name) => named(name, lambda(name, 'Throttles', 'Sum'))),
  ),
  graph(
    'Duration, p99 (ms)',
    FUNCTION_NAMES.map((name) => named(name, lambda(name, 'Duration', 'p99'))),
  ),
  graph('Functions that run at once, in the whole account', [
    named('concurrency', account('ConcurrentExecutions')),
  ]),
  graph('Sweep and planner: runs a minute', [
    named('sweep', lambda('sweep', 'Invocations', 'Sum')),
    named('series', lambda('series', 'Invocations', 'Sum')),
  ]),
];

const backlogs = ({ queues }: Watched, { lambda, queue, schedules }: Metrics) => [
  graph(
    'Behind their stream (ms)',
    (Object.keys(STREAM_FILTERS) as StreamConsumer[]).map((name) =>
      named(name, lambda(name, 'IteratorAge', 'Maximum')),
    ),
  ),
  graph(
    'Given up',
    Object.entries(queues.failures).map(([source, failures]) =>
      named(source, queue(failures, 'ApproximateNumberOfMessagesVisible')),
    ),
  ),
  graph(
    'Waiting to be read',
    [
      named('clock', queue(queues.clock, 'ApproximateNumberOfMessagesVisible')),
      named('announce', queue(queues.announce, 'ApproximateNumberOfMessagesVisible')),
    ],
    [named('oldest of clock (s)', queue(queues.clock, 'ApproximateAgeOfOldestMessage'))],
  ),
  graph('Schedules', [
    named('given up', schedules('InvocationDroppedCount')),
    named('failed calls', schedules('TargetErrorCount')),
  ]),
];

const tables = ({ tables: all }: Watched, { table, systemErrors }: Metrics) => {
  const each = [
    ['games', all.games],
    ['arenas', all.arenas],
    ['players', all.players],
  ] as const;
  return [
    graph(
      'Throttled reads and writes',
      each.flatMap(([name, of]) => [
        named(`${name} reads`, table(of, 'ReadThrottleEvents')),
        named(`${name} writes`, table(of, 'WriteThrottleEvents')),
      ]),
    ),
    graph(
      'Internal errors of the database',
      each.map(([name, of]) => {
        const terms = OPERATIONS.map((operation, index) => [
          `${name}${index}`,
          systemErrors(of, operation),
        ]);
        return sum(Object.fromEntries(terms), name);
      }),
    ),
    graph(
      'Conditions that failed: somebody else was faster',
      each.map(([name, of]) => named(name, table(of, 'ConditionalCheckFailedRequests'))),
    ),
  ];
};

const gateways = ({ http, socket }: Metrics) => [
  graph('HTTP', [named('4xx', http('4xx')), named('5xx', http('5xx'))]),
  graph('Sockets', [
    named('turned away', socket('ClientError')),
    named('function not called', socket('ExecutionError')),
    named('function failed', socket('IntegrationError')),
  ]),
];

const besides = ({ own }: Metrics) => [
  graph('Tried again', [
    named('scores', own('ScoresPostponed', 'Sum')),
    named('games woken by the sweep', own('GamesWoken', 'Sum')),
    named('scores woken', own('ScoresWoken', 'Sum')),
    named('pools woken', own('PoolsWoken', 'Sum')),
    named('erasures woken', own('ErasuresWoken', 'Sum')),
    named('entries not confirmed', own('EntriesNotConfirmed', 'Sum')),
  ]),
  graph('Series', [
    named('editions planned', own('EditionsPlanned', 'Sum')),
    named('not planned', own('SeriesNotPlanned', 'Sum')),
  ]),
  graph('Players erased as they asked', [named('players', own('PlayersErased', 'Sum'))]),
  graph('Webhooks', [
    named('delivered', own('WebhooksDelivered', 'Sum')),
    named('attempts failed', own('WebhookAttemptsFailed', 'Sum')),
    named('given up', own('WebhooksFailed', 'Sum')),
    named('events too old', own('EventsDropped', 'Sum')),
  ]),
];
