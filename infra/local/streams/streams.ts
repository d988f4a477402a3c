import { randomUUID } from 'node:crypto';
import type { Alarms } from '../alarms.ts';
import { type Commit, isCommit } from '../dynamodb/commit.ts';
import type { StreamEvent, StreamRecord } from '../dynamodb/stream-record.ts';
import type { LambdaRuntime } from '../lambda/lambda-runtime.ts';
import type { JournalEntry } from '../ledger.ts';
import type { StreamMappingPlan } from '../template/plan.ts';
import { lostBatchMessage } from './lost-batch.ts';
import { ShardPoller } from './shard-poller.ts';

/** How far one mapping has read one shard. */
interface Checkpoint {
  readonly t: 'checkpoint';
  readonly mapping: string;
  readonly shard: number;
  readonly sequence: string;
}

/** All event-source mappings of all table streams. */
export interface Streams {
  push(records: readonly StreamRecord[]): void;
  /** Replays commits and checkpoints in the order they were made; others are passed over. */
  restore(entry: JournalEntry): void;
  /** Begins to deliver. */
  start(): void;
  /** Entries that restore what is not settled. */
  snapshot(): Iterable<JournalEntry>;
}

export interface StreamsParts {
  readonly mappings: readonly StreamMappingPlan[];
  readonly shards: number;
  readonly lambdas: LambdaRuntime;
  readonly alarms: Alarms;
  readonly pollMs: number;
  /** Where in a poll period a shard is looked at, in [0, 1). */
  readonly random: () => number;
  readonly retryDelayMs: (failures: number) => number;
  /** True where a batch that is done is to be delivered once more. */
  readonly repeats: () => boolean;
  readonly append: (entry: JournalEntry) => void;
  readonly deadLetter: (queue: string | null, message: object) => void;
}

interface Reader {
  readonly mapping: StreamMappingPlan;
  readonly shard: number;
  readonly poller: ShardPoller;
  sequence: string | null;
}

export function createStreams(parts: StreamsParts): Streams {
  const readers = parts.mappings.flatMap((mapping) =>
    Array.from({ length: parts.shards }, (_, shard) => createReader(parts, mapping, shard)),
  );
  const byShard = Map.groupBy(readers, ({ mapping, shard }) => shardKey(mapping.table, shard));
  const push = ({ table, shard, event }: StreamRecord) => {
    for (const { poller } of byShard.get(shardKey(table, shard)) ?? []) poller.push(event);
  };
  return {
    push: (records) => records.forEach(push),
    restore(entry) {
      if (isCommit(entry)) entry.records.forEach(push);
      else if (isCheckpoint(entry)) restoreCheckpoint(readers, entry);
    },
    start() {
      for (const { poller } of readers) poller.start();
    },
    *snapshot() {
      yield* pendingCommits(byShard);
      for (const { mapping, shard, sequence } of readers)
        if (sequence !== null) yield checkpoint(mapping, shard, sequence);
    },
  };
}

const shardKey = (table: string, shard: number): string => `${table}/${shard}`;

const isCheckpoint = (entry: JournalEntry): entry is Checkpoint => entry.t === 'checkpoint';

const checkpoint = (mapping: StreamMappingPlan, shard: number, sequence: string): Checkpoint => ({
  t: 'checkpoint',
  mapping: mapping.id,
  shard,
  sequence,
});

function createReader(parts: StreamsParts, mapping: StreamMappingPlan, shard: number): Reader {
  const { lambdas, alarms, pollMs, retryDelayMs, random } = parts;
  const poller = new ShardPoller({
    mapping,
    alarms,
    pollMs,
    phaseMs: Math.floor(random() * pollMs),
    retryDelayMs,
    invoke: (event) => lambdas.invoke(mapping.functionName, event),
    repeats: parts.repeats,
    settle(sequence) {
      reader.sequence = sequence;
      parts.append(checkpoint(mapping, shard, sequence));
    },
    lose(lost) {
      const message = lostBatchMessage({
        ...lost,
        functionArn: lambdas.plan(mapping.functionName).arn,
        streamArn: mapping.streamArn,
        shardId: `shardId-${String(shard).padStart(20, '0')}`,
        requestId: randomUUID(),
        nowMs: alarms.nowMs(),
      });
      parts.deadLetter(mapping.onFailureQueue, message);
    },
  });
  const reader: Reader = { mapping, shard, poller, sequence: null };
  return reader;
}

function restoreCheckpoint(readers: readonly Reader[], entry: Checkpoint): void {
  // A mapping that the template has no more has nothing to skip.
  const reader = readers.find((r) => r.mapping.id === entry.mapping && r.shard === entry.shard);
  if (reader === undefined) return;
  reader.sequence = entry.sequence;
  reader.poller.skipTo(entry.sequence);
}

/** What at least one reader of a shard still needs, each record once, as commits without writes. */
function* pendingCommits(byShard: ReadonlyMap<string, readonly Reader[]>): Generator<JournalEntry> {
  for (const readers of byShard.values()) {
    const needed = new Map<string, StreamEvent>();
    for (const event of readers.flatMap(({ poller }) => poller.pending()))
      needed.set(event.dynamodb.SequenceNumber, event);
    const [first] = readers;
    if (first === undefined || needed.size === 0) continue;
    const { mapping, shard } = first;
    const records = [...needed.values()]
      .sort((a, b) => (a.dynamodb.SequenceNumber < b.dynamodb.SequenceNumber ? -1 : 1))
      .map((event): StreamRecord => ({ table: mapping.table, shard, event }));
    const commit: Commit = { t: 'dynamodb', writes: [], records, sequence: 0, tokens: [] };
    yield commit;
  }
}
