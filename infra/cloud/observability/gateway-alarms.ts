import { type AlarmRule, OFTEN, ONCE } from './alarm-rule.ts';
import { math, percent } from './math.ts';
import type { Metrics } from './metrics.ts';
import type { Watched } from './watched.ts';

const ERRORS_PERCENT = 1;
const ERRORS_MIN = 3;

const QUOTA_SHARE = 0.6;

/** What the gateways and the scheduler say. */
export const gatewayAlarms = (watched: Watched, metrics: Metrics): readonly AlarmRule[] => [
  ...errorAlarms(metrics),
  quotaAlarm(watched, metrics),
  ...scheduleAlarms(metrics),
];

const errorAlarms = ({ http, socket }: Metrics): readonly AlarmRule[] => [
  {
    what: 'http-errors',
    severity: 'warn',
    means: 'More than 1 % of the HTTP requests end in a 5xx.',
    first: 'Run the query of errors by function for http; then look at its duration.',
    metric: percent(
      'errors',
      { of: 'requests', atLeast: `errors >= ${ERRORS_MIN}` },
      { errors: http('5xx'), requests: http('Count') },
    ),
    rings: { above: ERRORS_PERCENT },
    periods: OFTEN,
  },
  {
    what: 'socket-errors',
    severity: 'warn',
    means: 'More than 1 % of the socket messages end in an error of a function or its call.',
    first: 'Run the query of errors by function; look at the throttles.',
    metric: percent(
      '(FILL(failed, 0) + FILL(uncalled, 0))',
      { of: 'messages', atLeast: `FILL(failed, 0) + FILL(uncalled, 0) >= ${ERRORS_MIN}` },
      {
        failed: socket('IntegrationError'),
        uncalled: socket('ExecutionError'),
        messages: socket('MessageCount'),
      },
    ),
    rings: { above: ERRORS_PERCENT },
    periods: OFTEN,
  },
  {
    what: 'socket-refused',
    severity: 'warn',
    means: 'The gateway turns away more than 1 % of the socket messages and connections.',
    first: 'Look for old tickets (a storm of reconnects) and for throttles of the stage.',
    metric: percent(
      'refused',
      { of: '(messages + FILL(connects, 0))', atLeast: `refused >= ${ERRORS_MIN}` },
      {
        refused: socket('ClientError'),
        messages: socket('MessageCount'),
        connects: socket('ConnectCount'),
      },
    ),
    rings: { above: ERRORS_PERCENT },
    periods: OFTEN,
  },
];

/**
 * Messages of both directions hold the answers to messages, which the quota does not count: this
 * reads up to half too much, and rings early.
 */
const quotaAlarm = ({ settings }: Watched, { http, socket }: Metrics): AlarmRule => ({
  what: 'request-quota',
  severity: 'warn',
  means: 'Messages and requests are more than 60 % of what the account may take a second.',
  first: 'Ask for a higher quota; keep spectators on the cache (CloudFront).',
  metric: math('(messages + FILL(requests, 0)) / PERIOD(messages)', {
    messages: socket('MessageCount'),
    requests: http('Count'),
  }),
  rings: { above: settings.accountRate * QUOTA_SHARE },
  periods: OFTEN,
});

const scheduleAlarms = ({ schedules }: Metrics): readonly AlarmRule[] => [
  {
    what: 'schedules-dropped',
    severity: 'page',
    means: 'A start or end of an arena was given up by the scheduler.',
    first: 'The sweep looks every minute; call lifecycle with the arena if it has not opened.',
    metric: schedules('InvocationDroppedCount'),
    rings: { atLeast: 1 },
    periods: ONCE,
  },
  {
    what: 'schedules-failing',
    severity: 'page',
    means: 'The scheduler cannot call lifecycle for the start or end of an arena.',
    first: 'Look at the role of the schedules and at throttles of lifecycle.',
    metric: schedules('TargetErrorCount'),
    rings: { atLeast: 1 },
    periods: ONCE,
  },
];
