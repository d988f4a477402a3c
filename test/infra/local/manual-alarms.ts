import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Alarms } from '../../../infra/local/alarms.ts';

/** A clock that a test moves. */
export interface ManualAlarms extends Alarms {
  /** Rings everything due in the next `ms`, in order, and lets what it starts settle. */
  advance(ms: number): Promise<void>;
}

export function createManualAlarms(startMs = 1_000_000): ManualAlarms {
  let nowMs = startMs;
  const pending = new Set<{ readonly dueAtMs: number; readonly ring: () => void }>();
  const nextDue = (untilMs: number) =>
    [...pending].filter((a) => a.dueAtMs <= untilMs).sort((a, b) => a.dueAtMs - b.dueAtMs)[0];
  return {
    nowMs: () => nowMs,
    after(delayMs, ring) {
      const alarm = { dueAtMs: nowMs + Math.max(0, delayMs), ring };
      pending.add(alarm);
      return () => pending.delete(alarm);
    },
    stop: () => pending.clear(),
    async advance(ms) {
      const untilMs = nowMs + ms;
      await nextTurn();
      for (let alarm = nextDue(untilMs); alarm !== undefined; alarm = nextDue(untilMs)) {
        pending.delete(alarm);
        nowMs = Math.max(nowMs, alarm.dueAtMs);
        alarm.ring();
        await nextTurn();
      }
      nowMs = untilMs;
    },
  };
}
