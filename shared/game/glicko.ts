import { err, ok, type Result } from '../core/result.ts';

/**
 * Strength as Glicko-2 knows it: rating and deviation in points, volatility in units of
 * `POINTS_PER_UNIT` points per square root of a period.
 */
export interface Strength {
  readonly rating: number;
  /** One standard deviation of what is not known about the rating. */
  readonly deviation: number;
  readonly volatility: number;
}

/** The strength of a player at one kind of game, as of his last rated game. */
export interface Rating extends Strength {
  /** Rated games so far. */
  readonly games: number;
  /** Epoch ms of the last one; null: none yet. */
  readonly ratedAtMs: number | null;
}

/** An opponent as of the game, and what was scored against him. */
export interface Encounter {
  readonly rating: number;
  readonly deviation: number;
  readonly score: GameScore;
}

export type GameScore = 1 | 0.5 | 0;

/** How a period is rated. */
export interface PeriodRules {
  /** How fast volatilities change. */
  readonly tau: number;
  /** Periods of growth of the deviation after the games, step 6 of the paper; 1 there. */
  readonly growth: number;
  /** Steps in which the new volatility must be found. */
  readonly stepsMax: number;
}

/** Why a game leaves a rating as it was. */
export type RatingFailure = 'noVolatility' | 'outOfRange';

/** Points per unit of the Glicko-2 scale, 400 / ln 10 (Glickman, Example of Glicko-2, step 2). */
export const POINTS_PER_UNIT = 173.7178;

/** Of somebody who has never played a rated game (lichess, scalachess `rating`). */
export const NEW_RATING: Rating = {
  rating: 1500,
  deviation: 500,
  volatility: 0.09,
  games: 0,
  ratedAtMs: null,
};

/** Of somebody who has no rated game here, but may be known from elsewhere. */
export const newRating = (rating: number): Rating => ({ ...NEW_RATING, rating });

/**
 * One game is one period whose growth is left to the time between games (lichess, scalachess
 * `rating`): called once per game, step 6 would keep every deviation above 60 points for ever.
 */
export const GAME_RULES: PeriodRules = { tau: 0.75, growth: 0, stepsMax: 1_000 };

/** In ln(volatility²) (Glickman, step 5). */
export const VOLATILITY_TOLERANCE = 1e-6;

/** At volatility 0.06 a deviation of 60 becomes 110 in a year (lila `modules/rating`). */
export const PERIODS_PER_DAY = 0.21436;

/** Limits in points; of the volatility in its own unit (lila `modules/rating`). */
export const DEVIATION_MIN = 45;
export const DEVIATION_MAX = 500;
export const VOLATILITY_MAX = 0.1;
export const RATING_MIN = 400;
export const CHANGE_MAX = 700;

/** A deviation in points from which on a rating is shown with a question mark (lila). */
export const PROVISIONAL_DEVIATION = 110;

/** A deviation in points up to which a rating is listed among the best (lila). */
export const SETTLED_DEVIATION = 75;

/** All three lie between 0 and these, or the game changes nothing (lila resets the rating). */
const SANE_BELOW = { rating: 4000, deviation: 1000, volatility: 0.2 };

const MS_PER_DAY = 86_400_000;

/**
 * The rating after one rated game that ended at `atMs`, as lichess rates it: no regulator, no
 * advantage of a side. Both ratings are those before the game. An error says why the game changes
 * nothing, the count of games included.
 */
export function rateGame(
  mine: Rating,
  theirs: Rating,
  score: GameScore,
  atMs: number,
  rules: PeriodRules = GAME_RULES,
): Result<Rating, RatingFailure> {
  const before = { ...mine, deviation: deviationAt(mine, atMs) };
  const opponent = { rating: theirs.rating, deviation: deviationAt(theirs, atMs), score };
  const rated = ratePeriod(before, [opponent], rules);
  if (rated === null) return err('noVolatility');
  const rating = clamp(rated.rating, mine.rating - CHANGE_MAX, mine.rating + CHANGE_MAX);
  if (!isSane({ ...rated, rating })) return err('outOfRange');
  return ok({
    rating: Math.max(rating, RATING_MIN),
    deviation: clamp(rated.deviation, DEVIATION_MIN, DEVIATION_MAX),
    volatility: Math.min(rated.volatility, VOLATILITY_MAX),
    games: mine.games + 1,
    ratedAtMs: Math.max(atMs, mine.ratedAtMs ?? atMs),
  });
}

