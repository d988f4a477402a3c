import { type ExpectedAlarm, fn, LASTING, OFTEN, ONCE } from './expected-alarm.ts';

const MOVE_ERRORS = {
  expression: 'IF(errors >= 3, 100 * errors / invocations, 0)',
  terms: {
    errors: `Sum ${fn('Errors', 'move')}`,
    invocations: `Sum ${fn('Invocations', 'move')}`,
  },
};
const MOVE_DURATION = { terms: { value: `p99 ${fn('Duration', 'move')}` } };
const UNTHROTTLED = [
  ...['authorize', 'http', 'move', 'game', 'lobby'],
  ...['score', 'pair', 'clock', 'lifecycle'],
];

/** Alarms on metrics of functions. */
export const FUNCTIONS: readonly ExpectedAlarm[] = [
  { what: 'move-errors', severity: 'warn', ...MOVE_ERRORS, bad: '> 1', periods: OFTEN },
  { what: 'move-failing', severity: 'page', ...MOVE_ERRORS, bad: '> 5', periods: ONCE },
  { what: 'move-slow', severity: 'warn', ...MOVE_DURATION, bad: '> 500', periods: OFTEN },
  { what: 'move-timing-out', severity: 'page', ...MOVE_DURATION, bad: '> 2400', periods: OFTEN },
  {
    what: 'throttled',
    severity: 'page',
    expression: UNTHROTTLED.map((name) => `FILL(${name}, 0)`).join(' + '),
    terms: Object.fromEntries(UNTHROTTLED.map((name) => [name, `Sum ${fn('Throttles', name)}`])),
    bad: '>= 1',
    periods: '1 of 3 x 60 s',
  },
  {
    what: 'concurrency',
    severity: 'warn',
    terms: { value: 'Maximum AWS/Lambda ConcurrentExecutions ' },
    bad: '> 800',
    periods: ONCE,
  },
  {
    what: 'sweep-silent',
    severity: 'page',
    terms: { value: `Sum ${fn('Invocations', 'sweep')}` },
    bad: '< 1',
    periods: '5 of 5 x 60 s',
    silence: 'breaching',
  },
  {
    what: 'sweep-errors',
    severity: 'warn',
    terms: { value: `Sum ${fn('Errors', 'sweep')}` },
    bad: '>= 1',
    periods: OFTEN,
  },
  {
    what: 'series-silent',
    severity: 'warn',
    expression: 'runs - errors',
    terms: {
      runs: `Sum ${fn('Invocations', 'series')}`,
      errors: `Sum ${fn('Errors', 'series')}`,
    },
    bad: '< 1',
    periods: '2 of 2 x 900 s',
    silence: 'breaching',
  },
  ...['score', 'pair', 'standings', 'arm'].flatMap((name): ExpectedAlarm[] => {
    const terms = { value: `Maximum ${fn('IteratorAge', name)}` };
    return [
      { what: `${name}-stream-late`, severity: 'warn', terms, bad: '> 5000', periods: LASTING },
      { what: `${name}-stream-stuck`, severity: 'page', terms, bad: '> 60000', periods: ONCE },
    ];
  }),
];
