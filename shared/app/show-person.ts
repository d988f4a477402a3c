import { buildSheet, countedGames } from '../arena/sheet.ts';
import { present } from '../core/assert.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { pointsOf } from '../protocol/arena-view.ts';
import { type PersonView, type VisitView, viewRating } from '../protocol/person-view.ts';
import { GAME_KINDS, type GameKind } from '../rules/rules.ts';
import { find } from './change.ts';
import { cutPage, decodePlace } from './place-cursor.ts';
import type { Ports } from './ports.ts';
import { finalTableVersion, type TableOrder, type Tables } from './tables.ts';

type PersonPorts = Pick<Ports, 'store' | 'tables' | 'now'>;

/** Arenas on one page: each costs three reads, one of them of the order of the whole table. */
const ARENAS_MAX = 10;

/**
 * A player with his ratings, and a page of the arenas he was in, after the cursor.
 * Refusals: invalid (`cursor`), notFound (`id`).
 */
export async function showPerson(
  ports: PersonPorts,
  player: PlayerId,
  cursor: string | null,
): Promise<Result<PersonView, Refusal>> {
  const { store } = ports;
  const place = decodePlace<ArenaId>(cursor, Number.isInteger);
  if (!place.ok) return place;
  const after = place.value && { startsAtMs: place.value.at, arena: place.value.id };
  const profile = await store.profile(player);
  if (profile === null) return err(refuse('notFound', { field: 'id', expected: 'a player' }));
  const [ratings, found] = await Promise.all([
    ratingsOf(ports, player),
    // One more says whether there is another page.
    store.participations(player, after, ARENAS_MAX + 1),
  ]);
  const { page, next } = cutPage(found, ARENAS_MAX, ({ startsAtMs, arena }) => ({
    at: startsAtMs,
    id: arena,
  }));
  return ok({
    player,
    name: profile.name,
    ratings,
    arenas: await Promise.all(page.map(({ arena }) => visitOf(ports, arena, player))),
    next,
  });
}

async function ratingsOf(
  { store, now }: PersonPorts,
  player: PlayerId,
): Promise<PersonView['ratings']> {
  const nowMs = now();
  const viewOf = async (kind: GameKind) => {
    const rating = await store.rating(player, kind);
    return [kind, rating === null ? null : viewRating(rating.glicko, nowMs)] as const;
  };
  const ratings = await Promise.all(GAME_KINDS.map(viewOf));
  return Object.fromEntries(ratings) as PersonView['ratings'];
}

/** His row as it is now, and his place in the table that everybody sees. */
async function visitOf(
  { store, tables }: PersonPorts,
  id: ArenaId,
  player: PlayerId,
): Promise<VisitView> {
  const arena = present(await find((read) => store.arena(id, read)), 'arena of a player');
  const [found, order] = await Promise.all([
    find((read) => store.row(arena, player, read)),
    tables.order(id),
  ]);
  const row = present(found, 'row of a player who has been in an arena');
  const { name, kind, policy, rated, state, startsAtMs, endsAtMs } = arena;
  const sheet = buildSheet(arena, row.log);
  return {
    ...{ arena: id, name, game: kind, preset: policy.preset, rated, state, startsAtMs, endsAtMs },
    rank: order?.place(player)?.rank ?? null,
    players: order?.players ?? 0,
    points: pointsOf(sheet.points),
    games: countedGames(sheet).length,
    ratingBefore: row.joinedRating,
    rating: row.rating,
    removed: row.removed,
    disqualified: order !== null && (await isDisqualified(tables, id, order, player)),
  };
}

/** In the very version that gives the rank: whoever stands in it is not. */
async function isDisqualified(
  tables: Tables,
  arena: ArenaId,
  order: TableOrder,
  player: PlayerId,
): Promise<boolean> {
  const version = order.version - finalTableVersion(0);
  if (version <= 0 || order.place(player) !== null) return false;
  const head = await tables.finalHead(arena, version);
  return head?.disqualified.includes(player) ?? false;
}
