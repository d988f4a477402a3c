import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import {
  type CountName,
  METRIC_NAMESPACE,
  METRIC_SOURCE,
  METRICS,
  type MetricName,
  UNIT_METRICS,
} from '../../shared/app/metrics.ts';
import { inGroups } from '../../shared/core/groups.ts';

/** Two sets of dimensions in one line: what is measured, and what each function has consumed. */
const metricsOf = (dimensions: Record<string, string>): Metrics =>
  new Metrics({
    namespace: METRIC_NAMESPACE,
    serviceName: METRIC_SOURCE,
    defaultDimensions: { stage: process.env.STAGE ?? 'none', ...dimensions },
  });

const measured = metricsOf({});
const consumed = metricsOf({ function: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'none' });

type UnitName = keyof typeof UNIT_METRICS;

/** Of this invocation; an environment runs one invocation at a time. */
const counts = new Map<CountName, number>();
const distributions = new Map<MetricName, number[]>();
const units = new Map<UnitName, number>();

const add = <K>(sums: Map<K, number>, key: K, more: number): void =>
  void sums.set(key, (sums.get(key) ?? 0) + more);

/** Counts occurrences; a sum of none is written as well. */
export const count = (what: CountName, times = 1): void => add(counts, what, times);

/** Adds one value to a distribution; percentiles see each of them. */
export function measure(what: MetricName, value: number): void {
  const values = distributions.get(what);
  if (values === undefined) distributions.set(what, [value]);
  else values.push(value);
}

/** Adds request units that the database says it has charged. */
export const consume = (what: UnitName, more: number): void => add(units, what, more);

/** Forgets what an invocation has left that was stopped before it could write its line. */
export function forgetMetrics(): void {
  counts.clear();
  distributions.clear();
  units.clear();
}

/**
 * Of one metric in a line. The format (Amazon CloudWatch user guide) takes 100; the library writes
 * a line of its own with the hundredth, which would know nothing of its invocation.
 */
const VALUES_MAX = 99;

/**
 * All metrics since the last call as objects in the embedded metric format: one, or none, or more
 * where a distribution has more values than one may hold.
 */
export function takeMetrics(): readonly object[] {
  for (const [what, sum] of counts) measured.addMetric(what, MetricUnit[METRICS[what]], sum);
  for (const [what, sum] of units) consumed.addMetric(what, MetricUnit[UNIT_METRICS[what]], sum);
  const lines: object[] = [];
  const parts = [...distributions].map(([what, values]) => ({
    what,
    groups: [...inGroups(values, VALUES_MAX)],
  }));
  const rounds = Math.max(1, ...parts.map(({ groups }) => groups.length));
  for (let round = 0; round < rounds; round++) {
    for (const { what, groups } of parts) {
      for (const value of groups[round] ?? []) {
        measured.addMetric(what, MetricUnit[METRICS[what]], value);
      }
    }
    const line = serialized();
    if (line !== null) lines.push(line);
  }
  forgetMetrics();
  return lines;
}

/** Both sets in one object; null where there is nothing to say. */
function serialized(): object | null {
  const stored = [measured, consumed].filter((metrics) => metrics.hasStoredMetrics());
  const parts = stored.map((metrics) => metrics.serializeMetrics());
  for (const metrics of stored) metrics.clearMetrics();
  const [first] = parts;
  if (first === undefined) return null;
  const { Timestamp } = first._aws;
  const CloudWatchMetrics = parts.flatMap(({ _aws }) => _aws.CloudWatchMetrics);
  return Object.assign({}, ...parts, { _aws: { Timestamp, CloudWatchMetrics } });
}
