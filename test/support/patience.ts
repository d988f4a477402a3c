import { type Arena, isPairing } from '../../shared/arena/arena.ts';
import { isPresent, type Row } from '../../shared/arena/row.ts';
import type { Change } from './memory-store.ts';

/** Measures how long players wait in vain: ready and there, while pairing is open. */
export interface Patience {
  readonly onCommit: (changes: readonly Change[]) => void;
  /** Looks at the present moment; leases lapse without a commit. */
  readonly look: () => void;
  /** The longest wait of a player whom several pairings of others have passed by. */
  readonly longestMs: () => number;
}

/** Once or twice he may have been the odd one, or free with his last opponent only. */
const PASSED_BY = 4;
/** Of so many who are ready two may always meet. */
const SURELY_PAIRABLE = 3;

interface Wait {
  readonly arena: string;
  readonly sinceMs: number;
  passedBy: number;
}

export function createPatience(now: () => number): Patience {
  const arenas = new Map<string, Arena>();
  const rows = new Map<string, Row>();
  const waits = new Map<string, Wait>();
  let longestMs = 0;

  const look = (): void => {
    const waiting = new Map<string, number>();
    for (const [key, row] of rows) {
      const arena = arenas.get(row.arena);
      const waitsNow = isPresent(row, now()) && row.connection !== null;
      if (arena === undefined || !isPairing(arena, now()) || !waitsNow) waits.delete(key);
      else {
        waits.set(key, waits.get(key) ?? { arena: arena.id, sinceMs: now(), passedBy: 0 });
        waiting.set(arena.id, (waiting.get(arena.id) ?? 0) + 1);
      }
    }
    for (const { arena, sinceMs, passedBy } of waits.values()) {
      const inVain = passedBy >= PASSED_BY || (waiting.get(arena) ?? 0) >= SURELY_PAIRABLE;
      if (inVain) longestMs = Math.max(longestMs, now() - sinceMs);
    }
  };
  const onCommit = (changes: readonly Change[]): void => {
    for (const { before, after } of changes) {
      if (after?.type === 'arena') arenas.set(after.id, after);
      if (after?.type === 'row') rows.set(`${after.arena} ${after.player}`, after);
      if (after?.type === 'row' && after.state === 'play')
        waits.delete(`${after.arena} ${after.player}`);
      if (before !== null || after?.type !== 'game') continue;
      for (const wait of waits.values()) if (wait.arena === after.arena) wait.passedBy++;
    }
  };
  return { onCommit, look, longestMs: () => longestMs };
}
