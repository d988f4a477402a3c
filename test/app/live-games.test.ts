import { describe, expect, it } from 'vitest';
import { listLiveGame, listLiveGames } from '../../shared/app/list-live-games.ts';
import { publishFinal } from '../../shared/app/publish-table.ts';
import { showTopGame } from '../../shared/app/top-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { type SeededRandom, seededRandom } from '../../shared/core/random.ts';
import type { ListedGame } from '../../shared/protocol/spectate-view.ts';
import { anOpenArena, playerId } from '../support/builders.ts';
import { gameIn, type Hall, hallOf } from '../support/hall.ts';

const SEEDS = 60 * Number(process.env.SEEDS ?? 1);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`live games: SEED=${SEED}, ${SEEDS} arenas`);

const ARENA = anOpenArena({ playersMax: 1_000 });
const ROWS_A_PAGE_MAX = 500;

interface Read {
  readonly games: readonly ListedGame[];
  readonly next: string | null;
}

async function pagesOf({ ports, arena }: Hall, of: Arena = arena): Promise<Read[]> {
  const pages: Read[] = [];
  let cursor: string | null = null;
  do {
    const page = await listLiveGames(ports, of, cursor);
    if (!page.ok) throw new Error(page.error.code);
    pages.push(page.value);
    cursor = page.value.next;
  } while (cursor !== null);
  return pages;
}

const gamesOf = async (hall: Hall, of: Arena = hall.arena): Promise<ListedGame[]> =>
  (await pagesOf(hall, of)).flatMap(({ games }) => games);

const topOf = async ({ ports, arena }: Hall, of: Arena = arena) =>
  (await showTopGame(ports, of)).game;

const idsOf = (games: readonly Pick<ListedGame, 'id'>[]) => games.map(({ id }) => id);

/** Who plays whom, at random, of so many players. */
function anyPlays(random: SeededRandom, players: number): [number, number][] {
  const free = Array.from({ length: players }, (_, index) => index + 1);
  const anybody = (): number => free.splice(random.below(free.length), 1)[0] as number;
  const plays: [number, number][] = [];
  for (let pairs = random.below(Math.floor(players / 2) + 1); pairs > 0; pairs--) {
    plays.push([anybody(), anybody()]);
  }
  return plays;
}

