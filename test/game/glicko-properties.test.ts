import fc from 'fast-check';
import rateByOthers from 'glicko2-lite';
import { describe, expect, it } from 'vitest';
import { present } from '../../shared/core/assert.ts';
import {
  CHANGE_MAX,
  DEVIATION_MAX,
  DEVIATION_MIN,
  deviationAt,
  type Encounter,
  GAME_RULES,
  type GameScore,
  POINTS_PER_UNIT,
  RATING_MIN,
  type Rating,
  rateGame,
  ratePeriod,
  VOLATILITY_MAX,
} from '../../shared/game/glicko.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(2_000 * Number(process.env.SEEDS ?? 1));
console.log(`ratings: SEED=${SEED}, ${RUNS} random games a law`);

const NOW_MS = 1_800_000_000_000;
const YEAR_MS = 31_557_600_000;

const decimal = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anyScore = fc.constantFrom<GameScore[]>(1, 0.5, 0);
const anyDeviation = decimal(DEVIATION_MIN, DEVIATION_MAX);

/** Ratings from the floor up to where 700 points more are still a rating; ages up to two years. */
const anyRating: fc.Arbitrary<Rating> = fc.record({
  rating: fc.oneof(decimal(RATING_MIN, 3_299), fc.integer({ min: RATING_MIN, max: 3_299 })),
  deviation: fc.oneof(anyDeviation, fc.constantFrom(DEVIATION_MIN, DEVIATION_MAX)),
  volatility: decimal(0.01, VOLATILITY_MAX),
  games: fc.nat(1_000),
  ratedAtMs: fc.option(fc.integer({ min: NOW_MS - 2 * YEAR_MS, max: NOW_MS })),
});

function everyGame(
  holds: (mine: Rating, theirs: Rating, score: GameScore) => void,
  numRuns = RUNS,
): void {
  fc.assert(fc.property(anyRating, anyRating, anyScore, holds), { seed: SEED, numRuns });
}

