import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import {
  type CountName,
  METRIC_NAMESPACE,
  METRIC_SERVICE,
  METRICS,
  type MetricName,
  UNIT_METRICS,
} from '../../shared/app/metrics.ts';

/** Two sets of dimensions in one line: what is counted, and what each function has consumed. */
const metricsOf = (dimensions: Record<string, string>): Metrics =>
  new Metrics({
    namespace: METRIC_NAMESPACE,
    serviceName: METRIC_SERVICE,
    defaultDimensions: { stage: process.env.STAGE ?? 'none', ...dimensions },
  });

const measured = metricsOf({});
const consumed = metricsOf({ function: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'none' });

/** Sums of this invocation; an environment runs one invocation at a time. */
const counted = new Map<CountName, number>();
const units = new Map<keyof typeof UNIT_METRICS, number>();

const add = <K>(sums: Map<K, number>, key: K, more: number): void =>
  void sums.set(key, (sums.get(key) ?? 0) + more);

/** Counts one occurrence. */
export const count = (what: CountName): void => add(counted, what, 1);

/** Adds one value to a distribution; percentiles see each of them. */
export function measure(what: MetricName, value: number): void {
  measured.addMetric(what, MetricUnit[METRICS[what]], value);
}

/** Adds request units that the database says it has charged. */
export const consume = (what: keyof typeof UNIT_METRICS, more: number): void =>
  add(units, what, more);

/** Forgets what an invocation has left that was stopped before it could write its line. */
export function forgetMetrics(): void {
  counted.clear();
  units.clear();
  measured.clearMetrics();
  consumed.clearMetrics();
}

/**
 * All metrics since the last call as root members of one object in the embedded metric format
 * (Amazon CloudWatch user guide); empty where there are none.
 */
export function takeMetrics(): object {
  for (const [what, sum] of counted) measure(what, sum);
  for (const [what, sum] of units) consumed.addMetric(what, MetricUnit[UNIT_METRICS[what]], sum);
  const parts = [measured, consumed]
    .filter((metrics) => metrics.hasStoredMetrics())
    .map((metrics) => metrics.serializeMetrics());
  forgetMetrics();
  const [first] = parts;
  if (first === undefined) return {};
  const { Timestamp } = first._aws;
  const CloudWatchMetrics = parts.flatMap(({ _aws }) => _aws.CloudWatchMetrics);
  return Object.assign({}, ...parts, { _aws: { Timestamp, CloudWatchMetrics } });
}
