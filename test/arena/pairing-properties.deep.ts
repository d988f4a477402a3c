import { describe, expect, it } from 'vitest';
import {
  ANY_SIZE,
  bestWorth,
  everyPool,
  expectLegal,
  expectNearlyBest,
  FREE,
  pairsOf,
  TELLING,
  worthOf,
} from './pairing-laws.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(10_000 * Number(process.env.SEEDS ?? 1));
const SAMPLING = { seed: SEED, numRuns: RUNS };
/** Among two hundred more pools have a pair somewhere that the window does not see. */
const SAME_MIN_LARGE = 0.7;
console.log(`pairing, deep: SEED=${SEED}, ${RUNS} random pools`);

describe('pairing, on many pools', () => {
  it('is as good as the best of all matchings without an acceptable distance', () => {
    everyPool(SAMPLING, { ...ANY_SIZE, policy: FREE }, (pool) => {
      const pairing = pairsOf(pool);

      expectLegal(pool, pairing);
      expect(worthOf(pool, pairing)).toEqual(bestWorth(pool));
    });
  });

  it.each(['positions', 'points'] as const)('is nearly always as good, in %s', (closeness) => {
    expectNearlyBest(SAMPLING, { ...TELLING, policy: { closeness } });
  });

  it.each(['positions', 'points'] as const)('of 200 and more is so too, in %s', (closeness) => {
    const large = { minPlayers: 150, maxPlayers: 250, policy: { closeness } };
    expectNearlyBest({ ...SAMPLING, numRuns: Math.ceil(RUNS / 250) }, large, SAME_MIN_LARGE);
  });
});
