import { describe, expect, it } from 'vitest';
import {
  ANY_SIZE,
  bestWorth,
  everyPool,
  expectLegal,
  expectLongestWaiting,
  expectNearlyBest,
  expectNobodyLeft,
  FREE,
  lowerBound,
  pairsOf,
  TELLING,
  worthOf,
} from './pairing-laws.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(200 * Number(process.env.SEEDS ?? 1));
const SAMPLING = { seed: SEED, numRuns: RUNS };
console.log(`pairing: SEED=${SEED}, ${RUNS} random pools`);

describe.each([
  ['by positions', {}],
  ['by points', { closeness: 'points' }],
  ['by the organiser', { reach: 0.03 }],
  ['without a distance', FREE],
] as const)('pairing where closeness is %s', (_, policy) => {
  const kind = { ...ANY_SIZE, policy };

  it('is a matching without forbidden pairs, and nobody waits who could be paired', () => {
    everyPool(SAMPLING, kind, (pool) => {
      const pairing = pairsOf(pool);

      expectLegal(pool, pairing);
      expectNobodyLeft(pool, pairing);
    });
  });

  it('pairs the longest waiting of those who could take the same place', () => {
    everyPool(SAMPLING, kind, (pool) => expectLongestWaiting(pool, pairsOf(pool)));
  });

  it('depends on who waits, not on the order in which they are listed', () => {
    everyPool(SAMPLING, kind, (pool) => {
      const reversed = { ...pool, tickets: [...pool.tickets].reverse() };

      expect(worthOf(pool, pairsOf(reversed))).toEqual(worthOf(pool, pairsOf(pool)));
    });
  });
});

describe('pairing without an acceptable distance', () => {
  it('is as good as the best of all matchings', () => {
    everyPool(SAMPLING, { ...ANY_SIZE, policy: FREE }, (pool) => {
      expect(worthOf(pool, pairsOf(pool))).toEqual(bestWorth(pool));
    });
  });

  it('is never below the gaps that every pairing bridges, and meets them without rematches', () => {
    everyPool(SAMPLING, { ...ANY_SIZE, policy: FREE }, (pool) => {
      const { pairs, total } = worthOf(pool, pairsOf(pool));
      const isFull = pairs === Math.floor(pool.tickets.length / 2);
      const strangers = pool.tickets.map((ticket) => ({ ...ticket, lastOpponent: null }));

      if (isFull) expect(total).toBeGreaterThanOrEqual(lowerBound(pool));
      expect(worthOf(pool, pairsOf({ ...pool, tickets: strangers }))).toEqual({
        pairs: Math.floor(strangers.length / 2),
        total: lowerBound(pool),
      });
    });
  });
});

describe('pairing with an acceptable distance', () => {
  it.each(['positions', 'points'] as const)(
    'is nearly always as good as the best of all matchings, measured in %s',
    (closeness) => {
      expectNearlyBest(SAMPLING, { ...TELLING, policy: { closeness } });
    },
  );
});
