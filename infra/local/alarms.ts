/** Cancels an alarm; harmless after it rang. */
export type Cancel = () => void;

/** The one clock of the local cloud: everything that waits, waits here. */
export interface Alarms {
  /** Epoch milliseconds. */
  nowMs(): number;
  /** Rings once, after `delayMs` and not before; zero or less is in a later turn of the loop. */
  after(delayMs: number, ring: () => void): Cancel;
  /** Nothing rings any more, not even what is set later. */
  stop(): void;
}

/** `setTimeout` rings at once when asked for more than 2^31 - 1 ms (25 days). */
const TIMER_MAX_MS = 2_147_483_647;

/** Alarms on the clock of this machine. */
export function createAlarms(): Alarms {
  const pending = new Set<{ timer: NodeJS.Timeout }>();
  let stopped = false;
  return {
    nowMs: () => Date.now(),
    after(delayMs, ring) {
      if (stopped) return () => {};
      const dueAtMs = Date.now() + delayMs;
      const entry = { timer: setTimeout(look, boundedDelay(delayMs)) };
      pending.add(entry);
      function look(): void {
        const leftMs = dueAtMs - Date.now();
        // A timer of Node may ring a millisecond early, and a very long one rings in steps.
        if (leftMs > 0) entry.timer = setTimeout(look, boundedDelay(leftMs));
        else if (pending.delete(entry)) ring();
      }
      return () => {
        clearTimeout(entry.timer);
        pending.delete(entry);
      };
    },
    stop() {
      stopped = true;
      for (const { timer } of pending) clearTimeout(timer);
      pending.clear();
    },
  };
}

const boundedDelay = (delayMs: number): number => Math.min(Math.max(delayMs, 0), TIMER_MAX_MS);
