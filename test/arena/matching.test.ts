import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestMatching, type Line, type Match } from '../../shared/arena/matching.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(2_000 * Number(process.env.SEEDS ?? 1));
console.log(`matching: SEED=${SEED}, ${RUNS} random lines`);

/** Positions, pairs that must not meet, and how urgent each player is. */
const anyLine = (maxLength: number, forbidden: number): fc.Arbitrary<Line> =>
  fc.nat(maxLength).chain((length) =>
    fc
      .record({
        places: fc.array(fc.nat(30), { minLength: length, maxLength: length }),
        urgencies: fc.array(fc.nat(5), { minLength: length, maxLength: length }),
        chances: fc.array(fc.nat(99), { minLength: length ** 2, maxLength: length ** 2 }),
      })
      .map(({ places, urgencies, chances }) => {
        const line = places.toSorted((a, b) => a - b);
        return {
          length,
          distance: (above, below) =>
            (chances[above * length + below] ?? 0) < forbidden
              ? null
              : (line[below] ?? 0) - (line[above] ?? 0),
          urgency: (place) => urgencies[place] ?? 0,
        };
      }),
  );

/** Players left out, total distance, urgency left out: smaller is better, in this order. */
type Value = readonly [number, number, number];

function worthOf({ length, distance, urgency }: Line, matches: readonly Match[]): Value {
  const paired = new Set(matches.flat());
  const total = matches.reduce((sum, [above, below]) => sum + (distance(above, below) ?? 0), 0);
  const left = Array.from({ length }, (_, place) => place).filter((place) => !paired.has(place));
  return [left.length, total, left.reduce((sum, place) => sum + urgency(place), 0)];
}

const compare = (a: Value, b: Value): number =>
  a.map((part, index) => part - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** The best of all matchings, tried one by one. */
function bestOfAll(line: Line): Value {
  let best: Value = [Number.POSITIVE_INFINITY, 0, 0];
  const tryFrom = (open: readonly number[], matches: readonly Match[]): void => {
    const [above, ...rest] = open;
    if (above === undefined) {
      const value = worthOf(line, matches);
      if (compare(value, best) < 0) best = value;
      return;
    }
    tryFrom(rest, matches);
    for (const below of rest) {
      if (line.distance(above, below) === null) continue;
      const others = rest.filter((place) => place !== below);
      tryFrom(others, [...matches, [above, below]]);
    }
  };
  tryFrom([...Array(line.length).keys()], []);
  return best;
}

const everyLine = (lines: fc.Arbitrary<Line>, runs: number, holds: (line: Line) => void): void =>
  fc.assert(fc.property(lines, holds), { seed: SEED, numRuns: runs });

describe('a matching on a line', () => {
  it('is the best of all for up to nine players, whoever may meet', () => {
    for (const forbidden of [0, 30, 60]) {
      everyLine(anyLine(9, forbidden), Math.ceil(RUNS / 10), (line) => {
        expect(worthOf(line, bestMatching(line))).toEqual(bestOfAll(line));
      });
    }
  });

  it('takes nobody twice and no pair that must not meet', () => {
    everyLine(anyLine(40, 40), RUNS, (line) => {
      const matches = bestMatching(line);
      expect(new Set(matches.flat()).size).toBe(2 * matches.length);
      for (const [above, below] of matches) {
        expect(above).toBeLessThan(below);
        expect(line.distance(above, below)).not.toBeNull();
      }
    });
  });

  it('pairs neighbours where all may meet, and leaves nobody but one of an odd number', () => {
    everyLine(anyLine(40, 0), RUNS, (line) => {
      const [left, total] = worthOf(line, bestMatching(line));
      expect(left).toBe(line.length % 2);
      const from = (skipped: number) =>
        [...Array(line.length).keys()].filter((place) => place !== skipped);
      const neighbours = (places: readonly number[]) =>
        places.reduce(
          (sum, place, index) =>
            index % 2 === 0 ? sum : sum + (line.distance(places[index - 1] ?? 0, place) ?? 0),
          0,
        );
      const skips = line.length % 2 === 0 ? [-1] : [...Array(line.length).keys()];
      expect(total).toBe(Math.min(...skips.map((skipped) => neighbours(from(skipped)))));
    });
  });

  it('gives the same value from the other end', () => {
    everyLine(anyLine(9, 40), RUNS, (line) => {
      const turned: Line = {
        length: line.length,
        distance: (above, below) => line.distance(line.length - 1 - below, line.length - 1 - above),
        urgency: (place) => line.urgency(line.length - 1 - place),
      };
      const value = worthOf(line, bestMatching(line));
      expect(worthOf(turned, bestMatching(turned))).toEqual(value);
    });
  });
});
