import type { FailureSource } from '../queues.ts';
import { type AlarmRule, LASTING, ONCE } from './alarm-rule.ts';
import type { Metrics } from './metrics.ts';
import type { Watched } from './watched.ts';

/** What was given up, and what to do about it: a failure queue is never emptied by itself. */
const GIVEN_UP = {
  clock: 'Read the errors of clock, repair, and move the messages back to the clock queue.',
  announce: 'Announcements are best effort: read the errors of announce, then purge.',
  score: 'The sweep has such games scored: read the errors of score, check the arena, then purge.',
  arm: 'The sweep looks after such games: read the errors of arm, then purge.',
  pair: 'The sweep wakes such pools: read the errors of pair, then purge.',
  standings: 'The sweep asks for such tables: read the errors of standings, then purge.',
  schedule: 'A start or end could not call lifecycle: call it with the arena of the message.',
  lifecycle: 'An arena could not be opened or frozen: read the errors, call lifecycle again.',
} as const satisfies Record<FailureSource, string>;

/** Messages may be delayed that long, and the age of a message may count its delay. */
const LONGEST_DELAY_SECONDS = 900;
const CLOCK_LATE_SECONDS = 60;
const CLOCK_BACKLOG = 1_000;

/** What waits in queues. */
export const backlogAlarms = (watched: Watched, metrics: Metrics): readonly AlarmRule[] => [
  ...Object.entries(GIVEN_UP).map(([source, first]) =>
    failureAlarm(watched, metrics, source as FailureSource, first),
  ),
  {
    what: 'clock-late',
    severity: 'warn',
    means: 'A clock message is a minute later than any delay that it may have been sent with.',
    first: 'Look at the errors of clock: the message comes back until it succeeds.',
    metric: metrics.queue(watched.queues.clock, 'ApproximateAgeOfOldestMessage'),
    rings: { above: LONGEST_DELAY_SECONDS + CLOCK_LATE_SECONDS },
    periods: ONCE,
  },
  {
    what: 'clock-backlog',
    severity: 'warn',
    means: 'Clock messages wait to be read: flags fall and countdowns end late.',
    first: 'Look at throttles and duration of clock.',
    metric: metrics.queue(watched.queues.clock, 'ApproximateNumberOfMessagesVisible'),
    rings: { above: CLOCK_BACKLOG },
    periods: LASTING,
  },
];

const failureAlarm = (
  { queues }: Watched,
  { queue }: Metrics,
  source: FailureSource,
  first: string,
): AlarmRule => ({
  what: `${source}-failures`,
  severity: 'page',
  means: `Something of ${source} was given up after all its tries.`,
  first,
  metric: queue(queues.failures[source], 'ApproximateNumberOfMessagesVisible'),
  rings: { above: 0 },
  periods: ONCE,
});
