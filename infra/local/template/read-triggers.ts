import * as v from 'valibot';
import { parseScheduleExpression } from '../schedules/schedule-expression.ts';
import { parsePattern } from '../streams/filter.ts';
import { type Blueprint, ignored } from './blueprint.ts';
import { arnName, functionNameOf } from './identity.ts';
import type { QueueMappingPlan, RulePlan, StreamMappingPlan } from './plan.ts';
import { ACCOUNT_ID, REGION } from './resources.ts';

const MAPPING = 'AWS::Lambda::EventSourceMapping';
const SOURCE = 'EventSourceArn';
const isQueue = (source: unknown): boolean => String(source).startsWith('arn:aws:sqs:');

const SharedProperties = {
  EventSourceArn: v.string(),
  FunctionName: v.string(),
  FunctionResponseTypes: v.optional(v.array(v.literal('ReportBatchItemFailures')), []),
  Enabled: v.optional(v.literal(true)),
  Tags: ignored,
};

const StreamProperties = v.strictObject({
  ...SharedProperties,
  BatchSize: v.optional(v.number(), 100),
  MaximumBatchingWindowInSeconds: v.optional(v.number(), 0),
  MaximumRetryAttempts: v.optional(v.number(), -1),
  MaximumRecordAgeInSeconds: v.optional(v.number(), -1),
  BisectBatchOnFunctionError: v.optional(v.boolean(), false),
  ParallelizationFactor: v.optional(v.literal(1)),
  StartingPosition: v.literal('TRIM_HORIZON'),
  DestinationConfig: v.optional(
    v.strictObject({ OnFailure: v.strictObject({ Destination: v.string() }) }),
  ),
  FilterCriteria: v.optional(
    v.strictObject({ Filters: v.array(v.strictObject({ Pattern: v.string() })) }),
  ),
});

const QueueProperties = v.strictObject({
  ...SharedProperties,
  BatchSize: v.optional(v.number(), 10),
  MaximumBatchingWindowInSeconds: v.optional(v.literal(0)),
  ScalingConfig: v.optional(v.strictObject({ MaximumConcurrency: v.number() })),
});

/** Minus one means without limit, as in the template. */
const bound = (count: number): number => (count === -1 ? Number.POSITIVE_INFINITY : count);

export function readStreamMappings(blueprint: Blueprint): readonly StreamMappingPlan[] {
  const where = { property: SOURCE, test: (source: unknown) => !isQueue(source) };
  return blueprint.parts(MAPPING, StreamProperties, where).map(({ id, properties }) => ({
    id,
    functionName: functionNameOf(properties.FunctionName),
    table: tableOf(properties.EventSourceArn),
    streamArn: properties.EventSourceArn,
    batchSize: properties.BatchSize,
    windowMs: properties.MaximumBatchingWindowInSeconds * 1000,
    retriesMax: bound(properties.MaximumRetryAttempts),
    recordAgeMaxMs: bound(properties.MaximumRecordAgeInSeconds) * 1000,
    bisects: properties.BisectBatchOnFunctionError,
    reportsFailures: properties.FunctionResponseTypes.length > 0,
    onFailureQueue: queueOf(properties.DestinationConfig?.OnFailure.Destination),
    patterns: properties.FilterCriteria?.Filters.map((f) => parsePattern(f.Pattern)) ?? [],
  }));
}

/** How many batches of one queue Lambda starts with on AWS. */
const QUEUE_CONCURRENCY = 5;

export function readQueueMappings(blueprint: Blueprint): readonly QueueMappingPlan[] {
  const where = { property: SOURCE, test: isQueue };
  return blueprint.parts(MAPPING, QueueProperties, where).map(({ id, properties }) => ({
    id,
    functionName: functionNameOf(properties.FunctionName),
    queue: arnName(properties.EventSourceArn),
    batchSize: properties.BatchSize,
    concurrencyMax: properties.ScalingConfig?.MaximumConcurrency ?? QUEUE_CONCURRENCY,
    reportsFailures: properties.FunctionResponseTypes.length > 0,
  }));
}

const RuleProperties = v.strictObject({
  Name: v.optional(v.string()),
  Description: ignored,
  ScheduleExpression: v.string(),
  State: v.literal('ENABLED'),
  Targets: v.array(
    v.strictObject({
      Id: v.string(),
      Arn: v.string(),
      Input: v.optional(v.string()),
      // The target is invoked in this process: an invocation that cannot be delivered is a bug.
      DeadLetterConfig: ignored,
      RetryPolicy: ignored,
    }),
  ),
  Tags: ignored,
});

export function readRules(blueprint: Blueprint): readonly RulePlan[] {
  return blueprint.parts('AWS::Events::Rule', RuleProperties).map(({ id, properties }) => {
    const name = properties.Name ?? id;
    const schedule = parseScheduleExpression(properties.ScheduleExpression);
    if (!schedule.ok || schedule.value.kind !== 'rate')
      throw new Error(`rule ${id}: the local cloud knows no ${properties.ScheduleExpression}`);
    return {
      name,
      arn: `arn:aws:events:${REGION}:${ACCOUNT_ID}:rule/${name}`,
      periodMs: schedule.value.periodMs,
      targets: properties.Targets.map(({ Arn, Input }) => ({
        functionName: functionNameOf(Arn),
        input: Input ?? null,
      })),
    };
  });
}

/** The name of the queue that failures go to; other destinations are not known here. */
export function queueOf(arn: string | undefined): string | null {
  if (arn === undefined) return null;
  if (!isQueue(arn)) throw new Error(`the local cloud delivers failures to queues, not to ${arn}`);
  return arnName(arn);
}

function tableOf(streamArn: string): string {
  const name = /:table\/([^/]+)\/stream\//.exec(streamArn)?.[1];
  if (name === undefined) throw new Error(`the local cloud reads no events from ${streamArn}`);
  return name;
}
