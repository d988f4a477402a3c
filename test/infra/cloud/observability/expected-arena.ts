import { type ExpectedAlarm, LASTING, OFTEN, ONCE, own } from './expected-alarm.ts';

/** Alarms on metrics of our own. */
export const ARENA: readonly ExpectedAlarm[] = [
  {
    what: 'start-late',
    severity: 'page',
    terms: { value: `Maximum ${own('StartLatenessMs')}` },
    bad: '> 90000',
    periods: ONCE,
  },
  {
    what: 'freeze-late',
    severity: 'page',
    terms: { value: `Maximum ${own('FreezeLatenessMs')}` },
    bad: '> 90000',
    periods: ONCE,
  },
  {
    what: 'pairing-late',
    severity: 'warn',
    expression: 'IF(pairs >= 4, lag, 0)',
    terms: { pairs: `SampleCount ${own('PairLagMs')}`, lag: `p99 ${own('PairLagMs')}` },
    bad: '> 15000',
    periods: LASTING,
  },
  {
    what: 'pool-races',
    severity: 'warn',
    expression: 'IF(runs >= 20, 100 * races / runs, 0)',
    terms: { races: `Sum ${own('PoolRaces')}`, runs: `Sum ${own('PoolRuns')}` },
    bad: '> 10',
    periods: OFTEN,
  },
  {
    what: 'standings-old',
    severity: 'warn',
    terms: { value: `p99 ${own('StandingsAgeMs')}` },
    bad: '> 6000',
    periods: OFTEN,
  },
  {
    what: 'scores-postponed',
    severity: 'warn',
    terms: { value: `Sum ${own('ScoresPostponed')}` },
    bad: '>= 5',
    periods: OFTEN,
  },
  {
    what: 'woken-by-sweep',
    severity: 'warn',
    expression: 'FILL(games, 0) + FILL(scores, 0)',
    terms: { games: `Sum ${own('GamesWoken')}`, scores: `Sum ${own('ScoresWoken')}` },
    bad: '>= 5',
    periods: OFTEN,
  },
  {
    what: 'move-units',
    severity: 'warn',
    expression: 'IF(moves >= 100, written / moves, 0)',
    terms: {
      written:
        'Sum ShieldArena ConsumedWru function=shield-arena-dev-move,service=shield-arena,stage=dev',
      moves: `Sum ${own('MoveAccepted')}`,
    },
    bad: '> 1.2',
    periods: '3 of 3 x 300 s',
  },
  {
    what: 'posts-failing',
    severity: 'warn',
    terms: { value: `Sum ${own('PostsFailed')}` },
    bad: '>= 100',
    periods: OFTEN,
  },
  {
    what: 'series-not-planned',
    severity: 'warn',
    terms: { value: `Sum ${own('SeriesNotPlanned')}` },
    bad: '>= 1',
    periods: '3 of 3 x 300 s',
  },
  {
    what: 'webhooks-failing',
    severity: 'warn',
    expression: 'IF(failed >= 20, 100 * failed / (failed + FILL(told, 0)), 0)',
    terms: {
      failed: `Sum ${own('WebhookAttemptsFailed')}`,
      told: `Sum ${own('WebhooksDelivered')}`,
    },
    bad: '> 50',
    periods: '2 of 2 x 900 s',
  },
];
