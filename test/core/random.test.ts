import { describe, expect, it } from 'vitest';
import { coin, seededRandom } from '../../shared/core/random.ts';

const SEEDS = [0, 1, 2, 3, 41, 42, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1];

describe('seeded randomness', () => {
  it.each(SEEDS)('repeats itself: seed %i', (seed) => {
    const [one, other] = [seededRandom(seed), seededRandom(seed)];

    expect(one.bytes(16)).toEqual(other.bytes(16));
    expect([one.unit(), one.below(1_000)]).toEqual([other.unit(), other.below(1_000)]);
  });

  it('differs between neighbouring seeds', () => {
    const streams = Array.from({ length: 1_000 }, (_, seed) => seededRandom(seed).bytes(8).join());

    expect(new Set(streams).size).toBe(streams.length);
  });

  it.each(SEEDS)('stays in its range and uses all of it: seed %i', (seed) => {
    const random = seededRandom(seed);
    const counts = Array<number>(6).fill(0);
    let heads = 0;
    for (let i = 0; i < 6_000; i++) {
      const unit = random.unit();
      expect(unit).toBeGreaterThanOrEqual(0);
      expect(unit).toBeLessThan(1);
      const face = random.below(6);
      counts[face] = (counts[face] ?? 0) + 1;
      if (coin(random)) heads++;
    }
    // Six standard deviations around 1,000 and around 3,000.
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(174);
    expect(counts).toHaveLength(6);
    expect(Math.abs(heads - 3_000)).toBeLessThan(233);
  });

  it('tosses a coin by the lowest bit of one byte', () => {
    const tossed = (byte: number): boolean => coin({ bytes: () => Uint8Array.of(byte) });

    expect([0, 1, 254, 255].map(tossed)).toEqual([false, true, false, true]);
  });
});
