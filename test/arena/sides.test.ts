import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSide, type SideHistory, surplusOf, whoRepeats } from '../../shared/arena/sides.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { anySides, historyOf } from './any-sides.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(2_000 * Number(process.env.SEEDS ?? 1));
console.log(`sides: SEED=${SEED}, ${RUNS} random pairs`);

const everyTwo = (holds: (a: SideHistory, b: SideHistory) => void): void =>
  fc.assert(fc.property(anySides, anySides, holds), { seed: SEED, numRuns: RUNS });

describe('who repeats his last side', () => {
  it.each([
    ['nobody where sides differ', '1', '2', null],
    ['nobody beside a newcomer', '1', '', null],
    ['nobody of two newcomers', '', '', null],
    ['the shorter run', '11', '1', '1'],
    ['the shorter run, whatever the surplus', '2211', '1121', '1121'],
    ['then the smaller surplus', '1211', '2211', '2211'],
    ['the smaller surplus of the second side', '2122', '1122', '1122'],
  ] as const)('is %s', (_, a, b, expected) => {
    const repeats = expected === null ? null : historyOf(expected);

    expect(whoRepeats(historyOf(a), historyOf(b))).toEqual(repeats);
    expect(whoRepeats(historyOf(b), historyOf(a))).toEqual(repeats);
  });

  it('is the one to whom his last side is given, and only where somebody gets it', () => {
    everyTwo((a, b) => {
      const given = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
        chooseSide(a, b, 'balance', seededRandom(seed)),
      );
      const repeating = given.map((side) =>
        side === a.last ? a : side !== b.last && b.last !== null ? b : null,
      );
      const repeats = whoRepeats(a, b);

      // One of two alike, whichever the coin says.
      for (const one of repeating) expect(one).toEqual(repeats);
    });
  });

  it('is the same seen from either side', () => {
    everyTwo((a, b) => {
      expect(whoRepeats(a, b)).toEqual(whoRepeats(b, a));
    });
  });
});

describe('the surplus of the last side', () => {
  it.each([
    ['', 0],
    ['1', 1],
    ['2', 1],
    ['12', 0],
    ['21', 0],
    ['221', -1],
    ['112', -1],
    ['2222111', -1],
    ['12111', 3],
  ])('of "%s" is %i', (sides, surplus) => {
    // Either zero is none.
    expect(surplusOf(historyOf(sides)) + 0).toBe(surplus);
  });
});
