import { type IMetric, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';

/** Metrics by the names that an expression calls them. */
type Terms = Readonly<Record<string, Metric>>;

/** An expression over metrics of one and the same period. */
export function math(expression: string, terms: Terms, label?: string): IMetric {
  const periods = new Map(Object.values(terms).map(({ period }) => [period.toSeconds(), period]));
  const [period, ...others] = periods.values();
  if (period === undefined || others.length > 0)
    throw new Error(`${expression} needs metrics of one period`);
  return new MathExpression({
    expression,
    usingMetrics: { ...terms },
    period,
    ...(label !== undefined && { label }),
  });
}

/** A term that may have no value: nothing happened, which is zero. */
const filled = (name: string) => `FILL(${name}, 0)`;

/** The sum of metrics that have no value while nothing happens. */
export const sum = (terms: Terms, label?: string): IMetric =>
  math(Object.keys(terms).map(filled).join(' + '), terms, label);

/**
 * The same for metrics of a namespace whose alarms ignore missing values whatever they are told:
 * `always` has a value in every period, adds nothing to it and so gives the sum one.
 */
export const sumBeside = (always: Terms, terms: Terms): IMetric => {
  const nothing = Object.keys(always).map((name) => `0 * ${name}`);
  const expression = [...Object.keys(terms).map(filled), ...nothing].join(' + ');
  return math(expression, { ...terms, ...always });
};

/**
 * How many per cent `part` is of `whole`. Below `atLeast` occurrences it is zero: one mishap in a
 * quiet minute is a large share of nothing.
 */
export const percent = (
  part: string,
  { of: whole, atLeast }: { readonly of: string; readonly atLeast: string },
  terms: Terms,
): IMetric => math(`IF(${atLeast}, 100 * ${part} / ${whole}, 0)`, terms);
