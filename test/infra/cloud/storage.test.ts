import { describe, expect, it } from 'vitest';
import { exampleStack, only, type Properties, readable } from './example-stack.ts';

const stack = exampleStack();
const tables = stack.resources('AWS::DynamoDB::Table');
const queues = stack.resources('AWS::SQS::Queue');

const byId = (all: readonly (readonly [string, Properties])[], id: string) =>
  only(all, ([found]) => readable({ Ref: found }) === `{${id}}`)[1];

const key = (name: string, type: 'HASH' | 'RANGE') => ({ AttributeName: name, KeyType: type });
const pk = key('pk', 'HASH');
const sk = key('sk', 'RANGE');

describe('tables', () => {
  it.each([
    { id: 'TablesGames', keys: [pk], streamed: true, ttl: 'ttl' },
    { id: 'TablesArenas', keys: [pk, sk], streamed: true, ttl: 'ttl' },
    { id: 'TablesPlayers', keys: [pk, sk], streamed: false, ttl: 'ttl' },
  ])('$id has its keys, stream and expiry', ({ id, keys, streamed, ttl }) => {
    const table = byId(tables, id);
    expect(table.KeySchema).toEqual(keys);
    expect(table.StreamSpecification).toEqual(
      streamed ? { StreamViewType: 'NEW_AND_OLD_IMAGES' } : undefined,
    );
    expect(table.TimeToLiveSpecification).toEqual(ttl && { AttributeName: ttl, Enabled: true });
  });

  it('are three, paid by request and restorable to any second', () => {
    expect(tables).toHaveLength(3);
    for (const [, table] of tables) {
      expect(table.BillingMode).toBe('PAY_PER_REQUEST');
      expect(table.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    }
  });

  it('index arenas by phase and by owner, in the order of their starts', () => {
    const { GlobalSecondaryIndexes, AttributeDefinitions } = byId(tables, 'TablesArenas');
    expect(GlobalSecondaryIndexes).toMatchObject([
      { IndexName: 'byPhase', KeySchema: [key('ph', 'HASH'), key('at', 'RANGE')] },
      { IndexName: 'byOwner', KeySchema: [key('own', 'HASH'), key('at', 'RANGE')] },
    ]);
    expect(AttributeDefinitions).toContainEqual({ AttributeName: 'at', AttributeType: 'N' });
  });

  it('go with a stage for trying out', () => {
    stack.template.allResources('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
  });
});

describe('queues', () => {
  const WORKING = ['QueuesClock', 'QueuesAnnounce'];
  const FAILURES = ['Clock', 'Announce', 'Score', 'Arm', 'Pair', 'Standings', 'Schedule'];

  it.each([
    { id: 'QueuesClock', visibilityS: 180, receives: 8, name: 'clock' },
    { id: 'QueuesAnnounce', visibilityS: 360, receives: 5, name: 'announce' },
  ])('$id sets a message aside after $receives receives', ({ id, visibilityS, receives, name }) => {
    const queue = byId(queues, id);
    expect(queue.VisibilityTimeout).toBe(visibilityS);
    const redrive = queue.RedrivePolicy as Properties;
    expect(readable(redrive.deadLetterTargetArn)).toBe(`{${id}Failures.Arn}`);
    expect(redrive.maxReceiveCount).toBe(receives);
    const mapping = only(
      stack.resources('AWS::Lambda::EventSourceMapping').map(([, found]) => found),
      ({ EventSourceArn }) => readable(EventSourceArn) === `{${id}.Arn}`,
    );
    expect(readable(mapping.FunctionName)).toBe(`{Functions${name}}`);
    expect(mapping).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it.each([...FAILURES, 'Lifecycle'])('%s failures are kept for 14 days', (source) => {
    const days = 24 * 60 * 60;
    expect(byId(queues, `Queues${source}Failures`).MessageRetentionPeriod).toBe(14 * days);
  });

  it('are either working, with dead letters, or hold failures', () => {
    const ids = queues.map(([id]) => readable({ Ref: id }).slice(1, -1));
    const expected = [...WORKING, ...[...FAILURES, 'Lifecycle'].map((s) => `Queues${s}Failures`)];
    expect(ids.sort()).toEqual(expected.sort());
  });

  it('are encrypted and refuse plain connections', () => {
    const policies = stack.resources('AWS::SQS::QueuePolicy').map(([, policy]) => policy);
    for (const [id, queue] of queues) {
      expect(queue.SqsManagedSseEnabled).toBe(true);
      const { PolicyDocument } = only(policies, ({ Queues }) =>
        (Queues as readonly { Ref: string }[]).some(({ Ref }) => Ref === id),
      );
      expect(PolicyDocument).toMatchObject({
        Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
      });
    }
  });
});

describe('schedules', () => {
  it('have one group per stage', () => {
    const groups = stack.resources('AWS::Scheduler::ScheduleGroup');
    expect(groups.map(([, group]) => group.Name)).toEqual(['shield-arena-dev']);
  });

  it('sweep every minute and plan series every five', () => {
    const rules = stack.resources('AWS::Events::Rule').map(([, rule]) => {
      const [target] = rule.Targets as readonly [Properties];
      return [readable(target.Arn), rule.ScheduleExpression];
    });
    expect(Object.fromEntries(rules)).toEqual({
      '{Functionssweep.Arn}': 'rate(1 minute)',
      '{Functionsseries.Arn}': 'rate(5 minutes)',
    });
  });
});
