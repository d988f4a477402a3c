import type { LogEntry, Result } from './log.ts';

/** An exact mean: `sum / count`; count 0: none. */
export interface Mean {
  readonly sum: number;
  readonly count: number;
}

/** Points of rating that a result is worth above or below the opponent's (lichess arena rule). */
const SWING: { readonly [R in Result]: number } = { win: 500, draw: 0, loss: -500 };

/**
 * What a game adds to the tournament performance, the mean over the counted games of the opponent's
 * rating at the start of the game, +500 for a win and -500 for a loss: by result, whatever the game
 * paid; zeroed draws and no-shows too.
 */
export const performanceIn = (opponentRating: number, result: Result): number =>
  opponentRating + SWING[result];

/**
 * Lichess' performance (lila, TournamentApi): a running mean that is rounded half up to an integer
 * after every game, so that it depends on their order. null: no game.
 */
export function rollingPerformanceOf(counted: readonly LogEntry[]): number | null {
  let mean: number | null = null;
  for (const [games, entry] of counted.entries()) {
    mean = Math.floor(
      ((mean ?? 0) * games + performanceIn(entry.opponentRating, entry.result)) / (games + 1) + 0.5,
    );
  }
  return mean;
}

/**
 * Negative when `a` is the better mean, zero when they are equal: exact, without a division. No
 * value comes after every value.
 */
export function compareMeans(a: Mean, b: Mean): number {
  if (a.count === 0 || b.count === 0) return b.count - a.count;
  return b.sum * a.count - a.sum * b.count;
}
