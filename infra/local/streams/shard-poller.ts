import type { Alarms, Cancel } from '../alarms.ts';
import type { StreamEvent } from '../dynamodb/stream-record.ts';
import type { Outcome } from '../lambda/lambda-runtime.ts';
import type { StreamMappingPlan } from '../template/plan.ts';
import { matches } from './filter.ts';
import type { LossCondition } from './lost-batch.ts';
import { type Batch, remainderOf, sequenceOf } from './stream-batch.ts';

export interface ShardPollerParts {
  readonly mapping: StreamMappingPlan;
  readonly alarms: Alarms;
  /** Looks at the shard at `phaseMs` and every `pollMs` after it (AWS: 250 ms). */
  readonly pollMs: number;
  readonly phaseMs: number;
  /** Before a batch is delivered again. */
  readonly retryDelayMs: (failures: number) => number;
  readonly invoke: (event: object) => Promise<Outcome>;
  /** Everything up to this record is done or given up. */
  readonly settle: (lastSequence: string) => void;
  readonly lose: (lost: {
    readonly records: readonly StreamEvent[];
    readonly condition: LossCondition;
    readonly invocations: number;
  }) => void;
  /** True where a batch that is done is to be delivered once more. */
  readonly repeats: () => boolean;
}

/** Reads one shard for one function: in order, one batch at a time. */
export class ShardPoller {
  readonly #parts: ShardPollerParts;
  #fresh: StreamEvent[] = [];
  #again: readonly Batch[] = [];
  #inFlight: readonly StreamEvent[] = [];
  #isReading = false;
  #alarm: { readonly dueAtMs: number; readonly cancel: Cancel } | null = null;

  constructor(parts: ShardPollerParts) {
    this.#parts = parts;
  }

  /** Takes the record if it passes the filters; nothing is delivered before `start`. */
  push(record: StreamEvent): void {
    const { patterns } = this.#parts.mapping;
    if (patterns.length > 0 && !patterns.some((pattern) => matches(pattern, record))) return;
    this.#fresh.push(record);
    this.#wake();
  }

  /** Forgets the records up to this one: an earlier run has settled them. */
  skipTo(sequence: string): void {
    this.#fresh = this.#fresh.filter((record) => sequenceOf(record) > sequence);
  }

  start(): void {
    this.#isReading = true;
    this.#wake();
  }

  /** The records that are not settled, in order. */
  pending(): readonly StreamEvent[] {
    return [...this.#inFlight, ...this.#again.flatMap(({ records }) => records), ...this.#fresh];
  }

  #wake(): void {
    if (!this.#isReading || this.#again.length > 0 || this.#fresh.length === 0) return;
    const { mapping, alarms, pollMs, phaseMs } = this.#parts;
    const untilPollMs = pollMs - ((alarms.nowMs() - phaseMs) % pollMs);
    const isFull = this.#fresh.length >= mapping.batchSize;
    this.#schedule(untilPollMs + (isFull ? 0 : mapping.windowMs));
  }

  /** A batch that becomes full before its window closes is due earlier. */
  #schedule(delayMs: number): void {
    const { alarms } = this.#parts;
    const dueAtMs = alarms.nowMs() + delayMs;
    if (this.#alarm !== null && this.#alarm.dueAtMs <= dueAtMs) return;
    this.#alarm?.cancel();
    this.#alarm = { dueAtMs, cancel: alarms.after(delayMs, () => void this.#deliver()) };
  }

  async #deliver(): Promise<void> {
    this.#alarm = null;
    this.#isReading = false;
    const batch = this.#withoutOld(this.#take());
    const again = batch.records.length === 0 ? [] : await this.#invoke(batch);
    this.#again = [...again, ...this.#again];
    this.#inFlight = [];
    this.#isReading = true;
    const [next] = this.#again;
    if (next === undefined) this.#wake();
    else this.#schedule(again.length === 0 ? 0 : this.#parts.retryDelayMs(next.failures));
  }

  #take(): Batch {
    const [next, ...others] = this.#again;
    this.#again = others;
    const { batchSize } = this.#parts.mapping;
    const batch = next ?? {
      records: this.#fresh.splice(0, batchSize),
      failures: 0,
      isRepeat: false,
    };
    this.#inFlight = batch.records;
    return batch;
  }

  /** What is left to do of the batch. */
  async #invoke(batch: Batch): Promise<readonly Batch[]> {
    const { mapping, invoke, lose, repeats } = this.#parts;
    const Records = batch.records.map((r) => ({ ...r, eventSourceARN: mapping.streamArn }));
    const { again, lost } = remainderOf(batch, await invoke({ Records }), mapping);
    if (lost.length > 0)
      lose({
        records: lost,
        condition: 'RetryAttemptsExhausted',
        invocations: batch.failures + 1,
      });
    else if (again.length === 0 && !batch.isRepeat && repeats())
      return [{ ...batch, isRepeat: true }];
    this.#settle(batch.records.slice(0, batch.records.length - count(again)));
    return again;
  }

  #withoutOld(batch: Batch): Batch {
    const { alarms, mapping, lose } = this.#parts;
    const oldestS = (alarms.nowMs() - mapping.recordAgeMaxMs) / 1000;
    const isOld = (r: StreamEvent) => r.dynamodb.ApproximateCreationDateTime < oldestS;
    const old = batch.records.filter(isOld);
    if (old.length === 0) return batch;
    lose({ records: old, condition: 'RecordAgeExceeded', invocations: batch.failures });
    const young = batch.records.filter((record) => !isOld(record));
    if (young.length === 0) this.#settle(batch.records);
    return { ...batch, records: young };
  }

  #settle(records: readonly StreamEvent[]): void {
    const last = records.at(-1);
    if (last !== undefined) this.#parts.settle(sequenceOf(last));
  }
}

const count = (batches: readonly Batch[]): number =>
  batches.reduce((sum, { records }) => sum + records.length, 0);
