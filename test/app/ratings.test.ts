import { describe, expect, it } from 'vitest';
import { play } from '../../shared/app/play.ts';
import type { Commit, Ports, Write } from '../../shared/app/ports.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { watchGame } from '../../shared/app/watch-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { displayed } from '../../shared/game/glicko.ts';
import { viewEnd } from '../../shared/protocol/game-view.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { dyingAfter, liveGames, setPolicy } from '../support/organising.ts';
import {
  gather,
  lost,
  newestRatings,
  ratedBy,
  ratingWrites,
  setArena,
  unplayed,
} from '../support/rated-play.ts';
import {
  createStage,
  gameOf,
  lineOf,
  openArena,
  pairedArena,
  playersOf,
  playTo,
  rowOf,
  type Stage,
  speaking,
} from '../support/stage.ts';

const SEED = Number(process.env.SEED ?? 1);
const SEEDS = Number(process.env.SEEDS ?? 1);
const ROUNDS = 4;
/** More calls than scoring a game makes. */
const CALLS_MAX = 40;

/** A stage with one game that is over, and not scored. */
async function lostGame() {
  const { stage, arena, players, games } = await pairedArena(playersOf(2));
  const game = await lost(stage, present(games[0], 'game'), 'first');
  return { stage, arena, players, game };
}

/** Scores again and again, dying one call later each time; how often it died with ratings alone. */
async function scoreWithDeaths(stage: Stage, arena: Arena, game: DoneGame): Promise<number> {
  const { player, glicko } = game.seats.first;
  let between = 0;
  for (let calls = 0; calls < CALLS_MAX; calls++) {
    const died = await scoreGame(dyingAfter(stage.ports, calls), game).then(
      () => false,
      (cause: Error) => {
        if (cause.message !== 'died') throw cause;
        return true;
      },
    );
    if (!died) return between;
    const isRated = (newestRatings(stage).get(player)?.games ?? 0) > glicko.games;
    if (isRated && (await rowOf(stage, arena, player)).state === 'play') between++;
  }
  throw new Error('never done');
}

describe('the ratings after rated games', () => {
  const seeds = Array.from({ length: Math.max(1, 5 * SEEDS) }, (_, index) => SEED + index);

  it.each(seeds)(
    'are what the games make of them, one by one, however they are scored: seed %i',
    async (seed) => {
      const random = seededRandom(seed);
      const shuffled = <T>(some: readonly T[]): T[] =>
        some
          .map((one) => [random.unit(), one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one);
      const { stage, arena: open, players, games } = await pairedArena(playersOf(6));
      const arena = await setPolicy(stage, open, { reach: 1 });
      const done: DoneGame[] = [];
      let between = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const running = round === 0 ? games : liveGames(stage);
        const over: DoneGame[] = [];
        for (const game of running) {
          over.push(await lost(stage, game, random.below(2) === 0 ? 'first' : 'second'));
        }
        for (const game of shuffled(over)) {
          between += await scoreWithDeaths(stage, arena, game);
        }
        done.push(...over);
        // Records of long ago come again, in any order.
        for (const game of shuffled(done)) await scoreGame(stage.ports, game);
        await gather(stage, arena, players);
      }

      expect(done.length).toBeGreaterThan(2 * ROUNDS);
      expect(between).toBeGreaterThan(0);
      expect(newestRatings(stage)).toEqual(ratedBy(done, unplayed(stage)));
      expect(ratingWrites(stage)).toBe(2 * done.length);
      for (const player of players) {
        const { glicko, rating } = await rowOf(stage, arena, player);
        expect(glicko).toEqual(newestRatings(stage).get(player));
        expect(rating).toBe(displayed(glicko));
      }
      expect(stage.bugs).toEqual([]);
    },
  );

  it('are what both were told at the end of the game', async () => {
    const { stage, games } = await pairedArena(playersOf(2));
    const { id, seats } = present(games[0], 'game');
    const loser = speaking(stage, seats.first.player);
    const answer = await play(stage.ports, loser, { t: 'resign', game: id });
    const pushed = stage.told.filter(({ message }) => message.t === 'ended');
    await scoreGame(stage.ports, (await gameOf(stage, id)) as DoneGame);

    const change = (side: Side) => {
      const stored = present(newestRatings(stage).get(seats[side].player), 'rating');
      return { before: seats[side].rating, after: displayed(stored) };
    };
    const ratings = { first: change('first'), second: change('second') };
    expect(ratings.first.after).toBeLessThan(ratings.first.before);
    expect(answer).toMatchObject({ t: 'ended', end: { ratings } });
    expect(pushed).toMatchObject([
      { to: lineOf(seats.second.player), message: { end: { ratings } } },
    ]);
  });

  it('are of one kind of game: another one begins anew', async () => {
    const { stage, game, players } = await lostGame();
    await scoreGame(stage.ports, game);
    const [player] = players as [PlayerId, PlayerId];
    const { arena: open } = await openArena([], stage);
    const chess = await setArena(stage, open, { kind: 'chess' });
    await gather(stage, chess, [player]);

    const { glicko } = await rowOf(stage, chess, player);
    expect(glicko).toEqual(unplayed(stage).get(player));
    expect(newestRatings(stage).get(player)?.games).toBe(1);
  });

  it('are stored once where an answer is lost or a transaction is in the way', async () => {
    const { stage, game } = await lostGame();
    const { store } = stage.ports;
    let calls = 0;
    const commit = async (writes: readonly Write[]): Promise<Commit> => {
      if (calls++ % 2 === 0) return { kind: 'busy' };
      const first = await store.commit(writes);
      return writes.length === 1 && first.kind === 'stored' ? store.commit(writes) : first;
    };
    await scoreGame({ ...stage.ports, store: { ...store, commit } }, game);

    expect(newestRatings(stage)).toEqual(ratedBy([game], unplayed(stage)));
    expect(ratingWrites(stage)).toBe(2);
    expect(stage.bugs).toEqual([]);
  });

  it('keep the row waiting while they cannot be stored', async () => {
    const { stage, arena, game } = await lostGame();
    const { store } = stage.ports;
    const commit = async (): Promise<Commit> => ({ kind: 'busy' });
    const busy: Ports = { ...stage.ports, store: { ...store, commit } };

    await expect(scoreGame(busy, game)).rejects.toThrow(/rating of .* cannot be stored/);
    expect(await rowOf(stage, arena, game.seats.first.player)).toMatchObject({ state: 'play' });
  });

  it('never grow out of nothing: a game that starts from a lost rating is not scored', async () => {
    const { stage: before, arena, game, players } = await lostGame();
    await scoreGame(before.ports, game);
    await gather(before, arena, players);
    const next = await lost(before, present(liveGames(before)[0], 'next game'), 'second');
    const entities = before.store.all().filter(({ type }) => type !== 'rating');
    const stage = createStage({ entities, nowMs: before.clock.nowMs });

    await expect(scoreGame(stage.ports, next)).rejects.toThrow('cannot be stored');
    expect(ratingWrites(stage)).toBe(0);
  });
});