describe('running games', () => {
  it('are listed by the better placed of the two, with the ranks of both now', async () => {
    const hall = await hallOf(ARENA, {
      players: 6,
      plays: [
        [4, 3],
        [2, 5],
      ],
    });
    const games = await gamesOf(hall);

    expect(idsOf(games)).toEqual([gameIn(hall, 1).id, gameIn(hall, 0).id]);
    expect(games.map(({ ranks }) => ranks)).toEqual([
      { first: 2, second: 5 },
      { first: 4, second: 3 },
    ]);
    expect(games[0]).toMatchObject({ scored: false, counted: false, times: null, end: null });
  });

  it('are all listed, once each, whoever plays, and none that is over', async () => {
    let pages = 0;
    for (let index = 0; index < SEEDS; index++) {
      const random = seededRandom(SEED + index);
      const players = 2 + random.below(300);
      const plays = anyPlays(random, players);
      const over = plays.flatMap((_, game) => (random.below(10) === 0 ? [game] : []));
      const waiting = random.below(2) === 0;
      const hall = await hallOf(ARENA, { players, plays, over, waiting });
      const read = await pagesOf(hall);
      const listed = read.flatMap(({ games }) => games);
      const best = (game: number) => Math.min(...(plays[game] as [number, number]));
      const expected = plays
        .map((_, game) => game)
        .filter((game) => !over.includes(game))
        .sort((a, b) => best(a) - best(b));

      pages = Math.max(pages, read.length);
      expect(idsOf(listed), `SEED=${SEED + index}`).toEqual(
        expected.map((game) => gameIn(hall, game).id),
      );
      expect((await topOf(hall))?.id, `SEED=${SEED + index}: top`).toBe(listed[0]?.id);
    }
    expect(pages).toBeGreaterThan(1);
  });

  it('cost the rows of those who take part, a bounded number of them a page', async () => {
    const nobody = await hallOf(ARENA, { players: 1_200 });
    expect([await pagesOf(nobody), nobody.rowsRead()]).toEqual([[{ games: [], next: null }], 0]);
    expect([await topOf(nobody), nobody.rowsRead()]).toEqual([null, 0]);

    // All of them wait, and the last two play.
    const hall = await hallOf(ARENA, { players: 1_200, plays: [[1_200, 1_199]], waiting: true });
    const first = await listLiveGames(hall.ports, ARENA, null);
    expect([first, hall.rowsRead()]).toEqual([
      { ok: true, value: { games: [], next: `live-${ROWS_A_PAGE_MAX}` } },
      ROWS_A_PAGE_MAX,
    ]);
    expect((await pagesOf(hall)).map(({ games }) => games.length)).toEqual([0, 0, 1]);
    hall.rowsRead();
    expect([await topOf(hall), hall.rowsRead()]).toEqual([null, 100]);

    // One is left after a page, who plays somebody that the table does not know yet.
    const [players, newcomer] = [ROWS_A_PAGE_MAX + 1, 999];
    const rest = await hallOf(ARENA, { players, plays: [[players, newcomer]], waiting: true });
    expect((await pagesOf(rest)).map(({ games }) => games.length)).toEqual([0, 1]);

    const best = await hallOf(ARENA, { players: 1_200, plays: [[1, 2]], waiting: true });
    expect((await topOf(best))?.id).toBe(gameIn(best, 0).id);
    expect(best.rowsRead()).toBe(20);
  });

  it.each([
    ['before the start', { state: 'created' }],
    ['of a cancelled arena', { state: 'cancelled' }],
    ['of a settled arena', { state: 'frozen', settled: true }],
  ] as const)('%s are none, and nothing is read for it', async (_, part) => {
    const hall = await hallOf(ARENA, { players: 4, plays: [[1, 2]] });
    const of = { ...ARENA, ...part };

    expect(await gamesOf(hall, of)).toEqual([]);
    expect(await topOf(hall, of)).toBeNull();
    expect(hall.rowsRead()).toBe(0);
  });

  it('go on after the freeze, and are found though the table says nothing of them', async () => {
    const plays: [number, number][] = [
      [150, 3],
      [2, 120],
    ];
    const hall = await hallOf(ARENA, { players: 150, plays });
    const frozen = { ...ARENA, state: 'frozen', finalVersion: 1 } as const;
    const final = { version: 1, winners: [], disqualified: [playerId(1)] };
    await publishFinal(hall.ports, frozen, hall.rows, final);
    const games = await gamesOf(hall, frozen);

    expect(idsOf(games)).toEqual([gameIn(hall, 1).id, gameIn(hall, 0).id]);
    expect(games.map(({ ranks }) => ranks)).toEqual([
      { first: 1, second: 119 },
      { first: 149, second: 2 },
    ]);
    expect((await topOf(hall, frozen))?.id).toBe(gameIn(hall, 1).id);
  });

  it('of one player are the one that he plays', async () => {
    const hall = await hallOf(ARENA, {
      players: 5,
      plays: [
        [4, 3],
        [2, 5],
      ],
      over: [1],
    });
    const of = (who: number) => listLiveGame(hall.ports, ARENA, playerId(who));
    const { id } = gameIn(hall, 0);

    for (const who of [3, 4]) {
      const ranks = { first: 4, second: 3 };
      expect(await of(who)).toMatchObject({ value: { games: [{ id, ranks }], next: null } });
    }
    for (const who of [1, 2]) expect(await of(who)).toMatchObject({ value: { games: [] } });
    expect(await of(6)).toEqual({ ok: false, error: { code: 'notEntered', field: 'player' } });
  });

  it.each(['', 'x', '50', 'live-', 'live--1', 'live-1x', `0-${playerId(1)}-0`])(
    'have no page at the cursor %j',
    async (cursor) => {
      const hall = await hallOf(ARENA, { players: 2 });
      expect(await listLiveGames(hall.ports, ARENA, cursor)).toMatchObject({
        ...{ ok: false, error: { code: 'invalid', field: 'cursor' } },
      });
    },
  );
});
