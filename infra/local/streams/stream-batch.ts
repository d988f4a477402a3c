import type { StreamEvent } from '../dynamodb/stream-record.ts';
import { failedIdentifiers } from '../lambda/batch-response.ts';
import type { Outcome } from '../lambda/lambda-runtime.ts';
import type { StreamMappingPlan } from '../template/plan.ts';

/** Records that are delivered together, and how often their delivery failed before. */
export interface Batch {
  readonly records: readonly StreamEvent[];
  readonly failures: number;
  /** It was done before: no batch is delivered a third time without a failure. */
  readonly isRepeat: boolean;
}

/** What one delivery leaves; the records before `again`, or all, are settled. */
export interface Remainder {
  /** To be delivered again, in this order. */
  readonly again: readonly Batch[];
  /** Given up. */
  readonly lost: readonly StreamEvent[];
}

/** Decides as Lambda does: halves a batch that throws, restarts at the lowest failed record. */
export function remainderOf(batch: Batch, outcome: Outcome, mapping: StreamMappingPlan): Remainder {
  const { records, failures, isRepeat } = batch;
  if (!outcome.ok && mapping.bisects && records.length > 1) return halves(batch);
  const failed = failedIdentifiers(outcome, mapping.reportsFailures, records, sequenceOf);
  const firstFailed = records.findIndex((record) => failed.has(sequenceOf(record)));
  if (firstFailed === -1) return { again: [], lost: [] };
  const rest = records.slice(firstFailed);
  return failures < mapping.retriesMax
    ? { again: [{ records: rest, failures: failures + 1, isRepeat }], lost: [] }
    : { again: [], lost: rest };
}

/** Bisecting uses up no retries. */
function halves({ records, ...same }: Batch): Remainder {
  const middle = Math.ceil(records.length / 2);
  const parts = [records.slice(0, middle), records.slice(middle)];
  return { again: parts.map((part) => ({ records: part, ...same })), lost: [] };
}

/** Digits of equal length: later is larger as text, too. */
export const sequenceOf = (record: StreamEvent): string => record.dynamodb.SequenceNumber;
