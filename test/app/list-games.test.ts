import { describe, expect, it } from 'vitest';
import { PAGE_ROWS_READ_MAX } from '../../shared/app/find-games.ts';
import {
  decodeGamesCursor,
  encodeGamesCursor,
  type GamesPlace,
} from '../../shared/app/games-cursor.ts';
import { type ListedGame, listGames, listGameTexts } from '../../shared/app/list-games.ts';
import { GAMES_READ_MAX, type Store } from '../../shared/app/ports.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { entryOf } from '../../shared/arena/log.ts';
import type { Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import { type SeededRandom, seededRandom } from '../../shared/core/random.ts';
import { finish } from '../../shared/game/finish.ts';
import type { DoneGame, Game, LiveGame } from '../../shared/game/game.ts';
import { SIDES } from '../../shared/rules/rules.ts';
import { newGame, START_MS, seat } from '../game/board.ts';
import { readGames } from '../protocol/notation-games.ts';
import { anIdleRow, anOpenArena, gameId } from '../support/builders.ts';
import { memoryStore } from '../support/memory-store.ts';

const SEEDS = 40 * Number(process.env.SEEDS ?? 1);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`list of games: SEED=${SEED}, ${SEEDS} arenas`);

const SHARDS = 3;
const ID_MASK = 0x155;
const ARENA = anOpenArena({ shards: SHARDS });

/** An arena that plays on while somebody reads the list of its games. */
interface World {
  readonly store: Store;
  /** Rows that were read since the last look at this number. */
  readonly readRows: () => number;
  readonly rows: ReadonlyMap<number, Row>;
  readonly games: ReadonlyMap<string, Game>;
  readonly start: (first: number, second: number) => void;
  /** The game of this player is over, and those who are named have it on their sheets. */
  readonly end: (who: number, scored: readonly ('first' | 'second')[]) => void;
  /** The game of this player, which is over, comes onto his sheet. */
  readonly score: (who: number) => void;
  readonly cancel: (who: number) => void;
}

/** A store that never gives all rows of an arena at once: there may be ten thousand. */
function worldOf(players: number): World {
  const rows = new Map<number, Row>();
  const games = new Map<string, Game>();
  for (let who = 1; who <= players; who++) rows.set(who, anIdleRow(who, { shard: who % SHARDS }));
  let [made, read] = [0, 0];
  const now = () => memoryStore(undefined, undefined, [...rows.values(), ...games.values()]);
  const counted = <T extends { readonly length: number }>(some: T): T => {
    read += some.length;
    return some;
  };
  const whoOf = (game: Game, side: 'first' | 'second') => Number(game.seats[side].name.slice(7));
  const put = (who: number, part: Partial<Row>) =>
    rows.set(who, { ...present(rows.get(who), `row ${who}`), ...part });
  const gameOf = (who: number): Game =>
    present(games.get(rows.get(who)?.game ?? ''), `game of ${who}`);
  const score = (who: number): void => {
    const game = gameOf(who) as DoneGame;
    const side = whoOf(game, 'first') === who ? 'first' : 'second';
    const log = [...present(rows.get(who), `row ${who}`).log, entryOf(game, side)];
    put(who, { state: 'idle', game: null, log });
  };
  return {
    rows,
    games,
    readRows: () => {
      const before = read;
      read = 0;
      return before;
    },
    store: {
      ...now(),
      rows: () => Promise.reject(new Error('reads all rows')),
      games: async (ids) => {
        if (ids.length > GAMES_READ_MAX || new Set(ids).size < ids.length) throw new Error('batch');
        return now().games(ids);
      },
      rowsOf: async (arena, some) => counted(await now().rowsOf(arena, some)),
      rowsAfter: async (arena, after, limit) => {
        const page = await now().rowsAfter(arena, after, limit);
        counted(page.rows);
        return page;
      },
    },
    start: (first, second) => {
      const seats = { first: seat(first), second: seat(second) };
      const startedAtMs = START_MS + 1_000 * made;
      // No order of ids is that of the starts.
      const game = newGame({ id: gameId(++made ^ ID_MASK), arena: ARENA.id, seats, startedAtMs });
      games.set(game.id, game);
      for (const who of [first, second]) put(who, { state: 'play', game: game.id });
    },
    end: (who, scored) => {
      const game = gameOf(who) as LiveGame;
      const endedAtMs = game.startedAtMs + 500;
      const done = finish(game, { winner: 'first', ending: 'resign', endedAtMs });
      games.set(game.id, done);
      for (const side of scored) score(whoOf(game, side));
    },
    score,
    cancel: (who) => {
      const game = gameOf(who);
      games.delete(game.id);
      for (const side of SIDES) put(whoOf(game, side), { state: 'idle', game: null });
    },
  };
}

