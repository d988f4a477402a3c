import type { SynthesizedTemplate } from '../../../../infra/cloud/synthesize.ts';
import { type Properties, readable } from '../example-stack.ts';

type Template = Pick<SynthesizedTemplate, 'Resources'>;

/** A metric as an alarm or a dashboard names it. */
export interface NamedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** One term of an alarm; the only one of an alarm without an expression is called `value`. */
export interface Term extends NamedMetric {
  readonly id: string;
  readonly statistic: string;
  readonly periodSeconds: number;
}

export interface NamedAlarm {
  readonly name: string;
  readonly properties: Properties;
  readonly expression: string;
  readonly terms: readonly Term[];
}

interface RawMetric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

interface RawTerm {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: {
    readonly Metric: RawMetric;
    readonly Stat: string;
    readonly Period: number;
  };
}

const metricOf = ({ Namespace, MetricName, Dimensions = [] }: RawMetric): NamedMetric => ({
  namespace: Namespace,
  name: MetricName,
  dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, readable(Value)])),
});

export const alarmsOf = (template: Template): readonly NamedAlarm[] =>
  propertiesOf(template, 'AWS::CloudWatch::Alarm').map(alarmOf);

function alarmOf(properties: Properties): NamedAlarm {
  const { AlarmName: name, Metrics, Statistic, ExtendedStatistic, Period } = properties;
  if (Metrics === undefined) {
    const metric = metricOf(properties as unknown as RawMetric);
    const statistic = String(Statistic ?? ExtendedStatistic);
    const term = { id: 'value', ...metric, statistic, periodSeconds: Number(Period) };
    return { name: String(name), properties, expression: 'value', terms: [term] };
  }
  const raw = Metrics as readonly RawTerm[];
  const expression = raw.flatMap(({ Expression: one }) => (one === undefined ? [] : [one]));
  const terms = raw.flatMap(({ Id: id, MetricStat: of }) =>
    of === undefined
      ? []
      : [{ id, ...metricOf(of.Metric), statistic: of.Stat, periodSeconds: of.Period }],
  );
  return { name: String(name), properties, expression: expression.join(), terms };
}

export interface NamedDashboard {
  readonly name: string;
  readonly widgets: readonly {
    readonly type: string;
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
  readonly metrics: readonly NamedMetric[];
}

/** Metrics of a dashboard are rows: namespace, name, dimensions by twos, and how it is drawn. */
type Row = readonly (string | Readonly<Record<string, unknown>>)[];

export const dashboardsOf = (template: Template): readonly NamedDashboard[] =>
  propertiesOf(template, 'AWS::CloudWatch::Dashboard').map(({ DashboardName, DashboardBody }) => {
    const { widgets } = JSON.parse(readable(DashboardBody)) as Pick<NamedDashboard, 'widgets'>;
    const rows = widgets.flatMap(({ properties }) => (properties.metrics ?? []) as readonly Row[]);
    return { name: String(DashboardName), widgets, metrics: rows.flatMap(metricOfRow) };
  });

function metricOfRow(row: Row): NamedMetric[] {
  const [namespace, name, ...rest] = row.filter((cell) => typeof cell === 'string');
  if (namespace === undefined || name === undefined) return [];
  const pairs = rest.flatMap((key, at) => (at % 2 === 0 ? [[key, rest[at + 1] ?? '']] : []));
  return [{ namespace, name, dimensions: Object.fromEntries(pairs) }];
}

const propertiesOf = ({ Resources }: Template, type: string): Properties[] =>
  Object.values(Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties = {} }) => Properties);

/** Every metric that an alarm or a dashboard of the template names. */
export const metricsNamed = (template: Template): readonly NamedMetric[] => [
  ...alarmsOf(template).flatMap(({ terms }) => terms),
  ...dashboardsOf(template).flatMap(({ metrics }) => metrics),
];
