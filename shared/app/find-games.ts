import type { Arena } from '../arena/arena.ts';
import type { Row } from '../arena/row.ts';
import type { GameId, PlayerId } from '../core/ids.ts';
import type { Game } from '../game/game.ts';
import type { GamesPlace } from './games-cursor.ts';
import { GAMES_READ_MAX, type Ports } from './ports.ts';

type StorePort = Pick<Ports, 'store'>;

/** Rows that are read together, and at most for one page. */
const ROWS_READ = 50;
export const PAGE_ROWS_READ_MAX = 1_000;

export interface FoundGames {
  /** By start, then by id. */
  readonly games: readonly Game[];
  /** The games that those rows play whose games are here. */
  readonly running: ReadonlySet<GameId>;
  /** Where the next page starts, or null at the end. */
  readonly next: GamesPlace | null;
}

/** A game that a row knows of. Games go with their first movers. */
interface Known {
  readonly game: GameId;
  readonly player: PlayerId;
}

/**
 * The games of an arena, row by row: those that its player began, and the one that he plays. A
 * game that was there before the first page is on one page, and one that begins meanwhile on at
 * most one. A page may have few games or none and still a next one.
 */
export async function findGames(
  ports: StorePort,
  arena: Arena,
  from: GamesPlace | null,
): Promise<FoundGames> {
  const known: Known[] = [];
  const running = new Set<GameId>();
  const page = async (next: GamesPlace | null): Promise<FoundGames> => {
    return { games: await begunBy(ports, known), running, next };
  };
  let [place, rows] = [from, 0];
  for await (const [row, skip] of rowsFrom(ports, arena, from)) {
    if (row.game !== null) running.add(row.game);
    const left = gamesOf(row).slice(skip);
    const taken = Math.min(left.length, GAMES_READ_MAX - known.length);
    known.push(...left.slice(0, taken).map((game) => ({ game, player: row.player })));
    const { shard, player } = row;
    if (taken < left.length) {
      return page(taken === 0 ? place : { shard, player, skip: skip + taken });
    }
    place = { shard, player, skip: 0 };
    if (++rows === PAGE_ROWS_READ_MAX) return page(place);
  }
  return page(null);
}

/** The rows from a place on, each with how many of its games come before it. */
async function* rowsFrom(
  { store }: StorePort,
  arena: Arena,
  from: GamesPlace | null,
): AsyncGenerator<readonly [Row, skip: number]> {
  if (from !== null && from.skip > 0) {
    for (const row of await store.rowsOf(arena, [from.player])) yield [row, from.skip];
  }
  for (let after = from, more = true; more; ) {
    const { rows, next } = await store.rowsAfter(arena, after, ROWS_READ);
    for (const row of rows) yield [row, 0];
    after = next === null ? null : { ...next, skip: 0 };
    more = next !== null;
  }
}

/** The running game comes last: scored, it is in the same place or, begun by the other, gone. */
function gamesOf({ log, game }: Row): readonly GameId[] {
  const begun = log.filter(({ side }) => side === 'first').map((entry) => entry.game);
  return game === null ? begun : [...begun, game];
}

/** Each of these games once: both players know of a running one, and one of them began it. */
async function begunBy({ store }: StorePort, known: readonly Known[]): Promise<Game[]> {
  if (known.length === 0) return [];
  const players = Map.groupBy(known, ({ game }) => game);
  const games = await store.games([...players.keys()]);
  return games
    .filter(({ id, seats }) => players.get(id)?.some(({ player }) => player === seats.first.player))
    .sort(byStart);
}

export const byStart = (a: Game, b: Game): number =>
  a.startedAtMs - b.startedAtMs || (a.id < b.id ? -1 : 1);
