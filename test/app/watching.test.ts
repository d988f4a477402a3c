import { describe, expect, it } from 'vitest';
import { decodeGamesCursor, encodeGamesCursor } from '../../shared/app/games-cursor.ts';
import { listLiveGames } from '../../shared/app/list-live-games.ts';
import { listPlayerGames, listPlayerGameTexts } from '../../shared/app/list-player-games.ts';
import { findGame, showGame } from '../../shared/app/show-game.ts';
import { showTopGame } from '../../shared/app/top-game.ts';
import { entryOf } from '../../shared/arena/log.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { present } from '../../shared/core/assert.ts';
import { finish } from '../../shared/game/finish.ts';
import { timesOf } from '../../shared/game/times.ts';
import { newGame, START_MS, seat } from '../game/board.ts';
import { anIdleRow, anOpenArena, gameId, playerId } from '../support/builders.ts';
import { memoryStore } from '../support/memory-store.ts';
import { freshTable, loseAndScore, setPolicy } from '../support/organising.ts';
import { gameOf, pairedArena, playersOf, playTo } from '../support/stage.ts';

const DELAY_PLIES = 3;

/** A game of six turns in an arena that shows every turn three turns late. */
async function delayed() {
  const { stage, arena: open, games } = await pairedArena(playersOf(2));
  const arena = await setPolicy(stage, open, { publicDelayPlies: DELAY_PLIES });
  const { id } = present(games[0], 'game');
  const game = await playTo(stage, id, 6);
  await freshTable(stage, arena);
  return { stage, arena, game };
}

describe('a game as watchers see it', () => {
  it('is as late as the arena wants it, in every list, and whole once it is over', async () => {
    const { stage, arena, game } = await delayed();
    const one = async () => {
      const found = await findGame(stage.ports, game.id);
      if (!found.ok) throw new Error(found.error.code);
      return showGame(stage.ports, found.value);
    };
    const live = await listLiveGames(stage.ports, arena, null);
    const top = await showTopGame(stage.ports, arena);
    const shown = [await one(), top.game, live.ok ? live.value.games[0] : null];

    for (const view of shown) {
      const late = { id: game.id, ply: DELAY_PLIES, times: null, end: null, counted: false };
      expect(view).toMatchObject(late);
      expect(view?.moves.split(' ')).toHaveLength(DELAY_PLIES);
    }
    await loseAndScore(stage, game);
    const whole = await one();
    expect(whole).toMatchObject({ ply: 6, counted: true, end: { ending: 'resign' } });
    expect(whole.moves.split(' ')).toHaveLength(6);
    expect(whole.moves.startsWith(present(shown[0], 'view').moves)).toBe(true);
    expect(whole.times).toEqual(timesOf(await gameOf(stage, game.id)));
    expect(whole.times).toHaveLength(6);
  });

  it('says the arena by name, and the ranks of now, not those of the pairing', async () => {
    const { stage, arena, game } = await delayed();
    const shown = async () => {
      const found = await findGame(stage.ports, game.id);
      return found.ok ? showGame(stage.ports, found.value) : found.error.code;
    };
    const before = await shown();
    await loseAndScore(stage, game, 'first');
    await freshTable(stage, arena);

    expect(before).toMatchObject({ arena: arena.id, arenaName: 'Sunday' });
    expect(await shown()).toMatchObject({
      ...{ ranks: { first: 2, second: 1 }, first: { rank: game.seats.first.rank } },
    });
    expect(await findGame(stage.ports, gameId(9))).toEqual({
      ok: false,
      error: { code: 'noSuchGame', field: 'id' },
    });
  });
});

describe('the games of one player', () => {
  const GAMES = 205;
  const arena = anOpenArena({ policy: PRESETS.classic });

  /** Player 1 has played 2 on either side, then 3 as second, and plays 2 now. */
  function longEvening() {
    const all = Array.from({ length: GAMES + 1 }, (_, index) => {
      const [one, other] = index === GAMES - 1 ? [3, 1] : index % 3 === 0 ? [1, 2] : [2, 1];
      const seats = { first: seat(one as number), second: seat(other as number) };
      return newGame({ id: gameId(index + 1), seats, startedAtMs: START_MS + 1_000 * index });
    });
    const live = present(all.at(-1), 'last game');
    const done = all.slice(0, -1).map((game) => {
      const endedAtMs = game.startedAtMs + 500;
      return finish(game, { winner: 'first', ending: 'resign', endedAtMs });
    });
    const rows = [1, 2, 3].map((who) => {
      const log = done.flatMap((game) => {
        const { first, second } = game.seats;
        if (first.player === playerId(who)) return [entryOf(game, 'first')];
        return second.player === playerId(who) ? [entryOf(game, 'second')] : [];
      });
      // The game of 3 is on the sheet of 1 and not yet on his own.
      const last = present(log.at(-1), 'last entry');
      if (who === 3) {
        return anIdleRow(who, { log: log.slice(0, -1), state: 'play', game: last.game });
      }
      return anIdleRow(who, { log, state: 'play', game: live.id });
    });
    const store = memoryStore(undefined, undefined, [arena, ...rows, ...done, live]);
    const unscored = present(rows[2]?.game, 'game of 3');
    return { ports: { store }, done, live, unscored };
  }

  async function allOf({ ports }: ReturnType<typeof longEvening>, finished: boolean) {
    const games = [];
    const sizes = [];
    let from = null;
    do {
      const page: Awaited<ReturnType<typeof listPlayerGames>> = await listPlayerGames(
        ports,
        arena,
        playerId(1),
        from,
        finished,
      );
      if (!page.ok) throw new Error(page.error.code);
      games.push(...page.value.games);
      sizes.push(page.value.games.length);
      const { next } = page.value;
      const cursor = decodeGamesCursor(arena, next && encodeGamesCursor(next));
      from = cursor.ok ? cursor.value : null;
    } while (from !== null);
    return { games, sizes };
  }

  it('are all of his, on both sides, in the order in which they were played', async () => {
    const evening = longEvening();
    const { games, sizes } = await allOf(evening, false);

    expect(sizes).toEqual([100, 100, 6]);
    expect(games.map(({ id }) => id)).toEqual([...evening.done, evening.live].map(({ id }) => id));
    const unscored = games.filter(({ scored }) => !scored).map(({ id }) => id);
    expect(unscored).toEqual([evening.unscored, evening.live.id]);
  });

  it('are without the running one where finished ones are asked for, and as text', async () => {
    const evening = longEvening();
    const { games } = await allOf(evening, true);
    const texts = await listPlayerGameTexts(evening.ports, arena, playerId(1), null);

    expect(games.map(({ id }) => id)).toEqual(evening.done.map(({ id }) => id));
    expect(texts.ok && texts.value.texts).toHaveLength(100);
  });

  it('are refused of somebody who is not there, and at the cursor of another list', async () => {
    const { ports } = longEvening();
    const place = { shard: 0, player: playerId(2), skip: 0 };
    expect(await listPlayerGames(ports, arena, playerId(9), null, false)).toEqual({
      ok: false,
      error: { code: 'notEntered', field: 'player' },
    });
    expect(await listPlayerGames(ports, arena, playerId(1), place, false)).toMatchObject({
      ...{ ok: false, error: { code: 'invalid', field: 'cursor' } },
    });
  });
});
