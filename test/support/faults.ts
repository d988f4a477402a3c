import type { SeededRandom } from '../../shared/core/random.ts';

/** Everything that goes wrong in a simulated cloud, with how often it does, per chance it has. */
export const CHANCES = {
  /** A stream record or a queue message that was worked off comes again. */
  duplicate: 0.03,
  /** A call, a record or a message takes seconds. */
  delay: 0.01,
  /** A transaction conflict. */
  busy: 0.01,
  /** An eventual read that is one version old. */
  stale: 0.1,
  /** The answer to a stored write is lost, and the SDK writes again. */
  resent: 0.01,
  /** An infrastructure error of a write: it throws, nothing is stored. */
  thrown: 0.002,
  crashBeforeCommit: 0.003,
  crashBetweenCommits: 0.01,
  /** Stored, and nobody is told: not even the function itself. */
  crashAfterCommit: 0.003,
  /** After a stored commit, at a message to a player. */
  crashBeforeTelling: 0.005,
  lostPush: 0.01,
  lostRecord: 0.003,
  lostMessage: 0.003,
  lostSchedule: 0.2,
  lostDisconnect: 0.2,
} as const;

/** Faults that follow from the rest of the world and are only counted. */
const COUNTED = ['reordering', 'gone', 'timeout', 'redelivery'] as const;

export type Chance = keyof typeof CHANCES;
export type Fault = Chance | (typeof COUNTED)[number];

export interface Faults {
  /** Whether it happens now; counted when it does. */
  readonly happens: (fault: Chance) => boolean;
  readonly note: (fault: Fault) => void;
  readonly counts: ReadonlyMap<Fault, number>;
}

export function createFaults(random: SeededRandom): Faults {
  const names = [...Object.keys(CHANCES), ...COUNTED] as Fault[];
  const counts = new Map(names.map((name) => [name, 0]));
  const note = (fault: Fault): void => void counts.set(fault, (counts.get(fault) ?? 0) + 1);
  const happens = (fault: Chance): boolean => {
    const now = random.unit() < CHANCES[fault];
    if (now) note(fault);
    return now;
  };
  return { happens, note, counts };
}

/** The sums of several runs. */
export function addCounts(all: readonly ReadonlyMap<Fault, number>[]): Map<Fault, number> {
  const sum = new Map<Fault, number>();
  for (const counts of all) {
    for (const [fault, count] of counts) sum.set(fault, (sum.get(fault) ?? 0) + count);
  }
  return sum;
}

export const countsText = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
