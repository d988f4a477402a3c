import assert from 'node:assert/strict';
import { METRICS } from '../../shared/app/metrics.ts';

/** One directive of a line in the embedded metric format, with the values it points at. */
export interface EmbeddedMetrics {
  readonly namespace: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, readonly number[]>>;
  readonly units: Readonly<Record<string, string>>;
}

interface Directive {
  readonly Namespace: string;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
}

type Line = Readonly<Record<string, unknown>>;

/** Of the specification: values of one metric in a line, and metrics of one directive. */
const VALUES_MAX = 100;
const METRICS_MAX = 100;
const UNITS = ['Count', 'Milliseconds'];

/**
 * What CloudWatch takes from a line, which is held to "Specification: Embedded metric format" of
 * the Amazon CloudWatch user guide; throws where it would drop it. Empty without metrics.
 */
export function metricsIn(line: Line): readonly EmbeddedMetrics[] {
  if (line._aws === undefined) return [];
  const { Timestamp, CloudWatchMetrics } = line._aws as {
    readonly Timestamp: number;
    readonly CloudWatchMetrics: readonly Directive[];
  };
  assert(Number.isInteger(Timestamp) && Timestamp > 1.7e12, 'Timestamp is an epoch in ms');
  return CloudWatchMetrics.map((directive) => readDirective(line, directive));
}

function readDirective(line: Line, { Namespace, Dimensions, Metrics }: Directive): EmbeddedMetrics {
  assert(/^[\w./#:-]{1,255}$/.test(Namespace), `namespace ${Namespace}`);
  assert.equal(Dimensions.length, 1, 'every further set of dimensions is another metric to pay');
  assert(Metrics.length > 0 && Metrics.length <= METRICS_MAX, 'metrics of a directive');
  const names = Dimensions[0] ?? [];
  const dimensions = names.map((name) => {
    assert(typeof line[name] === 'string' && line[name] !== '', `dimension ${name} is a text`);
    return [name, line[name] as string];
  });
  const values = Metrics.map(({ Name, Unit }) => {
    assert(UNITS.includes(Unit), `unit ${Unit}`);
    const some = [line[Name]].flat();
    assert(some.length > 0 && some.length <= VALUES_MAX, `values of ${Name}`);
    assert(some.every(Number.isFinite), `values of ${Name} are numbers`);
    return [Name, some as number[]] as const;
  });
  return {
    namespace: Namespace,
    dimensions: Object.fromEntries(dimensions) as Record<string, string>,
    values: Object.fromEntries(values),
    units: Object.fromEntries(Metrics.map(({ Name, Unit }) => [Name, Unit])),
  };
}

/** Metrics of which a line holds one sum. */
const COUNTS = Object.entries(METRICS).flatMap(([name, unit]) => (unit === 'Count' ? name : []));

/** Adds what a line has counted. */
export function addCounts(counts: Map<string, number>, line: Line): void {
  for (const what of COUNTS) {
    const sum = line[what];
    if (typeof sum === 'number') counts.set(what, (counts.get(what) ?? 0) + sum);
  }
}
