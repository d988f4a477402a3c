import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FUNCTION_NAMES } from '../../../../infra/cloud/function-table.ts';
import type { SynthesizedTemplate } from '../../../../infra/cloud/synthesize.ts';
import { METRICS, UNIT_METRICS } from '../../../../shared/app/metrics.ts';
import { LOG_FIELDS } from '../../../support/log-lines.ts';
import { exampleStack, only, type Properties } from '../example-stack.ts';
import type { ExpectedAlarm } from './expected-alarm.ts';
import { ARENA } from './expected-arena.ts';
import { FUNCTIONS } from './expected-functions.ts';
import { GATEWAYS, QUEUES, TABLES } from './expected-resources.ts';
import { alarmsOf, type NamedAlarm, type Term } from './named-metrics.ts';

const EXPECTED_ALARMS = [...ARENA, ...FUNCTIONS, ...QUEUES, ...TABLES, ...GATEWAYS];

const MAIL = 'night@example.org';
const silent = exampleStack();
const stack = exampleStack({ alarmMail: MAIL });
const PREFIX = 'shield-arena-dev-';

/** Those that take back a release have no topic: the deployment listens to them. */
const alarms = alarmsOf(stack.template.toJSON() as SynthesizedTemplate).filter(
  ({ properties }) => properties.AlarmActions !== undefined,
);
const whatOf = ({ name }: NamedAlarm): string => name.slice(PREFIX.length);
const topics = Object.fromEntries(
  stack.resources('AWS::SNS::Topic').map(([id, { TopicName }]) => [id, String(TopicName)]),
);

const SIGNS: Readonly<Record<string, string>> = {
  GreaterThanThreshold: '>',
  GreaterThanOrEqualToThreshold: '>=',
  LessThanThreshold: '<',
};

function inWords(alarm: NamedAlarm): ExpectedAlarm {
  const { properties: p, expression, terms } = alarm;
  const seconds = new Set(terms.map(({ periodSeconds }) => periodSeconds));
  return {
    what: whatOf(alarm),
    severity: severityOf(p),
    ...(p.Metrics !== undefined && { expression }),
    terms: Object.fromEntries(terms.map((term) => [term.id, termInWords(term)])),
    bad: `${SIGNS[String(p.ComparisonOperator)]} ${p.Threshold}`,
    periods: `${p.DatapointsToAlarm} of ${p.EvaluationPeriods} x ${[...seconds].join()} s`,
    ...(p.TreatMissingData !== 'notBreaching' && { silence: p.TreatMissingData as 'breaching' }),
  };
}

const termInWords = ({ statistic, namespace, name, dimensions }: Term): string => {
  const sorted = Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1));
  const named = sorted.map(([key, value]) => `${key}=${value}`).join();
  return `${statistic} ${namespace} ${name} ${named}`;
};

function severityOf({ AlarmActions }: Properties): 'page' | 'warn' {
  const { Ref } = only(AlarmActions as readonly { Ref: string }[]);
  return topics[Ref]?.slice(PREFIX.length) as 'page' | 'warn';
}

describe('alarms', () => {
  it.each(EXPECTED_ALARMS)('$what', (expected) => {
    expect(inWords(only(alarms, (alarm) => whatOf(alarm) === expected.what))).toEqual(expected);
  });

  it('are these and no others', () => {
    expect(alarms.map(whatOf).sort()).toEqual(EXPECTED_ALARMS.map(({ what }) => what).sort());
  });

  it('tell the same topic when they ring and when they stop', () => {
    for (const { properties } of alarms) {
      expect(properties.OKActions).toEqual(properties.AlarmActions);
    }
  });

  it('say how bad it is, what it means and what to do first', () => {
    for (const { properties } of alarms) {
      const description = String(properties.AlarmDescription);
      const said = new RegExp(
        `^${severityOf(properties)}: [A-Za-z].{20,}\\. First: .{20,}[.?] \\(`,
      );
      expect(description).toMatch(said);
      expect(description.length).toBeLessThanOrEqual(1_024);
    }
  });

  it('cost by the metric: math has at most ten', () => {
    for (const { name, terms } of alarms) expect(terms.length, name).toBeLessThanOrEqual(10);
  });

  it('have names that no other stage has', () => {
    const other = alarmsOf(
      exampleStack({ stage: 'prod' }).template.toJSON() as SynthesizedTemplate,
    );
    const names = new Set(other.map(({ name }) => name));

    expect(alarms.filter(({ name }) => names.has(name))).toEqual([]);
  });
});

describe('topics', () => {
  it('are one to be woken by and one to read', () => {
    expect(Object.values(topics).sort()).toEqual([`${PREFIX}page`, `${PREFIX}warn`]);
  });

  it('let alarms of this account publish, over encrypted connections alone', () => {
    const policies = stack.resources('AWS::SNS::TopicPolicy').map(([, policy]) => policy);
    for (const id of Object.keys(topics)) {
      const policy = only(policies, ({ Topics }) => only(Topics as { Ref: string }[]).Ref === id);
      const { Statement } = policy.PolicyDocument as { Statement: readonly Properties[] };
      expect(Statement).toMatchObject([
        {
          Effect: 'Deny',
          Principal: '*',
          Action: 'sns:Publish',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
        {
          Effect: 'Allow',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Action: 'sns:Publish',
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
      ]);
      expect(Statement.map(({ Resource }) => Resource)).toEqual([{ Ref: id }, { Ref: id }]);
    }
  });

  it('write to the address that is given, and to nobody without one', () => {
    const mails = stack.resources('AWS::SNS::Subscription').map(([, mail]) => mail);
    expect(mails.map(({ TopicArn }) => (TopicArn as { Ref: string }).Ref).sort()).toEqual(
      Object.keys(topics).sort(),
    );
    for (const mail of mails) expect(mail).toMatchObject({ Protocol: 'email', Endpoint: MAIL });
    expect(silent.resources('AWS::SNS::Subscription')).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  const text = readFileSync('docs/operations.md', 'utf8');
  const rows = text
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name]) => alarms.some((alarm) => `\`${whatOf(alarm)}\`` === name));

  it('has every alarm in its table, in the words of the alarm', () => {
    const said = rows.map(([, name, severity, means, first]) => [name, severity, means, first]);
    const expected = alarms.map((alarm) => {
      const description = String(alarm.properties.AlarmDescription);
      const [, severity, means, first] = /^(\w+): (.+) First: (.+) \(/.exec(description) ?? [];
      return [`\`${whatOf(alarm)}\``, severity, means, first];
    });

    expect(said).toEqual(expected);
  });

  it('names every saved query, metric and field of a line', () => {
    const queries = stack
      .resources('AWS::Logs::QueryDefinition')
      .map(([, { Name }]) => String(Name).slice(PREFIX.length));
    const names = [...Object.keys(METRICS), ...Object.keys(UNIT_METRICS), ...LOG_FIELDS];

    expect([...queries, ...names].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it('counts what is paid for', () => {
    const [own, each] = [METRICS, UNIT_METRICS].map((some) => Object.keys(some).length);
    const watched = alarms.flatMap(({ terms }) => terms).length;

    expect(text).toContain(
      `own metrics: ${own}, and ${each} of each of the ${FUNCTION_NAMES.length} functions`,
    );
    expect(text).toContain(`alarms: ${alarms.length} on ${watched} metrics`);
  });
});
