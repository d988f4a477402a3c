import * as v from 'valibot';
import { type Blueprint, ignored } from './blueprint.ts';
import { arnName, queueArn } from './identity.ts';
import type { QueuePlan, TablePlan } from './plan.ts';
import { ACCOUNT_ID, type Place } from './resources.ts';

/** Without what throttles it on AWS: the database here serves whatever it can. */
const IndexProperties = v.pipe(
  v.looseObject({ OnDemandThroughput: ignored }),
  v.transform(({ OnDemandThroughput: _, ...index }) => index),
);

const TableProperties = v.strictObject({
  TableName: v.optional(v.string()),
  AttributeDefinitions: v.array(v.unknown()),
  KeySchema: v.array(v.unknown()),
  BillingMode: v.literal('PAY_PER_REQUEST'),
  GlobalSecondaryIndexes: v.optional(v.array(IndexProperties)),
  StreamSpecification: v.optional(
    v.strictObject({ StreamViewType: v.literal('NEW_AND_OLD_IMAGES') }),
  ),
  // Without effect on one machine; readers filter what has expired, as they must on AWS.
  TimeToLiveSpecification: ignored,
  ContributorInsightsSpecification: ignored,
  DeletionProtectionEnabled: ignored,
  OnDemandThroughput: ignored,
  PointInTimeRecoverySpecification: ignored,
  SSESpecification: ignored,
  Tags: ignored,
});

export function readTables(blueprint: Blueprint): readonly TablePlan[] {
  return blueprint.parts('AWS::DynamoDB::Table', TableProperties).map(({ id, properties }) => {
    const name = properties.TableName ?? id;
    const indexes = properties.GlobalSecondaryIndexes;
    return {
      name,
      request: {
        TableName: name,
        BillingMode: properties.BillingMode,
        AttributeDefinitions: properties.AttributeDefinitions,
        KeySchema: properties.KeySchema,
        StreamSpecification: streamSpecification(properties.StreamSpecification),
        ...(indexes === undefined ? {} : { GlobalSecondaryIndexes: indexes }),
      },
    };
  });
}

function streamSpecification(given: object | undefined): object {
  return given === undefined ? { StreamEnabled: false } : { StreamEnabled: true, ...given };
}

const QueueProperties = v.strictObject({
  QueueName: v.optional(v.string()),
  /** Seconds. */
  VisibilityTimeout: v.optional(v.number(), 30),
  MessageRetentionPeriod: v.optional(v.number(), 345_600),
  RedrivePolicy: v.optional(
    v.strictObject({ deadLetterTargetArn: v.string(), maxReceiveCount: v.number() }),
  ),
  // Without effect on one machine:
  KmsMasterKeyId: ignored,
  RedriveAllowPolicy: ignored,
  SqsManagedSseEnabled: ignored,
  Tags: ignored,
});

export function readQueues(blueprint: Blueprint, place: Place): readonly QueuePlan[] {
  return blueprint.parts('AWS::SQS::Queue', QueueProperties).map(({ id, properties }) => {
    const name = properties.QueueName ?? id;
    const redrive = properties.RedrivePolicy;
    return {
      name,
      arn: queueArn(name),
      url: `${place.awsUrl}/${ACCOUNT_ID}/${name}`,
      visibilityMs: properties.VisibilityTimeout * 1000,
      retentionMs: properties.MessageRetentionPeriod * 1000,
      redrive:
        redrive === undefined
          ? null
          : { queue: arnName(redrive.deadLetterTargetArn), receivesMax: redrive.maxReceiveCount },
    };
  });
}