const rated = (mine: Rating, theirs: Rating, score: GameScore): Rating => {
  const result = rateGame(mine, theirs, score, NOW_MS);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

const changeOf = (mine: Rating, theirs: Rating, score: GameScore): number =>
  rated(mine, theirs, score).rating - mine.rating;

describe('any rated game', () => {
  it('keeps every limit and counts one more', () => {
    const seen = { floor: 0, change: 0, sure: 0 };
    everyGame((mine, theirs, score) => {
      const after = rated(mine, theirs, score);
      const change = Math.abs(after.rating - mine.rating);
      if (after.rating === RATING_MIN) seen.floor += 1;
      if (Math.abs(change - CHANGE_MAX) < 1e-9) seen.change += 1;
      if (after.deviation === DEVIATION_MIN) seen.sure += 1;

      expect(after.rating).toBeGreaterThanOrEqual(RATING_MIN);
      expect(change).toBeLessThanOrEqual(CHANGE_MAX + 1e-9);
      expect(after.deviation).toBeGreaterThanOrEqual(DEVIATION_MIN);
      expect(after.volatility).toBeLessThanOrEqual(VOLATILITY_MAX);
      expect(after).toMatchObject({ games: mine.games + 1, ratedAtMs: NOW_MS });
    });
    console.log(`ratings: ${JSON.stringify(seen)} at a limit`);
    expect(Math.min(seen.floor, seen.change, seen.sure)).toBeGreaterThan(0);
  });

  it('tells something: no deviation grows by it, whatever the result', () => {
    everyGame((mine, theirs, score) => {
      const { deviation } = rated(mine, theirs, score);

      expect(deviation).toBeLessThanOrEqual(deviationAt(mine, NOW_MS));
      expect(deviation).toBe(rated(mine, theirs, 0.5).deviation);
    });
  });

  it('pays more for more: a win, a draw, a loss', () => {
    everyGame((mine, theirs) => {
      const [win, draw, loss] = ([1, 0.5, 0] as const).map((score) =>
        changeOf(mine, theirs, score),
      );

      expect(win).toBeGreaterThan(0);
      expect(loss).toBeLessThanOrEqual(0);
      expect(win).toBeGreaterThanOrEqual(present(draw, 'a draw'));
      expect(draw).toBeGreaterThanOrEqual(present(loss, 'a loss'));
      // Nearer than a point, doubles may see no change; at the floor nobody falls.
      if (Math.abs(mine.rating - theirs.rating) > 1 && mine.rating > RATING_MIN) {
        expect(Math.sign(draw ?? 0)).toBe(Math.sign(theirs.rating - mine.rating));
      }
    });
  });

  it('pays no less against a stronger opponent', () => {
    fc.assert(
      fc.property(anyRating, anyRating, anyScore, decimal(1, 500), (mine, theirs, score, more) => {
        const stronger = { ...theirs, rating: theirs.rating + more };

        expect(changeOf(mine, stronger, score)).toBeGreaterThanOrEqual(
          changeOf(mine, theirs, score),
        );
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it('moves him more of whom less is known', () => {
    fc.assert(
      fc.property(anyRating, anyRating, anyScore, anyDeviation, (mine, theirs, score, other) => {
        const [low, high] = [mine.deviation, other].sort((a, b) => a - b);
        const [known, unknown] = [low, high].map((deviation) =>
          Math.abs(changeOf({ ...mine, deviation: deviation ?? 0 }, theirs, score)),
        );

        expect(unknown).toBeGreaterThanOrEqual((known ?? 0) - 1e-9);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it('of equals is symmetrical, and a draw of equals changes no rating at all', () => {
    everyGame((mine, theirs) => {
      const equal = { ...theirs, rating: mine.rating };
      const mid = { ...mine, rating: 1_500 };

      expect(rated(mine, equal, 0.5).rating).toBe(mine.rating);
      expect(changeOf(mid, { ...equal, rating: 1_500 }, 1)).toBeCloseTo(
        -changeOf(mid, { ...equal, rating: 1_500 }, 0),
        9,
      );
      expect(rated(mid, mid, 1).volatility).toBe(rated(mid, mid, 0).volatility);
    });
  });

  it('is the same to the last bit again, and whichever of the two is rated first', () => {
    const once: Rating[][] = [];
    everyGame((mine, theirs, score) => {
      once.push([rated(mine, theirs, score), rated(theirs, mine, inverse(score))]);
    });
    const again = once.values();
    everyGame((mine, theirs, score) => {
      const second = rated(theirs, mine, inverse(score));

      expect([rated(mine, theirs, score), second]).toEqual(again.next().value);
    });
    expect(once.length).toBe(RUNS);
  });
});

const inverse = (score: GameScore): GameScore => (score === 1 ? 0 : score === 0 ? 1 : 0.5);

describe('any deviation', () => {
  it('grows with time, the same in one rest as in two', () => {
    const anyRest = fc.integer({ min: 0, max: YEAR_MS });
    fc.assert(
      fc.property(anyRating, anyRest, anyRest, (given, first, second) => {
        const rating = { ...given, ratedAtMs: NOW_MS };
        const [half, whole] = [first, first + second].map((restMs) =>
          deviationAt(rating, NOW_MS + restMs),
        );
        const after = { ...rating, deviation: half ?? 0, ratedAtMs: NOW_MS + first };

        expect(half).toBeGreaterThanOrEqual(rating.deviation);
        expect(whole).toBeGreaterThanOrEqual(half ?? 0);
        expect(deviationAt(after, NOW_MS + first + second)).toBeCloseTo(whole ?? 0, 9);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

/** glicko2-lite 5.0.0 always adds a period of growth, and knows no limits and no time. */
describe('as another program rates it', () => {
  const anyEncounter: fc.Arbitrary<Encounter> = fc.record({
    rating: decimal(RATING_MIN, 3_299),
    deviation: decimal(30, DEVIATION_MAX),
    score: anyScore,
  });
  const byOthers = (player: Rating, games: readonly Encounter[], tau: number) =>
    rateByOthers(
      player.rating,
      player.deviation,
      player.volatility,
      games.map(({ rating, deviation, score }) => [rating, deviation, score]),
      { tau },
    );

  it('any period of one to eight games', () => {
    const anyGames = fc.tuple(anyEncounter, fc.array(anyEncounter, { maxLength: 7 }));
    fc.assert(
      fc.property(anyRating, anyGames, decimal(0.3, 1.2), (player, [one, others], tau) => {
        const expected = byOthers(player, [one, ...others], tau);
        const got = ratePeriod(player, [one, ...others], { ...GAME_RULES, tau, growth: 1 });

        expect(got?.rating).toBeCloseTo(expected.rating, 6);
        expect(got?.deviation).toBeCloseTo(expected.rd, 6);
        expect(got?.volatility).toBeCloseTo(expected.vol, 8);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it('any rated game inside the limits, once that growth is taken back', () => {
    let compared = 0;
    everyGame((mine, theirs, score) => {
      const [player, opponent] = [mine, theirs].map((rating) => ({
        ...rating,
        deviation: deviationAt(rating, NOW_MS),
      })) as [Rating, Rating];
      const other = byOthers(player, [{ ...opponent, score }], GAME_RULES.tau);
      const grown = square(player.deviation) + square(POINTS_PER_UNIT * other.vol);
      const information = 1 / square(other.rd) - 1 / grown;
      const variance = 1 / (1 / square(player.deviation) + information);
      const change = ((other.rating - mine.rating) * variance) / square(other.rd);
      const unlimited =
        Math.abs(change) < CHANGE_MAX &&
        mine.rating + change > RATING_MIN &&
        variance > square(DEVIATION_MIN) &&
        other.vol < VOLATILITY_MAX;
      if (!unlimited) return;
      compared += 1;
      const got = rated(mine, theirs, score);

      expect(got.rating).toBeCloseTo(mine.rating + change, 6);
      expect(got.deviation).toBeCloseTo(Math.sqrt(variance), 6);
      expect(got.volatility).toBeCloseTo(other.vol, 8);
    });
    console.log(`ratings: ${compared} of ${RUNS} games compared with glicko2-lite`);
    expect(compared).toBeGreaterThan(RUNS / 2);
  });
});

const square = (value: number): number => value * value;
