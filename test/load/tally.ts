import type { PlayerId } from '../../shared/core/ids.ts';

/** What the bots have done and seen, counted by name. */
export interface Tally {
  readonly counts: Map<string, number>;
  readonly count: (what: string) => void;
  /** When (epoch ms) each silent player has sent his last message. */
  readonly silent: Map<PlayerId, number>;
  /** From a message to its answer (ms), of moves. */
  readonly answersMs: number[];
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    counts,
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    silent: new Map(),
    answersMs: [],
  };
}

/** The counts whose names begin like this, without the beginning; the largest first. */
export function countsOf(counts: ReadonlyMap<string, number>, beginning: string): string {
  const found = [...counts].filter(([name]) => name.startsWith(beginning));
  const texts = found
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name.slice(beginning.length)} ${count}`);
  return texts.length === 0 ? 'none' : texts.join(', ');
}

/** The value below which this share of the sorted numbers lies; 0 of none. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export const sortedNumbers = (numbers: readonly number[]): number[] =>
  [...numbers].sort((a, b) => a - b);
