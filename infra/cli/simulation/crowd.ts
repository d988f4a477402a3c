import { idFromBytes, type PlayerId } from '../../../shared/core/ids.ts';
import { type SeededRandom, seededRandom } from '../../../shared/core/random.ts';

/** How people behave; all times in ms. Where nothing else is said a number is an assumption. */
export const BEHAVIOUR = {
  /** Displayed ratings: as in a public 3+0 arena of 193 players (mean 1992, deviation 298). */
  ratingMean: 1_990,
  ratingDeviation: 300,
  /** Strength differs from rating: the same arena fits Elo's curve at 0.7 of its slope. */
  strengthDeviation: 150,
  /** Share of drawn games (0.066 in the same arena). */
  draws: 0.066,
  /** Lengths are lognormal; the deviation of their logarithm. */
  lengthSigma: 0.5,
  /** Turns of both sides: median and deviation of the logarithm (72 and 0.48 in the same arena). */
  pliesMedian: 72,
  pliesSigma: 0.48,
  /** From the end of a game to READY: lognormal. */
  returnMedianMs: 8_000,
  returnSigma: 0.6,
  /** After so many of his games a player takes a pause, of a length between these. */
  pauses: 0.03,
  pauseLeastMs: 60_000,
  pauseMostMs: 300_000,
  /** So many players come late, at any time of the arena. */
  late: 0.1,
  /** In so many games somebody does not make his first move. */
  noShows: 0.01,
  /** Who is in time becomes ready within this time before the start. */
  earlyMs: 600_000,
} as const;

/** What one player brings to one of his games, and does after it. */
export interface Chance {
  /** Standard normal: his half of how long the game takes. */
  readonly length: number;
  /** In [0, 1): his half of who wins. */
  readonly fortune: number;
  readonly staysAway: boolean;
  readonly returnMs: number;
  /** null: no pause after this game, unless he stayed away. */
  readonly pauseMs: number | null;
  readonly awayMs: number;
}

/** Somebody as he is whatever the pairing does: his n-th game finds him the same under each. */
export interface Person {
  readonly index: number;
  readonly id: PlayerId;
  /** Displayed. */
  readonly rating: number;
  readonly strength: number;
  /** When he is ready for the first time (ms since the start; negative: before it). */
  readonly arrivesAtMs: number;
  readonly nextChance: () => Chance;
}

/** The crowd of a seed; each person has a stream of random numbers of his own. */
export function crowdOf(seed: number, players: number, durationMs: number): Person[] {
  const seeds = seededRandom(seed);
  return Array.from({ length: players }, (_, index) =>
    personOf(index, seededRandom(seeds.below(2 ** 31)), durationMs),
  );
}

function personOf(index: number, random: SeededRandom, durationMs: number): Person {
  const { ratingMean, ratingDeviation, strengthDeviation, late, earlyMs } = BEHAVIOUR;
  const rating = Math.round(ratingMean + ratingDeviation * normal(random));
  const isLate = random.unit() < late;
  const when = random.unit();
  return {
    index,
    id: playerIdOf(index),
    rating: Math.min(3_500, Math.max(400, rating)),
    strength: rating + strengthDeviation * normal(random),
    arrivesAtMs: Math.round(isLate ? when * durationMs : -when * earlyMs),
    nextChance: () => chanceOf(random),
  };
}

/** Always the same number of draws, so that one habit does not shift the others. */
function chanceOf(random: SeededRandom): Chance {
  const { pauses, pauseLeastMs, pauseMostMs, noShows, returnMedianMs, returnSigma } = BEHAVIOUR;
  const length = normal(random);
  const fortune = random.unit();
  const staysAway = random.unit() < noShows / 2;
  const returnMs = Math.round(returnMedianMs * Math.exp(returnSigma * normal(random)));
  const isPausing = random.unit() < pauses;
  const awayMs = Math.round(pauseLeastMs + (pauseMostMs - pauseLeastMs) * random.unit());
  return { length, fortune, staysAway, returnMs, pauseMs: isPausing ? awayMs : null, awayMs };
}

/** Box and Muller (Annals of Mathematical Statistics 29, 1958), the cosine alone. */
function normal(random: SeededRandom): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.unit()));
  return radius * Math.cos(2 * Math.PI * random.unit());
}

function playerIdOf(index: number): PlayerId {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setUint32(4, index + 1);
  return idFromBytes(bytes);
}
