import { evaluate } from './expression.ts';
import type { NamedAlarm, Term } from './named-metrics.ts';

/** What was reported in one period, by the id of a term or by the name of its metric. */
export type Reported = Readonly<Record<string, readonly number[]>>;

/**
 * Whether an alarm rings after these periods; there are as many as it looks at. One on metrics of
 * DynamoDB ignores a missing value whatever it is told, and stays as it was: that is refused here.
 */
export function rings(alarm: NamedAlarm, periods: readonly Reported[]): boolean {
  const { EvaluationPeriods, DatapointsToAlarm, TreatMissingData } = alarm.properties;
  if (periods.length !== EvaluationPeriods) throw new Error(`${alarm.name}: how many periods?`);
  const bad = periods.filter((reported) => {
    const value = measured(alarm, reported);
    if (value === null && alarm.terms.some(({ namespace }) => namespace === 'AWS/DynamoDB')) {
      throw new Error(`${alarm.name} would stay as it is`);
    }
    return value === null ? TreatMissingData === 'breaching' : isBad(alarm, value);
  });
  return bad.length >= Number(DatapointsToAlarm);
}

function measured({ expression, terms }: NamedAlarm, reported: Reported): number | null {
  const known = terms.flatMap(({ id, name }) => [id, name]);
  const strange = Object.keys(reported).filter((key) => !known.includes(key));
  if (strange.length > 0) throw new Error(`${strange.join()} is not what the alarm looks at`);
  const values = terms.map((term) => [
    term.id,
    statisticOf(term, reported[term.id] ?? reported[term.name] ?? []),
  ]);
  const seconds = terms[0]?.periodSeconds ?? Number.NaN;
  return evaluate(expression, { seconds, values: Object.fromEntries(values) });
}

function isBad({ properties: { ComparisonOperator, Threshold } }: NamedAlarm, value: number) {
  const threshold = Number(Threshold);
  if (ComparisonOperator === 'GreaterThanThreshold') return value > threshold;
  if (ComparisonOperator === 'GreaterThanOrEqualToThreshold') return value >= threshold;
  if (ComparisonOperator === 'LessThanThreshold') return value < threshold;
  throw new Error(`${String(ComparisonOperator)} is not known here`);
}

/** Nothing reported is no value, also for a sum. */
function statisticOf({ statistic }: Term, reported: readonly number[]): number | null {
  if (reported.length === 0) return null;
  if (statistic === 'Sum') return reported.reduce((sum, value) => sum + value, 0);
  if (statistic === 'SampleCount') return reported.length;
  if (statistic === 'Maximum') return Math.max(...reported);
  const [, percent] = /^p(\d+)$/.exec(statistic) ?? [];
  if (percent === undefined) throw new Error(`${statistic} is not known here`);
  const sorted = reported.toSorted((a, b) => a - b);
  return sorted[Math.ceil((Number(percent) / 100) * sorted.length) - 1] ?? null;
}
