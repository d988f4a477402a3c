import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import type { DoneGame, Seat } from '../../shared/game/game.ts';
import { displayed, newRating, type Rating } from '../../shared/game/glicko.ts';
import { ratingsAfter } from '../../shared/game/ratings.ts';
import { SIDES, type Side } from '../../shared/rules/rules.ts';

/** Half of them have never played a rated game, the others a minute before the start. */
export function joinedRating(random: SeededRandom, { startsAtMs }: Arena): Rating {
  const rating = 1_200 + 800 * random.unit();
  if (random.unit() < 0.5) return newRating(Math.trunc(rating));
  const deviation = 45 + 150 * random.unit();
  const ratedAtMs = startsAtMs - 50_000 - random.below(40_000);
  return { rating, deviation, volatility: 0.06, games: 1 + random.below(300), ratedAtMs };
}

export const inOrder = (games: readonly DoneGame[]): DoneGame[] =>
  [...games].sort((a, b) => a.startedAtMs - b.startedAtMs || (a.id < b.id ? -1 : 1));

/** The same games, each with the ratings that those before it have made. */
export function withRatings(
  random: SeededRandom,
  games: readonly DoneGame[],
  joined: ReadonlyMap<PlayerId, Rating>,
  elsewhere: number,
): DoneGame[] {
  const now = new Map(joined);
  return games.map((game) => {
    const seatOf = (side: Side): Seat => {
      const seat = game.seats[side];
      const glicko = present(now.get(seat.player), 'rating');
      return { ...seat, rating: displayed(glicko), glicko };
    };
    const rated: DoneGame = {
      ...game,
      seats: { first: seatOf('first'), second: seatOf('second') },
    };
    const after = ratingsAfter(rated);
    for (const side of SIDES) {
      const { player, glicko } = rated.seats[side];
      const rating = after?.[side] ?? glicko;
      now.set(player, random.unit() < elsewhere ? ratedElsewhere(rating, game.endedAtMs) : rating);
    }
    return rated;
  });
}

const ratedElsewhere = (rating: Rating, fromMs: number): Rating => ({
  ...rating,
  rating: rating.rating + 7.5,
  games: rating.games + 2,
  ratedAtMs: fromMs + 1,
});
