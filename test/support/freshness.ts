import type { Tables } from '../../shared/app/tables.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import type { Change } from './memory-store.ts';

/** Measures how old the published tables of running arenas become. */
export interface Freshness {
  readonly onCommit: (changes: readonly Change[]) => void;
  readonly look: () => Promise<void>;
  /** The longest that a scored game was missing in a published table. */
  readonly longestMs: () => number;
}

export function createFreshness(now: () => number, tables: Tables): Freshness {
  const missing = new Map<ArenaId, number[]>();
  let longestMs = 0;

  const onCommit = (changes: readonly Change[]): void => {
    for (const { before, after } of changes) {
      if (after?.type === 'arena') {
        if (after.state === 'open') missing.set(after.id, missing.get(after.id) ?? []);
        else missing.delete(after.id);
      }
      if (after?.type !== 'row' || before?.type !== 'row') continue;
      const { scoredAtMs } = after;
      if (scoredAtMs !== null && scoredAtMs !== before.scoredAtMs) {
        missing.get(after.arena)?.push(scoredAtMs);
      }
    }
  };
  const look = async (): Promise<void> => {
    for (const [arena, scored] of missing) {
      const readMs = (await tables.head(arena))?.readStartedAtMs ?? 0;
      const still = scored.filter((atMs) => atMs >= readMs);
      missing.set(arena, still);
      longestMs = Math.max(longestMs, now() - Math.min(now(), ...still));
    }
  };
  return { onCommit, look, longestMs: () => longestMs };
}