type Page = Awaited<ReturnType<typeof listGames>>;

/** Page after page, each asked for by the cursor of the one before. */
async function pagesOf(
  { store }: Pick<World, 'store'>,
  arena: Arena = ARENA,
  between: (page: Page) => void = () => {},
): Promise<Page[]> {
  const pages: Page[] = [];
  let next: GamesPlace | null = null;
  do {
    const page: Page = await listGames({ store }, arena, next);
    pages.push(page);
    const text = page.next === null ? null : encodeGamesCursor(page.next);
    const cursor = decodeGamesCursor(arena, text);
    next = cursor.ok ? cursor.value : null;
    expect(next).toEqual(page.next);
    if (next !== null) between(page);
  } while (next !== null);
  return pages;
}

const idsOf = (games: readonly Pick<ListedGame, 'id'>[]): string[] => games.map(({ id }) => id);

/** Something happens to anybody; at the end of a game its rows may not be written yet. */
function happen(world: World, random: SeededRandom): void {
  const anybody = () => 1 + random.below(world.rows.size);
  const [one, other] = [anybody(), anybody()];
  const isFree = (who: number) => world.rows.get(who)?.game === null;
  const game = isFree(one) ? null : world.games.get(world.rows.get(one)?.game ?? '');
  if (game?.state === 'done') world.score(one);
  else if (game?.state === 'live') {
    const scored = [[...SIDES], ['first' as const], ['second' as const], []];
    if (random.below(20) === 0) world.cancel(one);
    else world.end(one, scored[random.below(5)] ?? SIDES);
  } else if (one !== other && isFree(one) && isFree(other)) world.start(one, other);
}

