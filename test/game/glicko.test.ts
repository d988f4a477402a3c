import { describe, expect, it } from 'vitest';
import { present } from '../../shared/core/assert.ts';
import {
  deviationAt,
  displayed,
  type Encounter,
  GAME_RULES,
  type GameScore,
  isProvisional,
  NEW_RATING,
  PERIODS_PER_DAY,
  type Rating,
  rateGame,
  ratePeriod,
  type Strength,
} from '../../shared/game/glicko.ts';
import { type RatingVector, ratingVectors } from './glicko-vectors.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.25;
const NOW_MS = 1_800_000_000_000;

const [played, rested] = [true, false].map((has) =>
  ratingVectors.filter(({ encounters }) => encounters.length > 0 === has),
);
/** Vectors of one game rated as we rate it. */
const games = present(played, 'vectors').filter(({ tau, periods }) => tau === 0.75 && !periods);
console.log(`rating vectors: ${ratingVectors.length}, ${games.length} of them single games`);

const rating = (given: Partial<Rating>): Rating => ({
  ...NEW_RATING,
  games: 20,
  ratedAtMs: NOW_MS,
  ...given,
});

const rated = (mine: Rating, theirs: Rating, score: GameScore, atMs = NOW_MS): Rating => {
  const result = rateGame(mine, theirs, score, atMs);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

/** The tolerance of the root: two right programs may differ by so much in the volatility. */
function expectStrength(got: Strength | null, { rating, deviation, volatility }: Strength): void {
  expect(got?.rating).toBeCloseTo(rating, 8);
  expect(got?.deviation).toBeCloseTo(deviation, 8);
  expect(got?.volatility).toBeCloseTo(volatility, 8);
}

const first = ({ encounters }: RatingVector): Encounter => present(encounters[0], 'a game');

describe('the vectors of Glicko-2', () => {
  it('are all there', () => {
    expect([played?.length, rested?.length, games.length]).toEqual([28, 1, 27]);
  });

  it.each(played ?? [])('$name', ({ before, encounters, tau, periods, after }) => {
    const [one, ...others] = encounters;
    const rules = { ...GAME_RULES, tau, growth: periods };

    expectStrength(ratePeriod(before, [present(one, 'a game'), ...others], rules), after);
  });

  it.each(games)('$name, as a rated game', (vector) => {
    const opponent = { ...first(vector), volatility: 0.06, ratedAtMs: NOW_MS, games: 5 };

    expectStrength(rated(rating(vector.before), opponent, first(vector).score), vector.after);
  });

  it.each(rested ?? [])('$name', ({ before, periods, after }) => {
    const days = periods / PERIODS_PER_DAY;

    expect(days).toBeCloseTo(YEAR_DAYS, 4);
    expect(deviationAt(rating(before), NOW_MS + days * DAY_MS)).toBeCloseTo(after.deviation, 9);
  });

  it('the worked example of the paper, whose 1464.06 is rounded on the way', () => {
    const before = { rating: 1500, deviation: 200, volatility: 0.06 };
    const after = ratePeriod(
      before,
      [
        { rating: 1400, deviation: 30, score: 1 },
        { rating: 1550, deviation: 100, score: 0 },
        { rating: 1700, deviation: 300, score: 0 },
      ],
      { tau: 0.5, growth: 1, stepsMax: 1_000 },
    );

    expect(Math.abs((after?.rating ?? 0) - 1464.0507)).toBeLessThan(0.001);
    expect(Math.abs((after?.deviation ?? 0) - 151.5165)).toBeLessThan(0.001);
    expect(Math.abs((after?.volatility ?? 0) - 0.059996)).toBeLessThan(0.000001);
  });
});

describe('a rated game', () => {
  it('of two new players', () => {
    const [winner, loser] = ([1, 0] as const).map((score) =>
      rateGame(NEW_RATING, NEW_RATING, score, NOW_MS),
    );

    expect(winner).toMatchObject({ ok: true, value: { games: 1, ratedAtMs: NOW_MS } });
    expect([winner, loser].map((one) => (one?.ok ? displayed(one.value) : null))).toEqual([
      ...[1741, 1258],
    ]);
  });

  it('makes a new player known: deviations against equals whose own is 60', () => {
    const opponent = rating({ deviation: 60, volatility: 0.06 });
    const deviations = [NEW_RATING];
    for (let played = 1; played <= 80; played++) {
      deviations.push(rated(present(deviations.at(-1), 'a rating'), opponent, 0.5));
    }
    const after = [1, 2, 5, 9, 10, 20, 50, 80].map((count) => deviations[count]);

    expect(after.map((one) => one && Math.round(one.deviation))).toEqual([
      ...[289, 224, 151, 115, 109, 78, 50, 45],
    ]);
    expect(after.map((one) => one && isProvisional(one, NOW_MS))).toEqual([
      ...[true, true, true, true, false, false, false, false],
    ]);
    expect(deviations.at(-1)).toMatchObject({ rating: 1500, games: 80 });
  });

  it('weighs the time since the last game of both', () => {
    const long = NOW_MS - 1_000 * DAY_MS;
    const [mine, theirs] = [rating({ deviation: 60 }), rating({ deviation: 60, rating: 1600 })];
    const gain = (a: Rating, b: Rating) => rated(a, b, 1).rating - a.rating;
    const away = { ...theirs, ratedAtMs: long };

    expect(gain({ ...mine, ratedAtMs: long }, theirs)).toBeGreaterThan(10 * gain(mine, theirs));
    expect(gain(mine, away)).toBe(gain(mine, { ...theirs, deviation: deviationAt(away, NOW_MS) }));
    expect(gain(mine, away)).not.toBe(gain(mine, theirs));
  });

  it('that comes late, after a later one, takes no time back', () => {
    const mine = rating({ deviation: 60 });
    const late = rated(mine, mine, 1, NOW_MS - DAY_MS);

    expect(late).toEqual(rated(mine, mine, 1));
    expect(late.ratedAtMs).toBe(NOW_MS);
  });
});

describe('the limits of a rated game', () => {
  it('700 points up, 700 points down', () => {
    const [weak, strong] = [rating({ rating: 1200 }), rating({ rating: 3000, deviation: 45 })];
    const [falling, low] = [rating({ rating: 2500 }), rating({ rating: 800, deviation: 45 })];

    expect(rated(weak, strong, 1).rating).toBe(1900);
    expect(rated(falling, low, 0).rating).toBe(1800);
  });

  it('a floor of 400', () => {
    expect(rated(rating({ rating: 405 }), rating({ rating: 420 }), 0).rating).toBe(400);
  });

  it('a deviation from 45 to 500, also of an opponent who was away for a lifetime', () => {
    const ages = 100 * YEAR_DAYS * DAY_MS;
    const sure = rating({ deviation: 45 });

    expect(rated(sure, sure, 1).deviation).toBe(45);
    expect(deviationAt(rating({ deviation: 10, ratedAtMs: null }), NOW_MS)).toBe(45);
    expect(deviationAt(sure, NOW_MS + ages)).toBe(500);
    expect(rated(rating({}), sure, 1, NOW_MS + ages)).toEqual({
      ...rated(rating({}), rating({ deviation: 500 }), 1),
      ratedAtMs: NOW_MS + ages,
    });
  });

  it('a volatility of 0.1', () => {
    const surprised = rating({ rating: 1000, deviation: 45, volatility: 0.0999999 });
    const other = rating({ rating: 2500, deviation: 45 });
    const free = ratePeriod(surprised, [{ ...other, score: 1 }], GAME_RULES);

    expect(free?.volatility).toBeGreaterThan(0.1);
    expect(rated(surprised, other, 1).volatility).toBe(0.1);
  });

  it.each([
    ['a rating that would reach 4000', 'outOfRange', { rating: 3990 }, {}],
    ['a volatility beyond all bounds', 'outOfRange', { volatility: 0.21 }, {}],
    ['no volatility', 'noVolatility', { volatility: 0 }, {}],
    ['a rating that is no number', 'noVolatility', { rating: Number.NaN }, {}],
    ['a deviation that is no number', 'noVolatility', { deviation: Number.NaN }, {}],
    ['an opponent whose rating is no number', 'noVolatility', {}, { rating: Number.NaN }],
    ['an opponent beyond all numbers', 'noVolatility', {}, { rating: Number.POSITIVE_INFINITY }],
  ])('%s is %s: it changes nothing', (_, error, mine, theirs) => {
    const opponent = rating({ rating: 3900, ...theirs });

    expect(rateGame(rating(mine), opponent, 1, NOW_MS)).toEqual({ ok: false, error });
  });

  it('4000 is out of range, a little less is not', () => {
    // A win of equals as sure as can be is worth 5.7 points.
    const sure = [3994, 3995].map((given) => rating({ rating: given, deviation: 45 }));

    expect(sure.map((one) => rateGame(one, one, 1, NOW_MS).ok)).toEqual([true, false]);
  });

  it('a volatility that is not found in so many steps is none', () => {
    const encounter: Encounter = { rating: 1550, deviation: 110, score: 1 };
    const mine = rating({ deviation: 79, volatility: 0.06 });
    const found = [0, 1, 2, 3, 4].map(
      (stepsMax) => ratePeriod(mine, [encounter], { ...GAME_RULES, stepsMax }) !== null,
    );
    const impatient = { ...GAME_RULES, stepsMax: 2 };

    expect(found).toEqual([false, false, false, true, true]);
    expect(rateGame(mine, rating(encounter), 1, NOW_MS, impatient)).toEqual({
      ...{ ok: false, error: 'noVolatility' },
    });
  });
});

describe('a rating', () => {
  it('loses its certainty with time: 60 becomes 110.03 in a year at a volatility of 0.06', () => {
    const known = rating({ deviation: 60, volatility: 0.06 });
    const at = (days: number) => NOW_MS + days * DAY_MS;

    expect(deviationAt(known, at(0))).toBe(60);
    expect(deviationAt(known, at(YEAR_DAYS))).toBeCloseTo(110.03, 2);
    expect([364, 365].map((days) => isProvisional(known, at(days)))).toEqual([false, true]);
  });

  it('is provisional from a deviation of 110 on', () => {
    const known = [109.999, 110].map((deviation) => rating({ deviation }));

    expect(known.map((one) => isProvisional(one, NOW_MS))).toEqual([false, true]);
  });

  it('of nobody yet is as uncertain at any time', () => {
    expect([0, NOW_MS].map((atMs) => deviationAt(NEW_RATING, atMs))).toEqual([500, 500]);
    expect(deviationAt({ ...NEW_RATING, deviation: 80 }, NOW_MS)).toBe(80);
  });

  it('is shown truncated', () => {
    expect([1500, 1499.999_999, 1500.999].map((one) => displayed(rating({ rating: one })))).toEqual(
      [1500, 1499, 1500],
    );
  });
});
