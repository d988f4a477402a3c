import type { RatedFault } from './options.ts';
import type { Plan } from './template/plan.ts';

/** What has happened since the start, by deployed names. */
export interface Counters {
  readonly functions: Readonly<Record<string, Readonly<FunctionCount>>>;
  /** Messages about failures by queue. */
  readonly deadLetters: Readonly<Record<string, number>>;
  /** Failures that no queue was told of. */
  readonly lost: number;
  /** How often each fault has struck; those of the database are counted there. */
  readonly faults: Readonly<Record<RatedFault, number>>;
  countInvocation(functionName: string, succeeded: boolean): void;
  countDeadLetter(queue: string | null): void;
  countFault(fault: RatedFault): void;
}

interface FunctionCount {
  invocations: number;
  errors: number;
}

export function createCounters(plan: Plan): Counters {
  const functions = new Map(
    plan.functions.map(({ name }) => [name, { invocations: 0, errors: 0 }]),
  );
  const deadLetters: Record<string, number> = {};
  const faults = { repeatedBatchRate: 0, repeatedMessageRate: 0, goneRate: 0 };
  let lost = 0;
  return {
    functions: Object.fromEntries(functions),
    deadLetters,
    faults,
    get lost() {
      return lost;
    },
    countInvocation(functionName, succeeded) {
      const count = functions.get(functionName);
      if (count === undefined) return;
      count.invocations += 1;
      if (!succeeded) count.errors += 1;
    },
    countDeadLetter(queue) {
      if (queue === null) lost += 1;
      else deadLetters[queue] = (deadLetters[queue] ?? 0) + 1;
    },
    countFault(fault) {
      faults[fault] += 1;
    },
  };
}
