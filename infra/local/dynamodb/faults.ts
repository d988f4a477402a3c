import { seededRandom } from '../../../shared/core/random.ts';

/**
 * - `transactionConflict`: nothing is written, another transaction holds one of the items.
 * - `throttle`: nothing is done, the partition is too hot.
 * - `responseLost`: the write is done, the caller sees an internal error.
 * - `staleRead`: an eventually consistent GetItem or BatchGetItem sees the version before the last
 *   write, if that was less than `STALE_FOR_MS` ago.
 */
export type FaultKind = 'transactionConflict' | 'throttle' | 'responseLost' | 'staleRead';

/** How long a replica may lag here; on AWS it is usually less than a second, too. */
export const STALE_FOR_MS = 1000;

export interface Faults {
  /** Probabilities in 0..1, asked at every chance: change them to switch faults on and off. */
  readonly rates: Record<FaultKind, number>;
  /** How often each was injected. */
  readonly counts: Readonly<Record<FaultKind, number>>;
  /** Decides at one chance, and counts. */
  strikes(kind: FaultKind): boolean;
  /** A number below `limit`, from the same seed. */
  below(limit: number): number;
}

/** Repeatable faults: the same seed and calls give the same ones. Rates not named are 0. */
export function createFaults(seed: number, rates: Partial<Record<FaultKind, number>> = {}): Faults {
  const random = seededRandom(seed);
  const counts = zeros();
  const faults: Faults = {
    rates: { ...zeros(), ...rates },
    counts,
    strikes(kind) {
      // A rate of zero draws nothing, so that switching one kind off leaves the others alone.
      const isStruck = faults.rates[kind] > 0 && random.unit() < faults.rates[kind];
      if (isStruck) counts[kind] += 1;
      return isStruck;
    },
    below: random.below,
  };
  return faults;
}

const zeros = (): Record<FaultKind, number> => ({
  transactionConflict: 0,
  throttle: 0,
  responseLost: 0,
  staleRead: 0,
});
