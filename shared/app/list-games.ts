import type { Arena } from '../arena/arena.ts';
import { runningGames } from '../arena/row.ts';
import { counts } from '../arena/sheet.ts';
import type { GameId } from '../core/ids.ts';
import { type GameView, viewGame } from '../protocol/game-view.ts';
import { GAMES_READ_MAX, type Ports } from './ports.ts';

/** A game of an arena; `scored` once both players have it on their sheets. */
export interface ListedGame extends GameView {
  readonly counted: boolean;
  readonly scored: boolean;
}

export interface GamesPage {
  readonly games: readonly ListedGame[];
  /** Where the next page starts, or null at the end. */
  readonly next: GameId | null;
}

/** The games of an arena in the order of their ids, running ones too, a page after `cursor`. */
export async function listGames(
  { store }: Pick<Ports, 'store'>,
  arena: Arena,
  cursor: GameId | null,
): Promise<GamesPage> {
  const rows = await store.rows(arena, 'consistent');
  const running = runningGames(rows);
  const played = rows.flatMap((row) => row.log.map((entry) => entry.game));
  const ids = [...new Set([...played, ...running])]
    .sort((a, b) => (a < b ? -1 : 1))
    .filter((id) => cursor === null || id > cursor);
  const page = ids.slice(0, GAMES_READ_MAX);
  const games = page.length === 0 ? [] : await store.games(page);
  return {
    games: games
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((game) => ({
        ...viewGame(game),
        counted: game.state === 'done' && counts(arena, game),
        scored: game.state === 'done' && !running.has(game.id),
      })),
    next: ids.length > page.length ? (page.at(-1) ?? null) : null,
  };
}
