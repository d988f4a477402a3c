import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FUNCTION_NAMES } from '../../../../infra/cloud/function-table.ts';
import { OPERATIONS } from '../../../../infra/cloud/observability/metrics.ts';
import type { SynthesizedTemplate } from '../../../../infra/cloud/synthesize.ts';
import { METRIC_NAMESPACE, METRICS, UNIT_METRICS } from '../../../../shared/app/metrics.ts';
import { LOG_FIELDS } from '../../../support/log-lines.ts';
import { exampleStack, only, type Properties, readable } from '../example-stack.ts';
import { AWS_METRICS } from './aws-metrics.ts';
import { dashboardsOf, metricsNamed, type NamedMetric } from './named-metrics.ts';
import { ownMetricsNamed } from './own-metrics.ts';

const MAIL = 'night@example.org';
const silent = exampleStack();
const stack = exampleStack({ alarmMail: MAIL });
const template = stack.template.toJSON() as SynthesizedTemplate;
const named = metricsNamed(template);
const dashboards = dashboardsOf(template);
const PREFIX = 'shield-arena-dev';

describe('metrics of our own', () => {
  const own = named.filter(({ namespace }) => namespace === METRIC_NAMESPACE);
  const all = [...Object.keys(METRICS), ...Object.keys(UNIT_METRICS)].sort();

  it('are all looked at, and no others', () => {
    expect(ownMetricsNamed(template)).toEqual(all);
  });

  it('have the dimensions that functions give them', () => {
    const deployed = FUNCTION_NAMES.map((name) => `${PREFIX}-${name}`);
    for (const { name, dimensions } of own) {
      const { function: by, ...others } = dimensions;
      expect(others).toEqual({ service: 'shield-arena', stage: 'dev' });
      if (Object.hasOwn(UNIT_METRICS, name)) expect(deployed).toContain(by);
      else expect(by).toBeUndefined();
    }
  });
});

