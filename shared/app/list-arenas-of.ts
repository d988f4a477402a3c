import { buildSheet, countedGames } from '../arena/sheet.ts';
import { present } from '../core/assert.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { pointsOf } from '../protocol/arena-view.ts';
import type { PersonView, VisitView } from '../protocol/person-view.ts';
import type { VisitPage } from '../protocol/spectate-view.ts';
import { find } from './change.ts';
import { cutPage, decodePlace, encodePlace } from './place-cursor.ts';
import type { Ports } from './ports.ts';
import { type FinalHead, finalTableVersion, type TableOrder, type Tables } from './tables.ts';

type VisitPorts = Pick<Ports, 'store' | 'tables'>;

/** Arenas on one page: each costs four reads, one of them of the order of the whole table. */
const ARENAS_MAX = 10;

/**
 * A page of the arenas that a player is, or was, in, the latest start first. Refusals: invalid
 * (`cursor`), notFound (`id`).
 */
export async function listArenasOf(
  ports: VisitPorts,
  player: PlayerId,
  cursor: string | null,
): Promise<Result<VisitPage, Refusal>> {
  const profile = await ports.store.profile(player);
  if (profile === null) return err(refuse('notFound', { field: 'id', expected: 'a player' }));
  const visits = await visitsOf(ports, player, cursor);
  return visits.ok ? ok({ player, ...visits.value }) : visits;
}

/** The same of a player who is known to exist. Refusal: invalid (`cursor`). */
export async function visitsOf(
  ports: VisitPorts,
  player: PlayerId,
  cursor: string | null,
): Promise<Result<Pick<PersonView, 'arenas' | 'next'>, Refusal>> {
  const place = decodePlace<ArenaId>(cursor, Number.isInteger);
  if (!place.ok) return place;
  const after = place.value && { startsAtMs: place.value.at, arena: place.value.id };
  // One more says whether there is another page.
  const found = await ports.store.participations(player, after, ARENAS_MAX + 1);
  const { page, next } = cutPage(found, ARENAS_MAX, ({ startsAtMs, arena }) =>
    encodePlace({ at: startsAtMs, id: arena }),
  );
  const visits = await Promise.all(page.map(({ arena }) => visitOf(ports, arena, player)));
  return ok({ arenas: visits.filter((visit) => visit !== null), next });
}

/** His row as it is now, and his place in the table that everybody sees; null: he has just left. */
async function visitOf(
  { store, tables }: VisitPorts,
  id: ArenaId,
  player: PlayerId,
): Promise<VisitView | null> {
  const arena = present(await find((read) => store.arena(id, read)), 'arena of a player');
  const [row, order] = await Promise.all([
    find((read) => store.row(arena, player, read)),
    tables.order(id),
  ]);
  if (row === null) return null;
  const final = await finalOf(tables, id, order);
  const { name, series, kind, policy, rated, state, startsAtMs, endsAtMs } = arena;
  const sheet = buildSheet(arena, row.log);
  return {
    ...{ arena: id, name, series, game: kind, preset: policy.preset, rated, state },
    ...{ startsAtMs, endsAtMs },
    rank: order?.place(player)?.rank ?? null,
    players: order?.players ?? 0,
    points: pointsOf(sheet.points),
    games: countedGames(sheet).length,
    winner: final?.winners.includes(player) ?? false,
    ratingBefore: row.joinedRating,
    rating: row.rating,
    removed: row.removed,
    disqualified: final?.disqualified.includes(player) ?? false,
  };
}

/** The very version that gives the rank; null: the ranking may still change. */
async function finalOf(
  tables: Tables,
  arena: ArenaId,
  order: TableOrder | null,
): Promise<FinalHead | null> {
  const version = order === null ? 0 : order.version - finalTableVersion(0);
  return version > 0 ? tables.finalHead(arena, version) : null;
}
