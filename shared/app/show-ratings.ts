import type { PlayerId } from '../core/ids.ts';
import type { Refusal } from '../core/refusal.ts';
import { ok, type Result } from '../core/result.ts';
import { displayed, isProvisional } from '../game/glicko.ts';
import type { BestPage } from '../protocol/person-view.ts';
import type { GameKind } from '../rules/rules.ts';
import { namesOf } from './names.ts';
import { cutPage, decodePlace, encodePlace } from './place-cursor.ts';
import type { Ports } from './ports.ts';

/** Ratings on one page. */
const RATINGS_MAX = 50;

/**
 * The best at this kind of game, a page after the cursor: whoever was certain enough after his last
 * rated game, unless he has not played for so long that he is provisional again: then the page is
 * shorter. Ratings move while somebody turns pages: who climbs past the cursor is not seen on this
 * walk and who falls behind it is seen twice; a walk from the start has everybody once.
 * A page costs one query and one batch of names. Refusal: invalid (`cursor`).
 */
export async function showRatings(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  game: GameKind,
  cursor: string | null,
): Promise<Result<BestPage, Refusal>> {
  const place = decodePlace<PlayerId>(cursor, Number.isFinite);
  if (!place.ok) return place;
  const after = place.value && { rating: place.value.at, player: place.value.id };
  // One more says whether there is another page.
  const found = await store.bestRatings(game, after, RATINGS_MAX + 1);
  const { page, next } = cutPage(found, RATINGS_MAX, ({ glicko, player }) =>
    encodePlace({ at: glicko.rating, id: player }),
  );
  const nowMs = now();
  const certain = page.filter(({ glicko }) => !isProvisional(glicko, nowMs));
  const players = certain.map(({ player }) => player);
  const names = await namesOf(store, players);
  return ok({
    game,
    ratings: certain.map(({ player, glicko }) => ({
      ...names(player),
      rating: displayed(glicko),
      games: glicko.games,
    })),
    next,
  });
}