/** The deviation in points at an instant: it grows with the time since the last rated game. */
export function deviationAt({ deviation, volatility, ratedAtMs }: Rating, atMs: number): number {
  const idleMs = Math.max(0, atMs - (ratedAtMs ?? atMs));
  const growth = (idleMs / MS_PER_DAY) * PERIODS_PER_DAY * square(POINTS_PER_UNIT * volatility);
  return clamp(Math.sqrt(square(deviation) + growth), DEVIATION_MIN, DEVIATION_MAX);
}

/** Whether too little is known, at this instant, for the rating to be shown without a doubt. */
export const isProvisional = (rating: Rating, atMs: number): boolean =>
  deviationAt(rating, atMs) >= PROVISIONAL_DEVIATION;

/** Whether enough was known after the last rated game for a place among the best. */
export const isSettled = ({ deviation }: Rating): boolean => deviation <= SETTLED_DEVIATION;

/** The rating as people see it: truncated, never rounded (lila). */
export const displayed = ({ rating }: Rating): number => Math.trunc(rating);

/**
 * The strength after a period with these games (Glickman, Example of the Glicko-2 system, steps 2
 * to 8), without any limit; null when no volatility is found in time.
 */
export function ratePeriod(
  player: Strength,
  games: readonly [Encounter, ...Encounter[]],
  rules: PeriodRules,
): Strength | null {
  let [information, surprise] = [0, 0];
  for (const { rating, deviation, score } of games) {
    const weight = weightOf(deviation / POINTS_PER_UNIT);
    const distance = (player.rating - rating) / POINTS_PER_UNIT;
    const expected = 1 / (1 + Math.exp(-weight * distance));
    information += square(weight) * expected * (1 - expected);
    surprise += weight * (score - expected);
  }
  const known = square(player.deviation / POINTS_PER_UNIT);
  const excess = square(surprise / information) - known - 1 / information;
  const volatility = volatilityAfter(player.volatility, excess, known + 1 / information, rules);
  if (volatility === null) return null;
  const variance = 1 / (1 / (known + rules.growth * square(volatility)) + information);
  return {
    // The change is added, so that a game without surprise changes nothing, to the last bit.
    rating: player.rating + POINTS_PER_UNIT * variance * surprise,
    deviation: POINTS_PER_UNIT * Math.sqrt(variance),
    volatility,
  };
}

/** How much a result against somebody of this deviation (in units) tells: g of step 3. */
const weightOf = (deviation: number): number => 1 / Math.sqrt(1 + 3 * square(deviation / Math.PI));

/**
 * Step 5: the volatility, by the Illinois variant of the regula falsi in x = ln(volatility²).
 * `excess` is how much the square of the improvement is above its expectation, `expected`, both in
 * square units. null: not found in time.
 */
function volatilityAfter(
  volatility: number,
  excess: number,
  expected: number,
  { tau, stepsMax }: PeriodRules,
): number | null {
  const start = Math.log(square(volatility));
  const slope = (x: number): number => {
    const variance = Math.exp(x);
    return (
      (variance * (excess - variance)) / (2 * square(expected + variance)) -
      (x - start) / square(tau)
    );
  };
  // The paper looks for the lower end in steps of tau; the first always does while tau < 2, where
  // the slope is above 1 / tau - 1 / 2.
  let [a, b] = [start, excess > 0 ? Math.log(excess) : start - tau];
  let [slopeA, slopeB] = [slope(a), slope(b)];
  for (let steps = 0; steps <= stepsMax; steps++) {
    // Said this way round, what is no number is never found.
    if (Math.abs(b - a) <= VOLATILITY_TOLERANCE) return Math.exp(a / 2);
    const c = a + ((a - b) * slopeA) / (slopeB - slopeA);
    const slopeC = slope(c);
    if (slopeC * slopeB <= 0) [a, slopeA] = [b, slopeB];
    else slopeA /= 2;
    [b, slopeB] = [c, slopeC];
  }
  return null;
}

const isSane = (strength: Strength): boolean =>
  (['rating', 'deviation', 'volatility'] as const).every(
    (key) => strength[key] > 0 && strength[key] < SANE_BELOW[key],
  );

const clamp = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), max);

const square = (value: number): number => value * value;
