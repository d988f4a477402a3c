import { randomUUID } from 'node:crypto';
import { present } from '../../../shared/core/assert.ts';
import { ok, type Result } from '../../../shared/core/result.ts';
import type { Alarms } from '../alarms.ts';
import type { FunctionPlan } from '../template/plan.ts';
import { functionEnvironment } from './function-environment.ts';
import { createPool } from './lambda-pool.ts';
import type { FunctionError } from './messages.ts';

/** The answer of a function as plain JSON values, or the error it ended with. */
export type Outcome = Result<unknown, FunctionError>;

/** All functions of the template, by name. */
export interface LambdaRuntime {
  has(functionName: string): boolean;
  plan(functionName: string): FunctionPlan;
  /** Runs once; never rejects, and never settles once `stop` was called. The event must be JSON. */
  invoke(functionName: string, event: unknown): Promise<Outcome>;
  /** How many events of one function can run at the same time. */
  concurrency(functionName: string): number;
  /** Ends all threads in the middle of whatever they do. */
  stop(): Promise<void>;
}

export interface LambdaParts {
  readonly functions: readonly FunctionPlan[];
  readonly awsUrl: string;
  readonly alarms: Alarms;
  /** Threads of one function. */
  readonly poolSize: (functionName: string) => number;
  readonly onLine: (functionName: string, line: string) => void;
  readonly onOutcome: (functionName: string, outcome: Result<string, FunctionError>) => void;
}

const NEVER = new Promise<never>(() => {});

export function createLambdaRuntime(parts: LambdaParts): LambdaRuntime {
  const functions = new Map(
    parts.functions.map((plan) => {
      const environment = functionEnvironment(plan, parts.awsUrl);
      const onLine = (line: string) => parts.onLine(plan.name, line);
      const pool = createPool(
        { plan, environment, onLine },
        parts.alarms,
        parts.poolSize(plan.name),
      );
      return [plan.name, { plan, pool }] as const;
    }),
  );
  let hasStopped = false;
  const named = (name: string) => present(functions.get(name), `function ${name}`);
  return {
    has: (name) => functions.has(name),
    plan: (name) => named(name).plan,
    async invoke(name, event) {
      if (hasStopped) return NEVER;
      const outcome = await named(name).pool.run(randomUUID(), JSON.stringify(event));
      // Threads that are cut off fail, but nobody may retry or bury what they were doing.
      if (hasStopped) return NEVER;
      parts.onOutcome(name, outcome);
      return outcome.ok ? ok(JSON.parse(outcome.value)) : outcome;
    },
    concurrency: parts.poolSize,
    async stop() {
      hasStopped = true;
      await Promise.all(Array.from(functions.values(), ({ pool }) => pool.stop()));
    },
  };
}
