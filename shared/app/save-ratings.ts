import type { DoneGame } from '../game/game.ts';
import type { Rating } from '../game/glicko.ts';
import { ratingsAfter } from '../game/ratings.ts';
import { SIDES, type Side } from '../rules/rules.ts';
import { ATTEMPTS_MAX, commitAgain } from './change.ts';
import type { PlayerRating } from './entities.ts';
import type { Store, Write } from './ports.ts';

/**
 * Stores both ratings after a rated game, each exactly once: a rating that counts more games than
 * the one that the game started from has this one in it. Throws where it is too contended, and
 * where a rating is missing that the game started from.
 */
export async function saveRatings(store: Store, game: DoneGame): Promise<void> {
  const after = ratingsAfter(game);
  if (after === null) return;
  await Promise.all(SIDES.map((side) => saveRating(store, game, side, after[side])));
}

async function saveRating(
  store: Store,
  { id, kind, seats }: DoneGame,
  side: Side,
  rated: Rating,
): Promise<void> {
  const { player, glicko } = seats[side];
  if (rated.games === glicko.games) return;
  const before = ratingOf(player, kind, glicko);
  const after = ratingOf(player, kind, rated);
  const write: Write =
    glicko.games === 0 ? { op: 'create', entity: after } : { op: 'update', before, after };
  const commit = await commitAgain(store, [write], ATTEMPTS_MAX);
  if (commit.kind === 'stored') return;
  const stored = commit.kind === 'busy' ? null : (commit.failed[0]?.current ?? null);
  if (stored !== null && stored.version > glicko.games) return;
  throw new Error(`game ${id}: the rating of ${player} cannot be stored (${commit.kind})`);
}

const ratingOf = (
  player: PlayerRating['player'],
  kind: PlayerRating['kind'],
  glicko: Rating,
): PlayerRating => ({ type: 'rating', player, kind, version: glicko.games, glicko });