describe('a rating that is older than the game that started from it', () => {
  it('is no sign that the game is counted already: it is not scored', async () => {
    const { stage: before, arena, game, players } = await lostGame();
    await scoreGame(before.ports, game);
    const older = before.store.all().filter(({ type }) => type === 'rating');
    await gather(before, arena, players);
    const second = await lost(before, present(liveGames(before)[0], 'second game'), 'second');
    await scoreGame(before.ports, second);
    await gather(before, arena, players);
    const third = await lost(before, present(liveGames(before)[0], 'third game'), 'first');
    const others = before.store.all().filter(({ type }) => type !== 'rating');
    const { nowMs } = before.clock;
    const stage = createStage({ entities: [...others, ...older], nowMs });

    expect(third.seats.first.glicko.games).toBe(2);
    await expect(scoreGame(stage.ports, third)).rejects.toThrow('cannot be stored');
    expect(stage.store.all().filter(({ type }) => type === 'rating')).toEqual(older);
  });
});

describe('a game that changes no rating', () => {
  it('is one of a casual arena', async () => {
    const { stage, arena: open, players } = await openArena(playersOf(2));
    const arena = await setArena(stage, open, { rated: false });
    await gather(stage, arena, players);
    const game = await lost(stage, present(liveGames(stage)[0], 'game'), 'first');
    await scoreGame(stage.ports, game);

    expect(ratingWrites(stage)).toBe(0);
    expect(viewEnd(game)?.ratings).toBeNull();
    for (const player of players) {
      const row = await rowOf(stage, arena, player);
      expect(row.log).toHaveLength(1);
      expect(row.glicko).toEqual(unplayed(stage).get(player));
    }
  });

  it.each([true, false])(
    'is a no-show where the policy says so: noShowRated %s',
    async (noShowRated) => {
      const { stage, arena: open, players } = await openArena(playersOf(2));
      const arena = await setPolicy(stage, open, { noShowRated });
      await gather(stage, arena, players);
      const { id, deadlineMs } = present(liveGames(stage)[0], 'game');
      stage.clock.nowMs = deadlineMs + 1_000;
      await watchGame(stage.ports, id);
      const missed = (await gameOf(stage, id)) as DoneGame;
      await scoreGame(stage.ports, missed);

      expect(missed.ending).toBe('noShow');
      const rated = noShowRated ? [missed] : [];
      expect(ratingWrites(stage)).toBe(2 * rated.length);
      const expected = ratedBy(rated, unplayed(stage));
      for (const player of players) {
        const row = await rowOf(stage, arena, player);
        expect(row.log).toHaveLength(1);
        expect(row.glicko).toEqual(expected.get(player));
      }
    },
  );

  it('is no-show alone: who resigns in the same arena loses rating', async () => {
    const { stage, arena: open, players } = await openArena(playersOf(2));
    const arena = await setPolicy(stage, open, { noShowRated: false });
    await gather(stage, arena, players);
    const running = present(liveGames(stage)[0], 'game');
    await playTo(stage, running.id, 2);
    const game = await lost(stage, running, 'second');
    await scoreGame(stage.ports, game);

    expect(newestRatings(stage)).toEqual(ratedBy([game], unplayed(stage)));
  });
});
