import type { Arena } from '../arena/arena.ts';
import type { PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Game } from '../game/game.ts';
import { byStart, type FoundGames } from './find-games.ts';
import type { GamesPlace } from './games-cursor.ts';
import { type GamesPage, type GameTextsPage, pageOf, textsOf } from './list-games.ts';
import { cursorRefusal } from './place-cursor.ts';
import { GAMES_READ_MAX, type Ports } from './ports.ts';

type StorePort = Pick<Ports, 'store'>;

/** The games of one player in an arena. Refusals: notEntered (`player`), invalid (`cursor`). */
export async function listPlayerGames(
  ports: StorePort,
  arena: Arena,
  player: PlayerId,
  from: GamesPlace | null,
  finished: boolean,
): Promise<Result<GamesPage, Refusal>> {
  const found = await findPlayerGames(ports, arena, player, from);
  if (!found.ok) return found;
  const other = ({ seats: { first, second } }: Game): PlayerId =>
    first.player === player ? second.player : first.player;
  return ok(await pageOf(ports, arena, found.value, { finished, other }));
}

/** The finished ones, each in the notation of its kind. The same refusals. */
export async function listPlayerGameTexts(
  ports: StorePort,
  arena: Arena,
  player: PlayerId,
  from: GamesPlace | null,
): Promise<Result<GameTextsPage, Refusal>> {
  const found = await findPlayerGames(ports, arena, player, from);
  return found.ok ? ok(textsOf(arena, found.value)) : found;
}

/**
 * The games of one player, in the order in which he played them: one row, and the games
 * themselves. His log only grows, so each game is on one page.
 */
async function findPlayerGames(
  { store }: StorePort,
  arena: Arena,
  player: PlayerId,
  from: GamesPlace | null,
): Promise<Result<FoundGames, Refusal>> {
  if (from !== null && from.player !== player) {
    return err(cursorRefusal());
  }
  const row = await store.row(arena, player, 'consistent');
  if (row === null) return err(refuse('notEntered', { field: 'player' }));
  const { log, game, shard } = row;
  // Scored, a running game is in the same place.
  const known = [...log.map((entry) => entry.game), ...(game === null ? [] : [game])];
  const end = (from?.skip ?? 0) + GAMES_READ_MAX;
  const ids = known.slice(from?.skip ?? 0, end);
  return ok({
    games: ids.length === 0 ? [] : (await store.games(ids)).sort(byStart),
    running: new Set(game === null ? [] : [game]),
    next: end < known.length ? { shard, player, skip: end } : null,
  });
}
