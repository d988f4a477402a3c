import type { Ports } from '../../shared/app/ports.ts';
import { assert, present } from '../../shared/core/assert.ts';
import { type Chooser, createSearch, type Search, type Step } from './search.ts';
import { NOTHING, type Touches, touchesOf } from './touches.ts';
import { settled } from './virtual-time.ts';

/** One world in which several use cases run at once, made anew for every interleaving. */
export interface Race {
  readonly ports: Ports;
  readonly tasks: readonly ((ports: Ports) => Promise<unknown>)[];
  /** What must hold when all have run; gets what each returned, or the error it threw. */
  readonly check: (results: readonly unknown[]) => void | Promise<void>;
}

export interface RaceOptions {
  /** More interleavings than this are too many to be sure of all of them. */
  readonly atMost: number;
  /** So many tasks may die at any of their calls; each then starts once more. */
  readonly crashes?: number;
  /** Runs orders that differ only in calls that commute, too. */
  readonly redundant?: boolean;
}

/**
 * Runs the tasks of a race in every order of their port calls, by depth-first search over the
 * choices, each time in a fresh world; returns how many orders there are. Orders that differ only
 * in calls that commute (both read, or they touch different items) count as one.
 */
export async function everyInterleaving(
  setUp: (choose: Chooser) => Race | Promise<Race>,
  { atMost, crashes = 0, redundant = false }: RaceOptions,
): Promise<number> {
  const search = createSearch(redundant);
  let count = 0;
  do {
    assert(count < atMost, `at most ${atMost} interleavings`);
    search.begin();
    const race = await setUp(search.choose);
    const results = await runOnce(race, search, crashes);
    if (results === 'redundant') continue;
    try {
      await race.check(results);
    } catch (cause) {
      throw new Error(`interleaving ${count + 1}: ${search.path()}`, { cause });
    }
    count++;
  } while (search.next());
  return count;
}

/** A task that runs, or runs again after a death. */
interface Process {
  readonly name: string;
  readonly task: number;
  /** Calls that wait to be let through. */
  readonly gates: Gate[];
  calls: number;
  state: 'running' | 'done' | 'dead';
}

interface Gate extends Step {
  readonly take: () => void;
}

async function runOnce(
  race: Race,
  search: Search,
  crashes: number,
): Promise<unknown[] | 'redundant'> {
  const processes: Process[] = [];
  const results: unknown[] = race.tasks.map(() => undefined);
  let crashesLeft = crashes;

  const start = (task: number): void => {
    const before = processes.filter((one) => one.task === task).length;
    const name = before === 0 ? `${task}` : `${task} again`;
    const process: Process = { name, task, gates: [], calls: 0, state: 'running' };
    processes.push(process);
    const end = (result: unknown): void => {
      process.state = 'done';
      results[task] = result;
    };
    const run = present(race.tasks[task], 'task');
    run(gatedPorts(race.ports, process, crashes > 0)).then(end, end);
  };
  const deathOf = (process: Process): Gate => ({
    ...{ name: `${process.name} dies`, process: process.name, death: true, touches: NOTHING },
    take: () => {
      crashesLeft--;
      process.state = 'dead';
      start(process.task);
    },
  });

  for (const task of race.tasks.keys()) start(task);
  for (;;) {
    await settled(() => processes.some(isAwake));
    const waiting = processes.filter(({ state, gates }) => state !== 'dead' && gates.length > 0);
    if (waiting.length === 0) return results;
    const calls = waiting.flatMap(({ gates }) => gates);
    const step = search.step([...calls, ...(crashesLeft > 0 ? waiting.map(deathOf) : [])]);
    if (step === null) return 'redundant';
    step.take();
  }
}

/** Neither at a gate nor at its end: it waits for something real, as hashing is. */
const isAwake = ({ state, gates }: Process): boolean => state === 'running' && gates.length === 0;

/**
 * Reads and writes of what others see wait at a gate; a dead process's calls never return. Where
 * tasks may die, so do the calls before which it matters to die.
 */
function gatedPorts(ports: Ports, process: Process, mayDie: boolean): Ports {
  const gate = (called: string, touches: Touches): Promise<void> =>
    new Promise((resolve) => {
      const name = `${process.name}.${process.calls++} ${called}`;
      const take = (): void => {
        process.gates.splice(process.gates.indexOf(own), 1);
        resolve();
      };
      const own: Gate = { name, process: process.name, death: false, touches, take };
      process.gates.push(own);
    });
  const { store, tables, queues, push, lifecycle, schedules } = ports;
  const shared = {
    ...ports,
    store: gated(store, gate, touchesOf),
    tables: gated(tables, gate, touchesOf),
  };
  if (!mayDie) return shared;
  return {
    ...shared,
    queues: gated(queues, gate, () => NOTHING),
    push: gated(push, gate, () => NOTHING),
    lifecycle: gated(lifecycle, gate, () => NOTHING),
    schedules: gated(schedules, gate, () => NOTHING),
  };
}

type Call = (...args: unknown[]) => Promise<unknown>;

function gated<P extends object>(
  port: P,
  gate: (called: string, touches: Touches) => Promise<void>,
  touches: typeof touchesOf,
): P {
  const entries = Object.entries(port).map(([name, call]: [string, Call]) => [
    name,
    async (...args: unknown[]) => {
      await gate(name, touches(name, args));
      return call(...args);
    },
  ]);
  return Object.fromEntries(entries) as P;
}
