import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMeans, rollingPerformanceOf } from '../../shared/arena/performance.ts';
import { buildSheet, countedGames } from '../../shared/arena/sheet.ts';
import { ENDS_AT_MS, entries, entry, performanceOf, SHIELD } from './sheets.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
console.log(`performances: SEED=${SEED}`);

const { log } = buildSheet(SHIELD, entries('W D80 L D80 D10 W1n L0n W80b'));

describe('a performance', () => {
  it('looks at results alone: zeroed draws, no-shows, fires and berserks as any other', () => {
    // Eight opponents of 1500, three wins and two losses.
    expect(performanceOf(log)).toEqual({ sum: 8 * 1_500 + 500, count: 8 });
  });

  it('leaves out games that do not count', () => {
    const late = buildSheet(SHIELD, [...entries('D'), entry('W', { endedAtMs: ENDS_AT_MS + 1 })]);

    expect(performanceOf(countedGames(late))).toEqual({ sum: 1_500, count: 1 });
    expect(rollingPerformanceOf(countedGames(late))).toBe(1_500);
  });

  it('does not exist without a game', () => {
    expect(performanceOf([])).toEqual({ sum: 0, count: 0 });
    expect(rollingPerformanceOf([])).toBeNull();
  });

  it('that rolls depends on the order of the games; the exact one does not', () => {
    const log = [1_500, 1_501, 1_500, 1_501].map((opponentRating) =>
      entry('D', { opponentRating }),
    );
    const [there, back] = [log, log.toReversed()];

    // 1500, 1500.5 up, 1500.67, 1501 and 1501, 1500.5 up, 1501, 1500.75.
    expect(rollingPerformanceOf(there.slice(0, 2))).toBe(1_501);
    expect(rollingPerformanceOf(there)).toBe(1_501);
    expect(performanceOf(there)).toEqual(performanceOf(back));
  });

  it('lichess-org/lila#4015: counts a draw as a draw', () => {
    const drawn = buildSheet(SHIELD, entries('D80 D40'));

    expect(drawn.scores.map(({ points }) => points)).toEqual([2, 0]);
    expect(performanceOf(countedGames(drawn))).toEqual({ sum: 3_000, count: 2 });
  });
});

describe('performances', () => {
  it('are compared like exact fractions, however large', () => {
    const fraction = fc.record({
      sum: fc.integer({ min: -500_000, max: 4_500_000 }),
      count: fc.integer({ min: 1, max: 1_000 }),
    });
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        const difference = BigInt(b.sum) * BigInt(a.count) - BigInt(a.sum) * BigInt(b.count);
        expect(BigInt(compareMeans(a, b))).toBe(difference);
      }),
      { seed: SEED, numRuns: 1_000 },
    );
  });

  it('are compared exactly, also where their rounded values are equal', () => {
    const thirds = { sum: 4_501, count: 3 };
    const sevenths = { sum: 10_502, count: 7 };

    expect(Math.round(4_501 / 3)).toBe(Math.round(10_502 / 7));
    expect(compareMeans(thirds, sevenths)).toBeLessThan(0);
    expect(compareMeans({ sum: 3_000, count: 2 }, { sum: 1_500, count: 1 })).toBe(0);
  });

  it('come before none, however bad they are, and two that do not exist are equal', () => {
    const none = { sum: 0, count: 0 };

    expect(compareMeans({ sum: -500, count: 1 }, none)).toBeLessThan(0);
    expect(compareMeans(none, { sum: -500, count: 1 })).toBeGreaterThan(0);
    expect(compareMeans(none, none)).toBe(0);
  });
});
