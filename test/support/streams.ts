import { entityKey } from '../../shared/app/entities.ts';
import type { Ports } from '../../shared/app/ports.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import type { Faults } from './faults.ts';
import type { Invoker } from './invocation.ts';
import type { Change } from './memory-store.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A function behind a stream. Records of one batch belong to one group. */
export interface Consumer {
  readonly name: string;
  readonly timeoutMs: number;
  /** The group of a record, or null when the filter drops it. */
  readonly groupOf: (change: Change) => string | null;
  readonly work: (ports: Ports, changes: readonly Change[]) => Promise<void>;
}

export interface StreamWorld {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly faults: Faults;
  readonly invoke: Invoker['invoke'];
  readonly onFailure: (name: string, cause: unknown) => void;
}

interface Record {
  readonly change: Change;
  readonly sequence: number;
}

/** The records of one item for one consumer: in order, one batch at a time. */
interface Lane {
  readonly consumer: Consumer;
  readonly group: string;
  records: Record[];
  busy: boolean;
  failures: number;
}

const RECORD_MS = 150;
const SLOW_RECORD_MS = 8_000;
const TRIES_MAX = 10;

/** Brings every change to the consumers: late, again, and across items in any order. */
export function createStreams(world: StreamWorld, consumers: readonly Consumer[]) {
  const { time, random, faults } = world;
  const lanes = new Map<string, Lane>();
  const latest = new Map<Consumer, number>();
  let sequence = 0;

  const offer = (consumer: Consumer, change: Change): void => {
    const group = consumer.groupOf(change);
    if (group === null || faults.happens('lostRecord')) return;
    const entity = change.after ?? change.before;
    const key = `${consumer.name} ${entity === null ? '' : entityKey(entity)}`;
    const lane = lanes.get(key) ?? { consumer, group, records: [], busy: false, failures: 0 };
    lanes.set(key, lane);
    lane.records.push({ change, sequence: sequence++ });
    if (lane.records.length === 1) soon(lane);
  };

  const soon = (lane: Lane): void => {
    const ms = random.below(faults.happens('delay') ? SLOW_RECORD_MS : RECORD_MS);
    time.at(time.now() + ms, () => void deliver(lane));
  };

  const deliver = async (lane: Lane): Promise<void> => {
    if (lane.busy || lane.records.length === 0) return;
    const batch = batchWith(lane);
    for (const one of batch) one.lane.busy = true;
    noteOrder(lane.consumer, batch);
    const changes = batch.flatMap(({ records }) => records.map(({ change }) => change));
    const { consumer } = lane;
    const outcome = await world.invoke(consumer.timeoutMs, (ports) =>
      consumer.work(ports, changes),
    );
    if (outcome.kind === 'failed') world.onFailure(consumer.name, outcome.cause);
    for (const one of batch) settle(one, outcome.kind === 'done');
  };

  /** One or two records of this item, and perhaps the first ones of others of its group. */
  const batchWith = (lane: Lane): Batch[] => {
    const others = [...lanes.values()].filter(
      (other) =>
        other !== lane &&
        other.consumer === lane.consumer &&
        other.group === lane.group &&
        !other.busy &&
        other.records.length > 0 &&
        random.below(2) === 0,
    );
    return [lane, ...others].map((one) => ({
      lane: one,
      records: one.records.slice(0, 1 + random.below(2)),
    }));
  };

  const settle = ({ lane, records }: Batch, done: boolean): void => {
    lane.busy = false;
    lane.failures = done ? 0 : lane.failures + 1;
    if (!done) faults.note('redelivery');
    const again = done ? faults.happens('duplicate') : lane.failures < TRIES_MAX;
    if (!again) lane.records = lane.records.slice(records.length);
    if (lane.records.length > 0) soon(lane);
  };

  const noteOrder = (consumer: Consumer, batch: readonly Batch[]): void => {
    const last = latest.get(consumer) ?? -1;
    const sequences = batch.flatMap(({ records }) => records.map((record) => record.sequence));
    if (Math.min(...sequences) < last) faults.note('reordering');
    latest.set(consumer, Math.max(last, ...sequences));
  };

  return {
    publish: (changes: readonly Change[]): void => {
      for (const change of changes) for (const consumer of consumers) offer(consumer, change);
    },
  };
}

interface Batch {
  readonly lane: Lane;
  readonly records: readonly Record[];
}
