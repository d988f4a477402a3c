import type { Alarms } from '../alarms.ts';
import { createInstance, type LambdaInstance, type RawOutcome } from './lambda-instance.ts';
import type { ThreadParts } from './worker-thread.ts';

/** All execution environments of one function: grown on demand, reused when warm, bounded. */
export interface LambdaPool {
  /** Waits for a free environment when all are busy. */
  run(requestId: string, event: string): Promise<RawOutcome>;
  stop(): Promise<void>;
}

export function createPool(parts: ThreadParts, alarms: Alarms, size: number): LambdaPool {
  const all = new Set<LambdaInstance>();
  const idle: LambdaInstance[] = [];
  const waiting: ((instance: LambdaInstance) => void)[] = [];
  let hasStopped = false;

  function take(): LambdaInstance | Promise<LambdaInstance> {
    // The one used last is the warmest; those that stay below are the first to have crashed idle.
    for (let instance = idle.pop(); instance !== undefined; instance = idle.pop()) {
      if (instance.isAlive()) return instance;
      all.delete(instance);
    }
    return all.size < size ? grow() : new Promise((resolve) => waiting.push(resolve));
  }

  function grow(): LambdaInstance {
    const instance = createInstance(parts, alarms);
    all.add(instance);
    return instance;
  }

  function give(instance: LambdaInstance): void {
    if (!instance.isAlive()) all.delete(instance);
    if (hasStopped) return;
    const next = waiting.shift();
    if (next !== undefined) next(instance.isAlive() ? instance : grow());
    else if (instance.isAlive()) idle.push(instance);
  }

  return {
    async run(requestId, event) {
      const instance = await take();
      const outcome = await instance.run(requestId, event);
      give(instance);
      return outcome;
    },
    async stop() {
      hasStopped = true;
      await Promise.all(Array.from(all, (instance) => instance.stop()));
    },
  };
}
