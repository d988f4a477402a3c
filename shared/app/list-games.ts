import type { Arena } from '../arena/arena.ts';
import { runningGames } from '../arena/row.ts';
import type { GameId, PlayerId } from '../core/ids.ts';
import type { DoneGame, Game } from '../game/game.ts';
import { gameText } from '../protocol/notation/notation.ts';
import type { ListedGame } from '../protocol/spectate-view.ts';
import { type FoundGames, findGames } from './find-games.ts';
import type { GamesPlace } from './games-cursor.ts';
import type { Ports } from './ports.ts';
import { publicGame } from './show-game.ts';

export type { ListedGame };

/** A page as `findGames` cuts it; `next` is where the next one starts, or null at the end. */
export interface GamesPage {
  readonly games: readonly ListedGame[];
  readonly next: GamesPlace | null;
}

export interface GameTextsPage {
  readonly texts: readonly string[];
  readonly next: GamesPlace | null;
}

/** The games of an arena, running ones too unless only finished ones are wanted. */
export async function listGames(
  ports: Pick<Ports, 'store'>,
  arena: Arena,
  from: GamesPlace | null,
  finished = false,
): Promise<GamesPage> {
  const found = await findGames(ports, arena, from);
  // Games come with their first movers, whose rows have been read.
  return pageOf(ports, arena, found, { finished, other: ({ seats }) => seats.second.player });
}

/** The finished games of an arena, each in the notation of its kind. */
export async function listGameTexts(
  ports: Pick<Ports, 'store'>,
  arena: Arena,
  from: GamesPlace | null,
): Promise<GameTextsPage> {
  return textsOf(arena, await findGames(ports, arena, from));
}

interface Listing {
  readonly finished: boolean;
  /** Of the two players the one whose row has not been read. */
  readonly other: (game: Game) => PlayerId;
}

/** What was found as it is listed, as late as the policy of the arena wants it. */
export async function pageOf(
  ports: Pick<Ports, 'store'>,
  arena: Arena,
  found: FoundGames,
  { finished, other }: Listing,
): Promise<GamesPage> {
  const unscored = await unscoredOf(ports, arena, found, other);
  const wanted = found.games.filter(({ state }) => !finished || state === 'done');
  const listed = (game: Game): ListedGame => ({
    ...publicGame(arena, game),
    scored: !unscored.has(game.id),
  });
  return { games: wanted.map(listed), next: found.next };
}

export function textsOf(arena: Arena, { games, next }: FoundGames): GameTextsPage {
  const done = games.filter((game): game is DoneGame => game.state === 'done');
  return { texts: done.map((game) => gameText(arena, game)), next };
}

/** Games that one of their rows still plays. */
async function unscoredOf(
  { store }: Pick<Ports, 'store'>,
  arena: Arena,
  { games, running }: FoundGames,
  other: Listing['other'],
): Promise<ReadonlySet<GameId>> {
  if (arena.settled) return running;
  const done = games.filter(({ state }) => state === 'done');
  const others = new Set(done.map(other));
  return new Set([...running, ...runningGames(await store.rowsOf(arena, [...others]))]);
}
