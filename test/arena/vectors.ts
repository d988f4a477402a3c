import { readFileSync } from 'node:fs';
import { type Contestant, type Played, WINNERS } from './tournaments.ts';

/** Plain points: 1 and 0.5; Sonneborn-Berger in quarters of a point. */
export interface ExpectedPlayer {
  readonly points: number;
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly blackWins: number;
  readonly buchholzCut1: number;
  readonly buchholz: number;
  readonly sonnebornBerger: number;
  readonly aroc1: { readonly sum: number; readonly count: number } | null;
  readonly performance: { readonly sum: number; readonly count: number } | null;
  readonly performanceRolling: number | null;
}

interface Ranked {
  readonly rank: number;
  readonly id: string;
}

interface Vector {
  readonly id: string;
  readonly title: string;
  readonly players: readonly { readonly id: string; readonly rating: number; status: string }[];
  readonly games: readonly {
    readonly white: string;
    readonly black: string;
    readonly result: string;
    readonly forfeit: boolean;
    readonly whiteRating: number;
    readonly blackRating: number;
  }[];
  readonly expected: {
    readonly default: {
      readonly players: Readonly<Record<string, ExpectedPlayer>>;
      readonly directEncounterGroups: readonly {
        readonly players: readonly string[];
        readonly points: Readonly<Record<string, number>> | null;
      }[];
      readonly rankingBeforeDq: readonly Ranked[];
      readonly ranking: readonly Ranked[];
      readonly decidedBy: readonly string[];
    };
  };
}

interface PerformanceVector {
  readonly id: string;
  readonly note: string;
  readonly games: readonly { readonly opponentRating: number; readonly result: string }[];
  readonly expected: {
    readonly sum: number;
    readonly count: number;
    readonly rounded: number | null;
    readonly rolling: number | null;
  };
}

/**
 * Our own vectors, written by two programs that share nothing with this one. Its Glicko-2 cases are
 * those of test/game/glicko-vectors.ts.
 */
const vectors: {
  readonly tournaments: readonly Vector[];
  readonly performanceVectors: readonly PerformanceVector[];
} = JSON.parse(readFileSync(new URL('./vectors/tiebreak-vectors.json', import.meta.url), 'utf8'));

export const performances = vectors.performanceVectors;

/** The tournaments with what they expect under default rules; `*` was never a game. */
export const tournaments = vectors.tournaments.map((vector) => ({
  name: `${vector.id} ${vector.title}`,
  contestants: vector.players.map(({ id, rating }): Contestant => ({ name: id, rating })),
  disqualified: vector.players
    .filter(({ status }) => status === 'dq-after-end')
    .map((player) => player.id),
  games: vector.games
    .filter(({ result }) => result in WINNERS)
    .map(
      (game): Played => ({
        names: { first: game.white, second: game.black },
        winner: WINNERS[game.result] ?? null,
        ratings: { first: game.whiteRating, second: game.blackRating },
        plies: game.forfeit ? 0 : 80,
        noShow: game.forfeit,
      }),
    ),
  expected: vector.expected.default,
}));
