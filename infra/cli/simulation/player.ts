import type { LogEntry } from '../../../shared/arena/log.ts';
import type { Mean } from '../../../shared/arena/performance.ts';
import { BACK_WITHIN_MS } from '../../../shared/arena/row.ts';
import type { Person } from './crowd.ts';

/** `coming`: not yet for the first time; `back`: from a game, and not ready yet. */
export type Doing = 'coming' | 'ready' | 'playing' | 'back' | 'paused';

/** A player in the simulated arena, as he is now. */
export interface Player {
  readonly person: Person;
  doing: Doing;
  /** ms since the start; of his last READY. */
  readySinceMs: number;
  /** When his last game ended; -Infinity: none has. */
  endedAtMs: number;
  log: readonly LogEntry[];
  /** Half points. */
  points: number;
  performance: Mean;
  lastOpponent: Player | null;
  /** His finished games by their number in the arena. */
  numbers: readonly number[];
  readonly pauses: { readonly fromMs: number; readonly untilMs: number }[];
}

export const newPlayer = (person: Person): Player => ({
  person,
  doing: 'coming',
  readySinceMs: 0,
  endedAtMs: Number.NEGATIVE_INFINITY,
  log: [],
  points: 0,
  performance: { sum: 0, count: 0 },
  lastOpponent: null,
  numbers: [],
  pauses: [],
});

/** Whether he takes part: he plays, waits, or has just come back from a game. */
export function isAround({ doing, endedAtMs }: Player, nowMs: number): boolean {
  if (doing === 'back') return nowMs - endedAtMs < BACK_WITHIN_MS;
  return doing === 'ready' || doing === 'playing';
}
