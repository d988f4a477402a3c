import type { Arena } from '../arena/arena.ts';
import type { TopGame } from '../protocol/spectate-view.ts';
import { liveGames } from './live-games.ts';
import type { Ports } from './ports.ts';
import { spectated } from './show-game.ts';

/** Among the first hundred who take part somebody plays, or hardly anybody does. */
const LIMITS = { together: 20, games: 1, rows: 100 };

/** The running game of the best placed who plays. */
export async function showTopGame(
  ports: Pick<Ports, 'store' | 'tables' | 'now'>,
  arena: Arena,
): Promise<TopGame> {
  const order = await ports.tables.order(arena.id);
  const { games } = await liveGames(ports, arena, order, 0, LIMITS);
  const [best] = games;
  return { game: best === undefined ? null : spectated(arena, best, order) };
}
