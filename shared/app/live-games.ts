import type { Arena } from '../arena/arena.ts';
import { PAGE_ROWS } from '../arena/standings.ts';
import type { PlayerId } from '../core/ids.ts';
import type { LiveGame } from '../game/game.ts';
import type { Ports } from './ports.ts';
import type { TableOrder, Tables } from './tables.ts';

type LivePorts = Pick<Ports, 'store' | 'tables' | 'now'>;

export interface LiveGamesPage {
  /** By the better placed of the two players. */
  readonly games: readonly LiveGame[];
  /** Where the next page starts, or null at the end. */
  readonly next: number | null;
}

export interface LiveLimits {
  /** Rows that are read together, with their games: at most `GAMES_READ_MAX`. */
  readonly together: number;
  /** So many games are enough. */
  readonly games: number;
  /** More rows are not read for them. */
  readonly rows: number;
}

/**
 * Running games from this place on among those who may play, in the order of the table: it says who
 * takes part, their rows say what they play. So it costs nothing where nobody plays, and else rows
 * of people who play or have just played. Who has come since the last table is not seen yet. The
 * order moves between two pages: a game may then be on both, or on neither.
 */
export async function liveGames(
  { store, tables, now }: LivePorts,
  arena: Arena,
  order: TableOrder | null,
  from: number,
  limits: LiveLimits,
): Promise<LiveGamesPage> {
  const players = order === null ? null : playersOf(tables, arena, order, now());
  if (players === null) return { games: [], next: null };
  const games: LiveGame[] = [];
  let place = from;
  while (games.length < limits.games && place < from + limits.rows) {
    const some = await players.at(place, limits.together);
    if (some.length === 0) return { games, next: null };
    games.push(...(await gamesOf(store, arena, some, players)));
    place += some.length;
  }
  return { games, next: place < players.count ? place : null };
}

/** Those who may be in a game, in the order of the table. */
interface Players {
  readonly count: number;
  /** At most so many of them; none at the end. */
  readonly at: (place: number, count: number) => Promise<readonly PlayerId[]>;
  /** null: he is not among them. */
  readonly placeOf: (player: PlayerId) => number | null;
}

function playersOf(tables: Tables, arena: Arena, order: TableOrder, nowMs: number): Players | null {
  switch (arena.state) {
    case 'created':
    case 'cancelled':
      return null;
    case 'open':
    case 'closing':
      return listed(order.around(nowMs, new Set()));
    case 'frozen':
      return arena.settled ? null : ranked(tables, arena, order);
  }
}

function listed(players: readonly PlayerId[]): Players {
  const places = new Map(players.map((player, place) => [player, place]));
  return {
    count: players.length,
    at: async (place, count) => players.slice(place, place + count),
    placeOf: (player) => places.get(player) ?? null,
  };
}

/** A frozen table does not say who still plays a late game: anybody may, for some minutes. */
function ranked(tables: Tables, { id }: Arena, order: TableOrder): Players {
  return {
    count: order.players,
    at: async (place, count) => {
      const page = await tables.page(id, Math.floor(place / PAGE_ROWS));
      const lines = page?.lines.slice(place % PAGE_ROWS) ?? [];
      return lines.slice(0, count).map(({ player }) => player);
    },
    placeOf: (player) => order.place(player)?.index ?? null,
  };
}

/** What these players play, each game with the better placed of its two, in the order of these. */
async function gamesOf(
  store: Ports['store'],
  arena: Arena,
  some: readonly PlayerId[],
  { placeOf }: Players,
): Promise<LiveGame[]> {
  const rows = await store.rowsOf(arena, some);
  const playing = new Map(
    rows.flatMap(({ player, game }) => (game === null ? [] : [[player, game]])),
  );
  if (playing.size === 0) return [];
  const games = await store.games([...new Set(playing.values())]);
  const live = new Map(games.flatMap((game) => (game.state === 'live' ? [[game.id, game]] : [])));
  const best = ({ seats }: LiveGame): PlayerId => {
    const [first, second] = [seats.first.player, seats.second.player];
    const behind = (player: PlayerId): number => placeOf(player) ?? Number.POSITIVE_INFINITY;
    return behind(first) <= behind(second) ? first : second;
  };
  return some.flatMap((player) => {
    const id = playing.get(player);
    const game = id === undefined ? undefined : live.get(id);
    return game !== undefined && best(game) === player ? [game] : [];
  });
}
