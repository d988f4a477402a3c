import type { Ports } from '../../shared/app/ports.ts';
import { publishTable } from '../../shared/app/publish-table.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import { finish } from '../../shared/game/finish.ts';
import type { Game, LiveGame } from '../../shared/game/game.ts';
import { newGame, seat } from '../game/board.ts';
import { anIdleRow, aReadyRow, gameId, STARTS_AT_MS } from './builders.ts';
import { memoryStore } from './memory-store.ts';
import { memoryTables } from './memory-tables.ts';

export const NOW_MS = STARTS_AT_MS + 60_000;

/** What there is to be watched in an arena, and what it costs to look. */
export interface Hall {
  readonly arena: Arena;
  readonly ports: Pick<Ports, 'store' | 'tables' | 'now'>;
  readonly rows: readonly Row[];
  readonly games: readonly Game[];
  /** Rows that were read since the last look at this number. */
  readonly rowsRead: () => number;
}

export interface HallPlan {
  readonly players: number;
  /** Games by who plays, first mover first; the players are numbered from 1, the best one. */
  readonly plays?: readonly (readonly [number, number])[];
  /** Of those games these are over, and nobody has written it down yet. */
  readonly over?: readonly number[];
  /** Everybody else waits; without it everybody else has not come. */
  readonly waiting?: boolean;
  /** The games as they are, by a pure change of how they begin. */
  readonly change?: (game: LiveGame) => LiveGame;
}

/** An arena whose table, in the order of the numbers, was published just now. */
export async function hallOf(arena: Arena, plan: HallPlan): Promise<Hall> {
  const { players, plays = [], over = [], waiting = false, change = (game) => game } = plan;
  const games = plays.map(([first, second], index): Game => {
    const seats = { first: seat(first), second: seat(second) };
    const { id: ofArena, endsAtMs } = arena;
    const part = { id: gameId(index + 1), arena: ofArena, kind: arena.kind, seats, endsAtMs };
    const game = change(newGame({ ...part, startedAtMs: NOW_MS - 1_000 }));
    const end = { winner: 'first', ending: 'resign', endedAtMs: NOW_MS } as const;
    return over.includes(index) ? finish(game, end) : game;
  });
  const rows = Array.from({ length: players }, (_, index) => {
    const who = index + 1;
    const game = games[plays.findIndex((pair) => pair.includes(who))];
    const joinedRating = 20_000 - who;
    const place = { arena: arena.id, joinedRating, name: `Player ${who}` };
    if (game !== undefined) return anIdleRow(who, { ...place, state: 'play', game: game.id });
    return waiting ? aReadyRow(who, place) : anIdleRow(who, place);
  });
  const tables = memoryTables();
  const store = memoryStore(undefined, undefined, [arena, ...rows, ...games]);
  let read = 0;
  const ports = {
    store: {
      ...store,
      rows: () => Promise.reject(new Error('reads all rows')),
      rowsAfter: () => Promise.reject(new Error('walks through the rows')),
      rowsOf: async (of: Arena, some: Parameters<typeof store.rowsOf>[1]) => {
        read += some.length;
        return store.rowsOf(of, some);
      },
    },
    tables,
    now: () => NOW_MS,
  };
  const rebuild = { version: NOW_MS, seen: null, complete: true };
  await publishTable(ports, arena, rows, rebuild);
  const rowsRead = () => {
    const before = read;
    read = 0;
    return before;
  };
  return { arena, ports, rows, games, rowsRead };
}

export const gameIn = ({ games }: Hall, index: number): Game => present(games[index], 'game');
