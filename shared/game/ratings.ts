import { otherSide, type Side } from '../rules/rules.ts';
import type { BySide, DoneGame } from './game.ts';
import { type GameScore, type Rating, rateGame } from './glicko.ts';

/**
 * Both ratings after this game, from what was known at its start: the same whenever and however
 * often it is asked. null: it changes none.
 */
export function ratingsAfter(game: DoneGame): BySide<Rating> | null {
  if (game.rated === 'never') return null;
  if (game.rated === 'played' && game.ending === 'noShow') return null;
  return { first: ratingAfter(game, 'first'), second: ratingAfter(game, 'second') };
}

/** A game that cannot be rated leaves a rating as it was. */
function ratingAfter({ seats, winner, endedAtMs }: DoneGame, side: Side): Rating {
  const mine = seats[side].glicko;
  const score: GameScore = winner === null ? 0.5 : winner === side ? 1 : 0;
  const rated = rateGame(mine, seats[otherSide(side)].glicko, score, endedAtMs);
  return rated.ok ? rated.value : mine;
}
