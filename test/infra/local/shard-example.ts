import type { StreamEvent } from '../../../infra/local/dynamodb/stream-record.ts';
import type { Outcome } from '../../../infra/local/lambda/lambda-runtime.ts';
import { ShardPoller } from '../../../infra/local/streams/shard-poller.ts';
import type { StreamMappingPlan } from '../../../infra/local/template/plan.ts';
import { err, ok } from '../../../shared/core/result.ts';
import { createManualAlarms } from './manual-alarms.ts';

export const CRASH = err({ errorType: 'Error', errorMessage: 'crashed' });
export const NOW_MS = 1_800_000_000_000;

export const MAPPING: StreamMappingPlan = {
  id: 'm',
  functionName: 'score',
  table: 'Games',
  streamArn: 'arn:stream',
  batchSize: 4,
  windowMs: 0,
  retriesMax: 2,
  recordAgeMaxMs: 3_600_000,
  bisects: false,
  reportsFailures: true,
  onFailureQueue: 'Failures',
  patterns: [],
};

export const sequence = (n: number) => String(n).padStart(21, '0');

export const aRecord = (n: number, { ageS = 0, st = 'DONE' } = {}): StreamEvent => ({
  eventID: sequence(n),
  eventName: 'MODIFY',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'us-east-1',
  dynamodb: {
    ApproximateCreationDateTime: NOW_MS / 1000 - ageS,
    Keys: { pk: { S: String(n) } },
    NewImage: { pk: { S: String(n) }, st: { S: st } },
    SequenceNumber: sequence(n),
    SizeBytes: 10,
    StreamViewType: 'NEW_AND_OLD_IMAGES',
  },
});

export type Numbers = readonly number[];

/** One shard with its consumer, on a clock that the test moves. */
export function setUp({
  mapping = {} as Partial<StreamMappingPlan>,
  answer = (() => ok(null)) as (batch: Numbers) => Outcome,
  repeats = (): boolean => false,
} = {}) {
  const alarms = createManualAlarms(NOW_MS);
  const batches: { readonly atMs: number; readonly numbers: Numbers }[] = [];
  const lost: { readonly condition: string; readonly numbers: Numbers }[] = [];
  const settled: number[] = [];
  const poller = new ShardPoller({
    mapping: { ...MAPPING, ...mapping },
    alarms,
    pollMs: 5,
    phaseMs: 0,
    retryDelayMs: () => 100,
    repeats,
    settle: (last) => settled.push(Number(last)),
    lose: ({ records, condition }) =>
      lost.push({ condition, numbers: records.map((r) => Number(r.eventID)) }),
    invoke: async (event) => {
      const { Records } = event as { Records: StreamEvent[] };
      const numbers = Records.map((record) => Number(record.eventID));
      batches.push({ atMs: alarms.nowMs() - NOW_MS, numbers });
      return answer(numbers);
    },
  });
  const push = (...numbers: Numbers) => {
    for (const n of numbers) poller.push(aRecord(n));
  };
  return { poller, alarms, batches, lost, settled, push };
}

export const failing = (...numbers: Numbers): Outcome =>
  ok({ batchItemFailures: numbers.map((n) => ({ itemIdentifier: sequence(n) })) });
