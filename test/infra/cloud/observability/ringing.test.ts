import { describe, expect, it, test } from 'vitest';
import type { SynthesizedTemplate } from '../../../../infra/cloud/synthesize.ts';
import { METRIC_NAMESPACE } from '../../../../shared/app/metrics.ts';
import { exampleStack, only } from '../example-stack.ts';
import { ALARM_EXAMPLES, type AlarmExample } from './alarm-examples.ts';
import { evaluate } from './expression.ts';
import { alarmsOf, type NamedAlarm } from './named-metrics.ts';
import { type Reported, rings } from './ringing.ts';

const alarms = alarmsOf(exampleStack().template.toJSON() as SynthesizedTemplate).filter(
  ({ properties }) => properties.AlarmActions !== undefined,
);
const whatOf = ({ name }: NamedAlarm): string => name.replace('shield-arena-dev-', '');
const named = (what: string): NamedAlarm => only(alarms, (alarm) => whatOf(alarm) === what);

/** The sweep runs whatever else is silent. */
const always = ({ terms }: NamedAlarm): Reported =>
  terms.some(({ id }) => id === 'sweeps') ? { sweeps: [1] } : {};

/** So many bad periods, then as many fine ones as the alarm still looks at. */
function periods(alarm: NamedAlarm, count: number, bad: Reported, fine: Reported) {
  const all = Array.from({ length: Number(alarm.properties.EvaluationPeriods) }, () => fine);
  return all.map((usual, at) => ({ ...always(alarm), ...(at < count ? bad : usual) }));
}
const badOf = ({ properties }: NamedAlarm): number => Number(properties.DatapointsToAlarm);

const usualOf = ({ fine }: AlarmExample): Reported => only(fine.slice(0, 1));

describe.each(ALARM_EXAMPLES)('$what', (example) => {
  const alarm = named(example.what);

  it('rings after as many bad periods as it says, wherever they are', () => {
    const some = periods(alarm, badOf(alarm), example.bad, usualOf(example));

    expect(rings(alarm, some)).toBe(true);
    expect(rings(alarm, some.toReversed())).toBe(true);
  });

  it('does not ring after one less', () => {
    const some = periods(alarm, badOf(alarm) - 1, example.bad, usualOf(example));

    expect(rings(alarm, some)).toBe(false);
  });

  it.each(example.fine)('does not ring while this lasts: %j', (fine) => {
    expect(rings(alarm, periods(alarm, 0, {}, fine))).toBe(false);
  });

  it('takes silence as it should', () => {
    const mustRun = ['sweep-silent', 'series-silent'].includes(example.what);

    expect(rings(alarm, periods(alarm, 0, {}, {}))).toBe(mustRun);
  });
});

it('no alarm looks at a single value that is filled: it may stay as it is for ever', () => {
  const single = alarms.filter(({ properties }) => Number(properties.EvaluationPeriods) === 1);

  expect(single.length).toBeGreaterThan(10);
  expect(single.filter(({ expression }) => expression.includes('FILL'))).toEqual([]);
});

it('every alarm that is ours or computes has been tried', () => {
  const isTried = ({ expression, terms }: NamedAlarm): boolean =>
    expression !== 'value' || terms.some(({ namespace }) => namespace === METRIC_NAMESPACE);
  const tried = new Set(ALARM_EXAMPLES.map(({ what }) => what));

  expect(
    alarms
      .filter(isTried)
      .map(whatOf)
      .filter((what) => !tried.has(what)),
  ).toEqual([]);
});

describe('the evaluation of metric math', () => {
  const values = { a: 6, b: 3, none: null };
  test.each([
    ['a - b - 1', 2],
    ['a / b * 2', 4],
    ['a + b * 2', 12],
    ['(a + b) * 2', 18],
    ['a >= 6', 1],
    ['a < b', 0],
    ['IF(a > b, 100 * b / a, 0)', 50],
    ['IF(a < b, none, 7)', 7],
    ['IF(none, 1, 2)', null],
    ['FILL(none, 0) + FILL(a, 0)', 6],
    ['a + none', null],
    ['a / (b - 3)', null],
    ['a / PERIOD(a)', 0.1],
  ])('%s', (expression, expected) => {
    expect(evaluate(expression, { seconds: 60, values })).toBe(expected);
  });

  test.each(['c', 'MAX(a, b)', 'a b', 'a +', 'a % b', 'IF(a, b)'])(
    '%s is refused',
    (expression) => {
      expect(() => evaluate(expression, { seconds: 60, values })).toThrow();
    },
  );
});
