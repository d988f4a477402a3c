import type { Cancel, Surroundings } from './surroundings.ts';

/** Runs one thing later, instead of what it was to run before; without one it forgets that. */
export type Alarm = (delayMs?: number, run?: () => void) => void;

export function createAlarm(after: Surroundings['after']): Alarm {
  let cancel: Cancel | undefined;
  return (delayMs = 0, run) => {
    cancel?.();
    cancel = run && after(delayMs, run);
  };
}
