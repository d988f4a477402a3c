import { Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import {
  EventSourceMapping,
  FilterCriteria,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { FunctionName } from './function-table.ts';
import type { Queues } from './queues.ts';
import { STREAM_FILTERS, type StreamConsumer } from './stream-filters.ts';
import { streamArn, type Tables } from './tables.ts';

const STREAM_BATCH = 100;
const QUEUE_BATCH = 10;

/**
 * How many batches of a queue may be worked on at once. Receivers of webhooks may be slow: they
 * must not take what moves run on. Lambda takes no message out that it has no room for.
 */
const QUEUE_CONCURRENCY = { clock: 50, announce: 10 } as const;

/** Ten tries or one hour: then the record is set aside and its shard goes on. */
const STREAM_RETRIES = 10;
const STREAM_MAX_AGE = Duration.hours(1);

/** Two readers per table is all that a stream has room for. */
const CONSUMERS = {
  score: 'games',
  arm: 'games',
  pair: 'arenas',
  standings: 'arenas',
} as const satisfies Record<StreamConsumer, keyof Tables>;

/** Wires table streams and queues to the functions that read them. */
export class Streams extends Construct {
  constructor(scope: Construct, id: string, from: Sources, functions: Handlers) {
    super(scope, id);
    for (const [name, table] of Object.entries(CONSUMERS) as [StreamConsumer, TableName][]) {
      readStream(this, name, from.tables[table], from.queues, functions);
    }
    for (const name of ['clock', 'announce'] as const) {
      new EventSourceMapping(this, name, {
        target: functions[name],
        eventSourceArn: from.queues[name].queueArn,
        batchSize: QUEUE_BATCH,
        reportBatchItemFailures: true,
        maxConcurrency: QUEUE_CONCURRENCY[name],
      });
    }
  }
}

type Handlers = Readonly<Record<FunctionName, IFunction>>;

interface Sources {
  readonly tables: Tables;
  readonly queues: Queues;
}

type TableName = (typeof CONSUMERS)[StreamConsumer];

/**
 * The grants are in `permissions.ts`: the `DynamoEventSource` of CDK would add wider ones. A factor
 * above 1 would keep order only per item, and a window would delay every pairing.
 */
function readStream(
  scope: Construct,
  name: StreamConsumer,
  table: Table,
  queues: Queues,
  functions: Handlers,
): void {
  new EventSourceMapping(scope, name, {
    target: functions[name],
    eventSourceArn: streamArn(table),
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: STREAM_BATCH,
    maxBatchingWindow: Duration.seconds(0),
    parallelizationFactor: 1,
    retryAttempts: STREAM_RETRIES,
    maxRecordAge: STREAM_MAX_AGE,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    onFailure: { bind: () => ({ destination: queues.failures[name].queueArn }) },
    filters: STREAM_FILTERS[name].map((pattern) => FilterCriteria.filter(pattern)),
  });
}
