import { announce } from '../../shared/app/announce.ts';
import { leave } from '../../shared/app/leave.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { sweep } from '../../shared/app/sweep.ts';
import type { Tables } from '../../shared/app/tables.ts';
import type { ConnectionId } from '../../shared/core/ids.ts';
import { type SeededRandom, seededRandom } from '../../shared/core/random.ts';
import type { ClientMessage } from '../../shared/protocol/client-message.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { type Asked, createAsking } from './asking.ts';
import { createTimers } from './clock-queue.ts';
import { CONSUMERS } from './consumers.ts';
import { createFaults, type Faults } from './faults.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { createHookQueue, type Heard } from './hook-queue.ts';
import { createInvoker, type Invoker } from './invocation.ts';
import { type Change, type MemoryStore, memoryStore, type StoreFaults } from './memory-store.ts';
import { memoryTables } from './memory-tables.ts';
import { createStreams, type StreamWorld } from './streams.ts';
import { type VirtualTime, virtualTime } from './virtual-time.ts';
import { createWitness, type Witness } from './witness.ts';

/** The whole backend on fakes in virtual time, with everything that goes wrong in a cloud. */
export interface Cloud {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly faults: Faults;
  readonly store: MemoryStore;
  readonly tables: Tables;
  readonly gateway: Gateway;
  readonly invoke: Invoker['invoke'];
  readonly witness: Witness;
  /** Sends a message on a connection; null: no answer came. */
  readonly ask: (on: ConnectionId, message: ClientMessage) => Promise<ServerMessage | null>;
  /** Occurrences: those that use cases count, and refusals by code. */
  readonly counts: ReadonlyMap<string, number>;
  readonly count: (what: string) => void;
  /** What was posted to webhooks. */
  readonly heard: readonly Heard[];
}

export type OnCommit = (changes: readonly Change[], asked: Asked | null) => void;

/** Start of a simulation (epoch ms) where nobody says another one; any instant is as good. */
const START_MS = 1_800_000_000_000;
const LOOK_MS = 1_000;
const SWEEP_MS = 60_000;
const PRESENCE_TIMEOUT_MS = 3_000;
const BACKGROUND_TIMEOUT_MS = 60_000;

/** Store and tables that a cloud stands on. */
export interface Backing {
  readonly store: MemoryStore;
  readonly tables: Tables;
}

export interface OpenBacking {
  readonly open: (parts: {
    readonly nowMs: () => number;
    readonly onChange: (changes: readonly Change[]) => void;
    readonly chances: StoreFaults;
  }) => Backing;
}

const IN_MEMORY: OpenBacking = {
  open: ({ onChange, chances }) => ({
    store: memoryStore(onChange, chances),
    tables: memoryTables(),
  }),
};

export function createCloud(
  seed: number,
  onCommit: OnCommit,
  backing = IN_MEMORY,
  startMs = START_MS,
): Cloud {
  const random = seededRandom(seed);
  const faults = createFaults(random);
  const counts = new Map<string, number>();
  const count = (what: string, times = 1): void =>
    void counts.set(what, (counts.get(what) ?? 0) + times);
  // Functions write to the store, the store tells the streams, the streams invoke functions.
  const time: VirtualTime = virtualTime(startMs, () => invoker.isAwake());
  const invoke: Invoker['invoke'] = (timeoutMs, run) => invoker.invoke(timeoutMs, run);
  const onChange = (changes: readonly Change[]): void => {
    witness.onCommit(changes);
    streams.publish(changes);
    onCommit(changes, asking.current());
  };
  const chances: StoreFaults = {
    stale: () => faults.happens('stale'),
    busy: () => faults.happens('busy'),
    resent: () => faults.happens('resent'),
  };
  const { store, tables } = backing.open({ nowMs: time.now, onChange, chances });
  const scene = () => ({ store, gateway });
  const witness: Witness = createWitness(time.now, tables, scene, store.all());
  const world = { time, random, faults, invoke, onFailure: witness.onFailure };
  const measure = (): void => {};
  const asking = createAsking(world, witness, () => gateway, count);
  const streams = createStreams(world, CONSUMERS);
  const disconnected: Parameters<typeof createGateway>[1] = (player, connection) => {
    void invoke(PRESENCE_TIMEOUT_MS, (ports) => leave(ports, player, connection));
  };
  const gateway: Gateway = createGateway(world, disconnected, witness.onTold);
  const timers = createTimers(world);
  const { hook, heard } = createHookQueue(world, seed);
  const queues: Ports['queues'] = { clock: timers.clock, announce: announcing(world), hook };
  const backend = { ...timers, store, tables, queues, push: gateway.push, random, count, measure };
  const invoker = createInvoker({ time, random, faults, backend, acting: asking.acting });
  every(time, LOOK_MS, witness.look);
  every(time, SWEEP_MS, () => void sweepOnce(world));
  const { ask } = asking;
  return {
    time,
    random,
    faults,
    store,
    tables,
    gateway,
    invoke,
    witness,
    ask,
    counts,
    count,
    heard,
  };
}

const announcing =
  ({ invoke }: StreamWorld): Ports['queues']['announce'] =>
  async (messages) => {
    for (const message of messages) {
      void invoke(BACKGROUND_TIMEOUT_MS, (ports) => announce(ports, message));
    }
  };

async function sweepOnce({ invoke, onFailure }: StreamWorld): Promise<void> {
  const outcome = await invoke(BACKGROUND_TIMEOUT_MS, sweep);
  if (outcome.kind === 'failed') onFailure('sweep', outcome.cause);
}

function every(time: VirtualTime, periodMs: number, run: () => void): void {
  time.at(time.now() + periodMs, () => {
    every(time, periodMs, run);
    run();
  });
}
