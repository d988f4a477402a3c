import { type AlarmRule, LASTING, OFTEN, ONCE } from './alarm-rule.ts';
import { math, percent, sum } from './math.ts';
import { FIVE_MINUTES, type Metrics, QUARTER_HOUR } from './metrics.ts';

/** An arena opens and its ranking is frozen within seconds; the sweep is the third look. */
const LATE_MS = 90_000;

/** A pair is written within 2 s of becoming acceptable, 3 s on AWS. */
const PAIR_LAG_MS = 15_000;
const PAIRS_MIN = 4;

/** Three periods of the table. */
const TABLE_AGE_MS = 6_000;

const RACES_PERCENT = 10;
const RUNS_MIN = 20;

/** A move is one write unit; long games of draughts end with two. */
const WRU_PER_MOVE = 1.2;
const MOVES_MIN = 100;

const POSTPONED_A_MINUTE = 5;
const WOKEN_A_MINUTE = 5;

const POSTS_A_MINUTE = 100;

const HOOKS_PERCENT = 50;
const HOOKS_MIN = 20;

/** What only the game knows: on metrics of our own. */
export const arenaAlarms = (metrics: Metrics): readonly AlarmRule[] => [
  ...instantAlarms(metrics),
  ...playAlarms(metrics),
  ...sideAlarms(metrics),
];

const instantAlarms = ({ own }: Metrics): readonly AlarmRule[] => [
  {
    what: 'start-late',
    severity: 'page',
    means: 'An arena opened more than 90 s after its start, or has not opened yet.',
    first: 'Look for errors of lifecycle and sweep, then call lifecycle with the arena.',
    metric: own('StartLatenessMs', 'Maximum'),
    rings: { above: LATE_MS },
    periods: ONCE,
  },
  {
    what: 'freeze-late',
    severity: 'page',
    means: 'A ranking was frozen more than 90 s after it was due, or is not frozen yet.',
    first: 'Look for errors of lifecycle, then call it with the arena: late gives the same bytes.',
    metric: own('FreezeLatenessMs', 'Maximum'),
    rings: { above: LATE_MS },
    periods: ONCE,
  },
];

const playAlarms = ({ own, units }: Metrics): readonly AlarmRule[] => [
  {
    what: 'pairing-late',
    severity: 'warn',
    means: 'Players who could have been paired waited more than 15 s for it.',
    first: 'Look at the stream of pair: its iterator age, its errors, the races for the pool.',
    metric: math(`IF(pairs >= ${PAIRS_MIN}, lag, 0)`, {
      pairs: own('PairLagMs', 'SampleCount'),
      lag: own('PairLagMs', 'p99'),
    }),
    rings: { above: PAIR_LAG_MS },
    periods: LASTING,
  },
  {
    what: 'pool-races',
    severity: 'warn',
    means: 'More than a tenth of the pairing runs lost the pool to another one.',
    first: 'Look whether two functions pair the same arena: pair and clock side by side.',
    metric: percent(
      'races',
      { of: 'runs', atLeast: `runs >= ${RUNS_MIN}` },
      { races: own('PoolRaces', 'Sum'), runs: own('PoolRuns', 'Sum') },
    ),
    rings: { above: RACES_PERCENT },
    periods: OFTEN,
  },
  {
    what: 'standings-old',
    severity: 'warn',
    means: 'A table was older than three periods when a newer one was published.',
    first: 'Look at iterator age and errors of standings, and at the clock queue.',
    metric: own('StandingsAgeMs', 'p99'),
    rings: { above: TABLE_AGE_MS },
    periods: OFTEN,
  },
  {
    what: 'scores-postponed',
    severity: 'warn',
    means: 'Finished games cannot be scored; they are tried again, and their players wait.',
    first: 'Read the errors of score and clock; a game that never succeeds ends in clock failures.',
    metric: own('ScoresPostponed', 'Sum'),
    rings: { atLeast: POSTPONED_A_MINUTE },
    periods: OFTEN,
  },
  {
    what: 'woken-by-sweep',
    severity: 'warn',
    means: 'The sweep finds games that nobody ended or scored: messages get lost or come late.',
    first: 'Look at the failure queues, the clock queue and the iterator ages of score and arm.',
    metric: sum({ games: own('GamesWoken', 'Sum'), scores: own('ScoresWoken', 'Sum') }),
    rings: { atLeast: WOKEN_A_MINUTE },
    periods: OFTEN,
  },
  {
    what: 'move-units',
    severity: 'warn',
    means: 'A move costs more than 1.2 write units: something writes twice, or games have grown.',
    first: 'Compare with the last release; run the query of units by message.',
    metric: math(`IF(moves >= ${MOVES_MIN}, written / moves, 0)`, {
      written: units('ConsumedWru', 'move', FIVE_MINUTES),
      moves: own('MoveAccepted', 'Sum', FIVE_MINUTES),
    }),
    rings: { above: WRU_PER_MOVE },
    periods: LASTING,
  },
];

const sideAlarms = ({ own }: Metrics): readonly AlarmRule[] => [
  {
    what: 'posts-failing',
    severity: 'warn',
    means:
      'A hundred posts a minute may not have reached their players, whose clients ask after 20 s.',
    first: 'Look for throttles of the gateway (429) and at the requests against the quota.',
    metric: own('PostsFailed', 'Sum'),
    rings: { atLeast: POSTS_A_MINUTE },
    periods: OFTEN,
  },
  {
    what: 'series-not-planned',
    severity: 'warn',
    means: 'The next arena of a series cannot be made; it is tried again every five minutes.',
    first: 'Read the errors of series; an organiser can make the arena by hand meanwhile.',
    metric: own('SeriesNotPlanned', 'Sum', FIVE_MINUTES),
    rings: { atLeast: 1 },
    periods: LASTING,
  },
  {
    what: 'webhooks-failing',
    severity: 'warn',
    means: 'More than half of all attempts to tell webhooks fail: it is hardly the receivers.',
    first: 'Look at the deliveries of one webhook, and at errors and duration of announce.',
    metric: percent(
      'failed',
      { of: '(failed + FILL(told, 0))', atLeast: `failed >= ${HOOKS_MIN}` },
      {
        failed: own('WebhookAttemptsFailed', 'Sum', QUARTER_HOUR),
        told: own('WebhooksDelivered', 'Sum', QUARTER_HOUR),
      },
    ),
    rings: { above: HOOKS_PERCENT },
    periods: { bad: 2, of: 2 },
  },
];
