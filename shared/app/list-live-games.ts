import type { Arena } from '../arena/arena.ts';
import type { PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { LiveGame } from '../game/game.ts';
import type { ListedGame } from '../protocol/spectate-view.ts';
import { liveGames } from './live-games.ts';
import { cursorRefusal } from './place-cursor.ts';
import type { Ports } from './ports.ts';
import { publicGame, ranksOf } from './show-game.ts';
import type { TableOrder } from './tables.ts';

type LivePorts = Pick<Ports, 'store' | 'tables' | 'now'>;

/** A page has a few more where those who are read together play that many. */
const LIMITS = { together: 100, games: 50, rows: 500 };

export interface LiveList {
  readonly games: readonly ListedGame[];
  readonly next: string | null;
}

/**
 * The running games of an arena by the better placed of their players, with the ranks of both now.
 * See `liveGames` for what a page may miss. Refusal: invalid (`cursor`).
 */
export async function listLiveGames(
  ports: LivePorts,
  arena: Arena,
  cursor: string | null,
): Promise<Result<LiveList, Refusal>> {
  const from = placeIn(cursor);
  if (!from.ok) return from;
  const order = await ports.tables.order(arena.id);
  const { games, next } = await liveGames(ports, arena, order, from.value, LIMITS);
  return ok({
    games: games.map((game) => listed(arena, game, order)),
    next: next === null ? null : `live-${next}`,
  });
}

/** The running game of this player, if any. Refusal: notEntered (`player`). */
export async function listLiveGame(
  ports: LivePorts,
  arena: Arena,
  player: PlayerId,
): Promise<Result<LiveList, Refusal>> {
  const row = await ports.store.row(arena, player, 'consistent');
  if (row === null) return err(refuse('notEntered', { field: 'player' }));
  const game = row.game === null ? null : await ports.store.game(row.game, 'consistent');
  if (game?.state !== 'live') return ok({ games: [], next: null });
  const order = await ports.tables.order(arena.id);
  return ok({ games: [listed(arena, game, order)], next: null });
}

const listed = (arena: Arena, game: LiveGame, order: TableOrder | null): ListedGame => ({
  ...publicGame(arena, game),
  scored: false,
  ranks: ranksOf(game, order),
});

function placeIn(cursor: string | null): Result<number, Refusal> {
  if (cursor === null) return ok(0);
  const [, place] = /^live-(\d{1,6})$/.exec(cursor) ?? [];
  return place === undefined ? err(cursorRefusal()) : ok(Number(place));
}
