import type { Commit, Ports } from '../../shared/app/ports.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import type { Faults } from './faults.ts';
import type { VirtualTime } from './virtual-time.ts';

/** `died`: crashed or timed out, wherever it was; nobody knows how far it came. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly cause: unknown }
  | { readonly kind: 'died' };

/** What the invoked functions share: one backend, one clock, one stock of bad luck. */
export interface Platform {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly faults: Faults;
  readonly backend: Omit<Ports, 'now'>;
  /** Called around every effect on the backend, so that changes can be ascribed. */
  readonly acting: (invocation: object, effect: () => unknown) => unknown;
}

export interface Invoker {
  readonly invoke: <T>(
    timeoutMs: number,
    run: (ports: Ports, invocation: object) => Promise<T>,
  ) => Promise<Outcome<T>>;
  /** Whether some invocation runs without waiting for a port. */
  readonly isAwake: () => boolean;
}

/** An infrastructure error, as an SDK throws it. */
export class Throttled extends Error {}

/** Clocks of functions differ by this much to either side (ms), which the freeze allows for. */
export const SKEW_MS = 400;
const CALL_MS = 8;
const SLOW_CALL_MS = 3_000;

/** Runs functions as a cloud does: every call takes time, and any of them may be the last. */
export function createInvoker(platform: Platform): Invoker {
  let awake = 0;
  const invoke: Invoker['invoke'] = (timeoutMs, run) =>
    new Promise((resolve) => {
      const { time, random } = platform;
      const wake = (by: 1 | -1): void => void (awake += by);
      const process = startProcess(platform, time.now() + timeoutMs, wake, () =>
        resolve({ kind: 'died' }),
      );
      const skewMs = Math.round((random.unit() * 2 - 1) * SKEW_MS);
      const ports = portsOf(platform.backend, process.call, () => time.now() + skewMs);
      wake(1);
      run(ports, process).then(
        (value) => process.finish(() => resolve({ kind: 'done', value })),
        (cause: unknown) => process.finish(() => resolve({ kind: 'failed', cause })),
      );
    });
  return { invoke, isAwake: () => awake > 0 };
}

type CallKind = 'commit' | 'push' | 'other';
type Call = <T>(kind: CallKind, effect: () => Promise<T>) => Promise<T>;

interface Process {
  readonly call: Call;
  readonly finish: (answer: () => void) => void;
}

const never = <T>(): Promise<T> => new Promise(() => {});

/** A process that is killed does not throw, which code could catch: its calls never return. */
function startProcess(
  platform: Platform,
  diesAtMs: number,
  wake: (by: 1 | -1) => void,
  onDeath: () => void,
): Process {
  const { time, random, faults } = platform;
  let pending = 0;
  let stored = 0;
  let dead = false;

  const elapse = async (): Promise<void> => {
    const slow = faults.happens('delay');
    const ms = 1 + random.below(slow ? SLOW_CALL_MS : CALL_MS);
    const leftMs = diesAtMs - time.now();
    await time.sleep(Math.min(ms, leftMs));
    if (ms < leftMs || dead) return;
    faults.note('timeout');
    die();
  };
  const die = (): void => {
    dead = true;
    onDeath();
  };

  const acted = <T>(effect: () => Promise<T>): Promise<T> =>
    Promise.resolve(platform.acting(process, effect) as Promise<T>).catch((cause: unknown) => {
      if (--pending === 0) wake(1);
      throw cause;
    });

  const call: Call = async (kind, effect) => {
    if (pending++ === 0) wake(-1);
    await elapse();
    if (!dead && crashesBefore(faults, kind, stored)) die();
    if (dead) return never();
    if (kind === 'commit' && faults.happens('thrown')) {
      if (--pending === 0) wake(1);
      throw new Throttled('throttled');
    }
    // A real store answers later: until then this code is awake and time stands still.
    wake(1);
    const value = await acted(effect).finally(() => wake(-1));
    if (kind === 'commit' && (value as Commit).kind === 'stored') {
      stored++;
      if (faults.happens('crashAfterCommit')) die();
    }
    if (dead) return never();
    if (--pending === 0) wake(1);
    return value;
  };
  const finish = (answer: () => void): void => {
    if (dead) return;
    // Branches that still wait for a port are frozen, as a function is that has answered.
    dead = true;
    if (pending === 0) wake(-1);
    answer();
  };
  const process = { call, finish };
  return process;
}

function crashesBefore(faults: Faults, kind: CallKind, stored: number): boolean {
  if (kind === 'push') return stored > 0 && faults.happens('crashBeforeTelling');
  if (kind !== 'commit') return false;
  return faults.happens(stored > 0 ? 'crashBetweenCommits' : 'crashBeforeCommit');
}

function portsOf(backend: Platform['backend'], call: Call, now: () => number): Ports {
  const { store, tables, queues, schedules, lifecycle, push, random, count, measure } = backend;
  return {
    store: {
      ...wrapped(store, call, 'other'),
      commit: (w) => call('commit', () => store.commit(w)),
    },
    tables: wrapped(tables, call, 'other'),
    queues: wrapped(queues, call, 'other'),
    schedules: wrapped(schedules, call, 'other'),
    lifecycle: wrapped(lifecycle, call, 'other'),
    push: wrapped(push, call, 'push'),
    random,
    now,
    count,
    measure,
  };
}

type Effect = (...args: unknown[]) => Promise<unknown>;

/** The same port, every function of which goes through `call`. */
function wrapped<P extends object>(port: P, call: Call, kind: CallKind): P {
  const entries = Object.entries(port).map(([name, effect]: [string, Effect]) => [
    name,
    (...args: unknown[]) => call(kind, () => effect(...args)),
  ]);
  return Object.fromEntries(entries) as P;
}
