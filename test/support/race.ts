import { expect } from 'vitest';
import type { Ports } from '../../shared/app/ports.ts';
import type { ConnectionId } from '../../shared/core/ids.ts';
import { everyInterleaving } from './interleave.ts';
import { createStage, type Stage } from './stage.ts';

export type Task = (ports: Ports) => Promise<unknown>;

export interface StageRace {
  /** The stage as it stands when the race begins. */
  readonly from: Stage;
  readonly gone?: readonly ConnectionId[];
  /** So many tasks may die anywhere. */
  readonly crashes?: number;
  /** Eventual reads are never stale, to keep the number low; with crashes they never are. */
  readonly fresh?: boolean;
  /** Orders of calls that commute count, too: where time passes with every look at the clock. */
  readonly ticking?: boolean;
  readonly tasks: (stage: Stage) => readonly Task[];
  /** What must hold besides the laws. */
  readonly check: (stage: Stage, results: readonly unknown[]) => void | Promise<void>;
}

/** More would be too many to run them all. */
const INTERLEAVINGS_MAX = 100_000;

/**
 * Runs the tasks on copies of the stage in every interleaving, each eventual read once fresh, once
 * stale; all laws must hold, and nothing may throw. Prints and returns how many there are.
 */
export async function raceOnStage(name: string, race: StageRace): Promise<number> {
  const { from, gone = [], crashes = 0, ticking = false, fresh = crashes > 0 } = race;
  const [entities, earlier] = [from.store.all(), from.store.earlier()];
  const { nowMs } = from.clock;
  const count = await everyInterleaving(
    (choose) => {
      const stale = (): boolean => !fresh && choose(2) === 1;
      const stage = createStage({ entities, earlier, nowMs, gone, ticking, stale });
      return {
        ports: stage.ports,
        tasks: race.tasks(stage),
        check: async (results) => {
          expect(stage.bugs).toEqual([]);
          for (const result of results) expect(result).not.toBeInstanceOf(Error);
          await race.check(stage, results);
        },
      };
    },
    { atMost: INTERLEAVINGS_MAX, crashes, redundant: ticking },
  );
  console.log(`${name}: ${count} interleavings`);
  return count;
}