describe('the games of an arena', () => {
  it('are listed once each, whatever happens between two pages', async () => {
    let [cut, pages] = [0, 0];
    for (let index = 0; index < SEEDS; index++) {
      const random = seededRandom(SEED + index);
      const world = worldOf(2 + random.below(40));
      for (let times = random.below(1_500); times > 0; times--) happen(world, random);
      const before = new Set(world.games.keys());
      const listed: string[] = [];
      await pagesOf(world, ARENA, ({ next }) => {
        if (next !== null && next.skip > 0) cut++;
        for (let times = random.below(60); times > 0; times--) happen(world, random);
      }).then((read) => {
        pages += read.length;
        for (const { games } of read) {
          listed.push(...idsOf(games));
          expect(games.length).toBeLessThanOrEqual(GAMES_READ_MAX);
          expect(idsOf(games)).toEqual(
            idsOf(games.toSorted((a, b) => a.startedAtMs - b.startedAtMs)),
          );
        }
      });
      const kept = [...before].filter((id) => world.games.has(id));

      expect(new Set(listed).size, `SEED=${SEED + index}: twice`).toBe(listed.length);
      expect(
        kept.filter((id) => !listed.includes(id)),
        `SEED=${SEED + index}: lost`,
      ).toEqual([]);
    }
    console.log(`list of games: ${pages} pages, ${cut} of them end within a row`);
    expect(cut).toBeGreaterThan(0);
  });

  it('say which are scored for both, wherever their rows are', async () => {
    for (let index = 0; index < SEEDS; index++) {
      const random = seededRandom(SEED + index);
      const world = worldOf(2 + random.below(30));
      for (let times = random.below(600); times > 0; times--) happen(world, random);
      const playing = new Set([...world.rows.values()].flatMap(({ game }) => game ?? []));
      const expected = [...world.games.values()]
        .filter(({ id, state }) => state === 'done' && !playing.has(id))
        .map(({ id }) => id);
      const listed = (await pagesOf(world)).flatMap(({ games }) => games);

      expect(idsOf(listed.filter(({ scored }) => scored)).toSorted()).toEqual(expected.toSorted());
    }
  });

  it('of a settled arena are all scored, and no opponent is asked for', async () => {
    const world = worldOf(4);
    world.start(1, 2);
    world.end(1, SIDES);
    await pagesOf(world, ARENA);
    const open = world.readRows();
    const [page] = await pagesOf(world, anOpenArena({ shards: SHARDS, settled: true }));

    expect(page?.games.map(({ scored }) => scored)).toEqual([true]);
    expect([open, world.readRows()]).toEqual([5, 4]);
  });

  it('cost as many rows as it takes to fill a page', async () => {
    const world = worldOf(PAGE_ROWS_READ_MAX / 2);
    for (let round = 0; round < 2; round++) {
      for (let who = 1; who < world.rows.size; who += 2) {
        world.start(who, who + 1);
        world.end(who, SIDES);
      }
    }
    world.readRows();
    const read: number[] = [];
    const pages = await pagesOf(world, ARENA, () => read.push(world.readRows()));

    expect(pages.map(({ games }) => games.length)).toEqual([100, 100, 100, 100, 100]);
    // Half of the rows have two games that they began; opponents are fifty for each page.
    expect(Math.max(...read)).toBeLessThanOrEqual(150 + 50);
  });

  it('are looked for in a bounded number of rows: a page may be empty', async () => {
    const world = worldOf(PAGE_ROWS_READ_MAX + 500);
    const last = [...world.rows.values()]
      .toSorted((a, b) => a.shard - b.shard || (a.player < b.player ? -1 : 1))
      .at(-1);
    const who = Number(last?.name);
    world.start(who, 1);
    const read: number[] = [];
    const pages = await pagesOf(world, ARENA, () => read.push(world.readRows()));

    expect(pages.map(({ games }) => games.length)).toEqual([0, 1]);
    expect(read).toEqual([PAGE_ROWS_READ_MAX]);
  });
});

describe('the games of an arena as text', () => {
  it('are the finished ones, and pages together are one text', async () => {
    const world = worldOf(20);
    const random = seededRandom(SEED);
    for (let times = 0; times < 800; times++) happen(world, random);
    const texts: string[] = [];
    let next: GamesPlace | null = null;
    do {
      const page: Awaited<ReturnType<typeof listGameTexts>> = await listGameTexts(
        { store: world.store },
        ARENA,
        next,
      );
      texts.push(...page.texts);
      next = page.next;
    } while (next !== null);
    const done = [...world.games.values()].filter(
      (game): game is DoneGame => game.state === 'done',
    );
    const read = readGames(texts.join(''));

    expect(done.length).toBeGreaterThan(GAMES_READ_MAX);
    expect(read.map(({ tags }) => tags.get('GameId')).toSorted()).toEqual(idsOf(done).toSorted());
    expect(new Set(read.map(({ tags }) => tags.get('Event')))).toEqual(new Set([ARENA.name]));
  });
});

describe('a cursor of games', () => {
  const player = anIdleRow(1).player;
  it.each([
    '',
    'x',
    player,
    `0-${player}`,
    `0-${player}-`,
    `0-${player}-x`,
    `0-${player}--1`,
    `${SHARDS}-${player}-0`,
    '0-x-0',
    `0-${player}-0-0`,
    ` 0-${player}-0`,
  ])('%j is none', (cursor) => {
    expect(decodeGamesCursor(ARENA, cursor)).toMatchObject({
      ok: false,
      error: { code: 'invalid', field: 'cursor', expected: 'the cursor that a page ends with' },
    });
  });

  it('says where to go on, and nothing is the start', () => {
    const place = { shard: SHARDS - 1, player, skip: 12 };
    expect(decodeGamesCursor(ARENA, encodeGamesCursor(place))).toEqual({ ok: true, value: place });
    expect(decodeGamesCursor(ARENA, null)).toEqual({ ok: true, value: null });
  });
});
