import type { Arena } from '../arena/arena.ts';
import { runningGames } from '../arena/row.ts';
import { counts } from '../arena/sheet.ts';
import type { DoneGame, Game } from '../game/game.ts';
import { type GameView, viewForPublic } from '../protocol/game-view.ts';
import { gameText } from '../protocol/notation/notation.ts';
import { type FoundGames, findGames } from './find-games.ts';
import type { GamesPlace } from './games-cursor.ts';
import type { Ports } from './ports.ts';

/** A game of an arena; `scored` once both players have it on their sheets. */
export interface ListedGame extends GameView {
  readonly counted: boolean;
  readonly scored: boolean;
}

/** A page as `findGames` cuts it; `next` is where the next one starts, or null at the end. */
export interface GamesPage {
  readonly games: readonly ListedGame[];
  readonly next: GamesPlace | null;
}

export interface GameTextsPage {
  readonly texts: readonly string[];
  readonly next: GamesPlace | null;
}

/** The games of an arena, running ones too, as late as its policy wants them. */
export async function listGames(
  ports: Pick<Ports, 'store'>,
  arena: Arena,
  from: GamesPlace | null,
): Promise<GamesPage> {
  const found = await findGames(ports, arena, from);
  const unscored = await unscoredOf(ports, arena, found);
  const listed = (game: Game): ListedGame => ({
    ...viewForPublic(game, arena.policy.publicDelayPlies),
    counted: game.state === 'done' && counts(arena, game),
    scored: !unscored.has(game.id),
  });
  return { games: found.games.map(listed), next: found.next };
}

/** The finished games of an arena, each in the notation of its kind. */
export async function listGameTexts(
  ports: Pick<Ports, 'store'>,
  arena: Arena,
  from: GamesPlace | null,
): Promise<GameTextsPage> {
  const { games, next } = await findGames(ports, arena, from);
  const done = games.filter((game): game is DoneGame => game.state === 'done');
  return { texts: done.map((game) => gameText(arena, game)), next };
}

/** Games that one of their rows still plays: the first movers have been read, the others not. */
async function unscoredOf(
  { store }: Pick<Ports, 'store'>,
  arena: Arena,
  { games, running }: FoundGames,
): Promise<ReadonlySet<string>> {
  if (arena.settled) return running;
  const done = games.filter(({ state }) => state === 'done');
  const others = new Set(done.map(({ seats }) => seats.second.player));
  return new Set([...running, ...runningGames(await store.rowsOf(arena, [...others]))]);
}
