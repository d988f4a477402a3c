import type { Result } from './log.ts';
import { countedScores, type Sheet } from './sheet.ts';

/** Tournament performance as an exact fraction: `sum / count` rating points; count 0: none. */
export interface Performance {
  readonly sum: number;
  readonly count: number;
}

/** Points of rating that a result is worth above or below the opponent's (lichess arena rule). */
const SWING: { readonly [R in Result]: number } = { win: 500, draw: 0, loss: -500 };

/**
 * The mean over the counted games of the opponent's rating at the start of the game, +500 for a
 * win and -500 for a loss: by result, whatever the game paid; zeroed draws and no-shows too.
 */
export function performanceOf(sheet: Sheet): Performance {
  const counted = countedScores(sheet);
  const sum = counted.reduce(
    (total, { entry }) => total + entry.opponentRating + SWING[entry.result],
    0,
  );
  return { sum, count: counted.length };
}

/** Positive when `a` is the better performance; both must have games. Exact: no division. */
export const comparePerformance = (a: Performance, b: Performance): number =>
  a.sum * b.count - b.sum * a.count;