describe('metrics of AWS', () => {
  const keyOf = (dimensions: readonly string[]): string => dimensions.toSorted().join();

  it('exist by name and have these dimensions', () => {
    const isDocumented = ({ namespace, name, dimensions }: NamedMetric): boolean =>
      AWS_METRICS.some(
        (one) =>
          one.namespace === namespace &&
          one.names.includes(name) &&
          one.dimensions.some((set) => keyOf(set) === keyOf(Object.keys(dimensions))),
      );
    const strange = named
      .filter(({ namespace }) => namespace !== METRIC_NAMESPACE)
      .filter((metric) => !isDocumented(metric));

    expect(strange).toEqual([]);
  });

  it('are all used that are listed, each with a page of AWS behind it', () => {
    const used = new Set(named.map(({ namespace, name }) => `${namespace} ${name}`));
    const listed = AWS_METRICS.flatMap(({ namespace, names }) =>
      names.map((name) => `${namespace} ${name}`),
    );

    expect(listed.filter((one) => !used.has(one))).toEqual([]);
    for (const { sources } of AWS_METRICS) {
      for (const source of sources) expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
    }
  });

  it('count the errors of every request that functions make', () => {
    const adapters = ['reads', 'pages', 'conditional', 'commit', 'dynamo-store'].map((name) =>
      readFileSync(`functions/aws/${name}.ts`, 'utf8'),
    );
    const asked = adapters.join('').matchAll(/new (\w+)Command\(/g);

    expect(new Set([...asked].map(([, operation]) => operation))).toEqual(new Set(OPERATIONS));
  });
});

describe('dashboards', () => {
  it('are three', () => {
    expect(dashboards.map(({ name }) => name)).toEqual([
      ...[`${PREFIX}-live`, `${PREFIX}-health`, `${PREFIX}-cost`],
    ]);
  });

  it('begin with what to look at and where to read on', () => {
    const headings = readFileSync('docs/operations.md', 'utf8').match(/^## .+$/gm) ?? [];
    for (const { widgets } of dashboards) {
      const [first] = widgets;
      const [, section] = /`docs\/operations\.md`, \*(.+)\*/.exec(textOf(first)) ?? [];
      expect(first?.type).toBe('text');
      expect(headings).toContain(`## ${section}`);
    }
  });

  it('look at things of this stage alone', () => {
    const own = new Set(Object.keys(template.Resources).flatMap(namesOf));
    const strange = dashboards
      .flatMap(({ metrics }) => metrics)
      .flatMap(({ dimensions }) => Object.entries(dimensions))
      .filter(([key]) => !['service', 'Operation', 'GlobalSecondaryIndexName'].includes(key))
      .filter(([, value]) => !own.has(value));

    expect(strange).toEqual([]);
  });

  it('show the state of every alarm that tells somebody', () => {
    const shown = dashboards
      .flatMap(({ widgets }) => widgets)
      .filter(({ type }) => type === 'alarm')
      .flatMap(({ properties }) => properties.alarms as readonly string[]);
    const telling = stack
      .resources('AWS::CloudWatch::Alarm')
      .filter(([, { AlarmActions }]) => AlarmActions !== undefined);

    expect(shown).toEqual(telling.map(([id]) => readable({ 'Fn::GetAtt': [id, 'Arn'] })));
  });
});

/** A resource by its reference, its attributes and its names. */
function namesOf(id: string): string[] {
  const { Properties: properties = {} } = template.Resources[id] ?? {};
  const { FunctionName, LogGroupName, Name, StageName } = properties;
  return [
    ...[readable({ Ref: id }), readable({ 'Fn::GetAtt': [id, 'QueueName'] })],
    ...[FunctionName, LogGroupName, Name, StageName].filter((name) => typeof name === 'string'),
  ];
}

const textOf = (widget: { readonly properties: Properties } | undefined): string =>
  String(widget?.properties.markdown).replaceAll('\n', ' ');

describe('saved queries', () => {
  const queries = stack.resources('AWS::Logs::QueryDefinition').map(([, query]) => query);
  const textOfQuery = ({ QueryString }: Properties): string => String(QueryString);

  it('are in a folder of the stage, over the logs of all functions', () => {
    expect(queries).toHaveLength(9);
    for (const { Name, LogGroupNames } of queries) {
      expect(Name).toMatch(/^shield-arena-dev\/[A-Z]/);
      const groups = (LogGroupNames as readonly { Ref: string }[]).map(readable);
      expect(groups).toEqual(FUNCTION_NAMES.map((name) => `{Functions${name}Log}`));
    }
  });

  it('ask for fields that a line has', () => {
    const known = new Set([
      ...[...LOG_FIELDS, 'failures.0.id', 'failures.0.error', 'function'],
      ...[...Object.keys(METRICS), ...Object.keys(UNIT_METRICS), '@timestamp', '@log'],
      '@message',
    ]);
    for (const query of queries)
      expect(fieldsOf(textOfQuery(query)).filter((f) => !known.has(f))).toEqual([]);
  });

  it('of errors finds what ended before it could write a line', () => {
    const errors = only(queries, ({ Name }) => String(Name).endsWith('/Errors by function'));
    expect(textOfQuery(errors)).toContain('/Task timed out|Runtime exited|ImportModuleError/');
  });

  it('are looked through for fields everywhere', () => {
    const text =
      'fields a, @b.0.c\n| filter d like "ID" and ispresent(e) or f >= 400\n' +
      '| stats count(*) as n, pct(g, 99) as p by coalesce(h, i), bin(5m)\n| sort n desc\n| limit 5';

    expect(fieldsOf(text)).toEqual(['a', '@b.0.c', 'd', 'e', 'f', 'g', 'h', 'i']);
  });
});

const WORDS = [
  ...['fields', 'filter', 'stats', 'sort', 'limit', 'like', 'and', 'or', 'as', 'by', 'asc'],
  ...['desc', 'count', 'sum', 'pct', 'bin', 'coalesce', 'ispresent', 'latest'],
];

/** What a query calls by name, without the words of its language and the names that it gives. */
function fieldsOf(query: string): string[] {
  const given = new Set([...query.matchAll(/ as (\w+)/g)].map(([, name]) => name));
  const names =
    query.replaceAll(/"[^"]*"|like \/[^/]*\//g, '').match(/(?<!\w)@?[A-Za-z_][\w.]*/g) ?? [];
  return [...new Set(names)].filter((name) => !WORDS.includes(name) && !given.has(name));
}

describe('spending', () => {
  const budget = (from: typeof stack): Properties =>
    only(from.resources('AWS::Budgets::Budget').map(([, one]) => one));

  it('has a budget for a month of this stage', () => {
    expect(budget(stack).Budget).toEqual({
      BudgetName: PREFIX,
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 100, Unit: 'USD' },
      CostFilters: { TagKeyValue: ['user:stage$dev'] },
    });
  });

  it('is told at 50, 80 and 100 per cent, and when it will be more than all', () => {
    const told = budget(stack).NotificationsWithSubscribers as readonly Properties[];

    expect(told.map(({ Notification }) => Notification)).toMatchObject([
      { NotificationType: 'ACTUAL', Threshold: 50, ThresholdType: 'PERCENTAGE' },
      { NotificationType: 'ACTUAL', Threshold: 80, ComparisonOperator: 'GREATER_THAN' },
      { NotificationType: 'ACTUAL', Threshold: 100 },
      { NotificationType: 'FORECASTED', Threshold: 100 },
    ]);
    for (const { Subscribers } of told) {
      expect(Subscribers).toEqual([{ Address: MAIL, SubscriptionType: 'EMAIL' }]);
    }
  });

  it('notices what does not look like other months, by the tag of the stage', () => {
    const [id, monitor] = only(stack.resources('AWS::CE::AnomalyMonitor'));
    const [, mail] = only(stack.resources('AWS::CE::AnomalySubscription'));

    expect(monitor).toMatchObject({ MonitorName: PREFIX, MonitorType: 'CUSTOM' });
    expect(JSON.parse(String(monitor.MonitorSpecification))).toEqual({
      Tags: { Key: 'stage', Values: ['dev'] },
    });
    expect(mail).toMatchObject({
      Frequency: 'DAILY',
      MonitorArnList: [{ 'Fn::GetAtt': [id, 'MonitorArn'] }],
      Subscribers: [{ Type: 'EMAIL', Address: MAIL }],
    });
    expect(JSON.parse(String(mail.ThresholdExpression))).toMatchObject({
      Dimensions: { Key: 'ANOMALY_TOTAL_IMPACT_ABSOLUTE', Values: ['20'] },
    });
  });

  it('without an address is still there to look at, and tells nobody', () => {
    expect(budget(silent)).not.toHaveProperty('NotificationsWithSubscribers');
    expect(silent.resources('AWS::CE::AnomalyMonitor')).toHaveLength(1);
    expect(silent.resources('AWS::CE::AnomalySubscription')).toEqual([]);
  });
});
