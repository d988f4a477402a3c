import { readFileSync } from 'node:fs';
import type { Encounter, GameScore, Strength } from '../../shared/game/glicko.ts';

interface Known {
  readonly rating: number;
  readonly rd: number;
  readonly vol: number;
}

interface Vector {
  readonly id: string;
  readonly note: string;
  readonly player: Known;
  readonly games: readonly {
    readonly opp: Omit<Known, 'vol'>;
    readonly score: GameScore;
    readonly colour?: 'white' | 'black';
  }[];
  readonly settings: { readonly tau: number; readonly periods: number; readonly adv?: number };
  readonly expected: Known;
}

/** A vector in our words. `periods` of growth come after the games, fractions without a game. */
export interface RatingVector {
  readonly name: string;
  readonly before: Strength;
  readonly encounters: readonly Encounter[];
  readonly tau: number;
  readonly periods: number;
  readonly after: Strength;
}

const file: { readonly glicko2Vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('../arena/vectors/tiebreak-vectors.json', import.meta.url), 'utf8'),
);

const strength = ({ rating, rd, vol }: Known): Strength => ({
  ...{ rating, deviation: rd, volatility: vol },
});

/**
 * Our own vectors, written by two programs that share nothing with this one (one finds volatilities
 * by the Illinois method, one by bisection). An advantage of white is a distance of ratings, and
 * only distances enter: it is taken from, or given to, the opponent's rating here.
 */
export const ratingVectors: readonly RatingVector[] = file.glicko2Vectors.map((vector) => ({
  name: `${vector.id} ${vector.note}`,
  before: strength(vector.player),
  encounters: vector.games.map(({ opp, score, colour }) => {
    const advantage = (vector.settings.adv ?? 0) * (colour === 'black' ? -1 : 1);
    return { rating: opp.rating - advantage, deviation: opp.rd, score };
  }),
  tau: vector.settings.tau,
  periods: vector.settings.periods,
  after: strength(vector.expected),
}));
