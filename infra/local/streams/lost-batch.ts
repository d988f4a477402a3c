import { present } from '../../../shared/core/assert.ts';
import type { StreamEvent } from '../dynamodb/stream-record.ts';

/** Why records are given up. */
export type LossCondition = 'RetryAttemptsExhausted' | 'RecordAgeExceeded';

export interface LostBatch {
  readonly records: readonly StreamEvent[];
  readonly condition: LossCondition;
  readonly invocations: number;
  readonly functionArn: string;
  readonly streamArn: string;
  readonly shardId: string;
  readonly requestId: string;
  readonly nowMs: number;
}

/** The message of the on-failure queue says where the lost records are, not what they say. */
export function lostBatchMessage(lost: LostBatch): object {
  const first = present(lost.records[0], 'first lost record').dynamodb;
  const last = present(lost.records.at(-1), 'last lost record').dynamodb;
  return {
    requestContext: {
      requestId: lost.requestId,
      functionArn: lost.functionArn,
      condition: lost.condition,
      approximateInvokeCount: lost.invocations,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date(lost.nowMs).toISOString(),
    DDBStreamBatchInfo: {
      shardId: lost.shardId,
      startSequenceNumber: first.SequenceNumber,
      endSequenceNumber: last.SequenceNumber,
      approximateArrivalOfFirstRecord: isoTime(first.ApproximateCreationDateTime),
      approximateArrivalOfLastRecord: isoTime(last.ApproximateCreationDateTime),
      batchSize: lost.records.length,
      streamArn: lost.streamArn,
    },
  };
}

const isoTime = (epochS: number): string => new Date(epochS * 1000).toISOString();
