import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { SIDES } from '../../shared/rules/rules.ts';
import { liveGames } from '../support/organising.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import {
  gameBetween,
  gather,
  lost,
  newestRatings,
  type Ratings,
  ratedBy,
  ratingWrites,
  unplayed,
} from '../support/rated-play.ts';
import {
  createStage,
  openArena,
  playersOf,
  rowOf,
  type Stage,
  speaking,
} from '../support/stage.ts';

const [ama, kofi, esi] = playersOf(3) as [PlayerId, PlayerId, PlayerId];

/** Ama and Kofi have so many games behind them, and one more that is over and not scored. */
async function unscored(before: number) {
  const { stage, arena } = await openArena([ama, kofi]);
  const games: DoneGame[] = [];
  for (let game = 0; game <= before; game++) {
    await gather(stage, arena, [ama, kofi]);
    games.push(await lost(stage, gameBetween(stage, [ama, kofi]), 'first'));
    if (game < before) await scoreGame(stage.ports, present(games[game], 'game'));
  }
  return { stage, arena, game: present(games.at(-1), 'game'), ratings: ratedOn(stage, games) };
}

const ratedOn = (stage: Stage, games: readonly DoneGame[]): Ratings =>
  ratedBy(games, unplayed(stage));

/** The same with everybody off line: who is told what is another race. */
const silent = ({ store, clock }: Stage): Stage =>
  createStage({
    entities: store.all().map((one) => (one.type === 'row' ? { ...one, connection: null } : one)),
    nowMs: clock.nowMs,
  });

const scoring =
  (game: DoneGame): Task =>
  (ports) =>
    scoreGame(ports, game);

describe('two scorers of one game', () => {
  it.each([
    ['the first rated game', 0, 0],
    ['a later one, one of them dying anywhere', 2, 1],
  ])('rate it once, whatever they do when: %s', async (name, before, crashes) => {
    const { stage, arena, game, ratings } = await unscored(before);
    const from = silent(stage);
    await raceOnStage(`scorers of ${name}`, {
      from,
      crashes,
      tasks: () => [scoring(game), scoring(game)],
      check: async (stage) => {
        expect(newestRatings(stage)).toEqual(ratings);
        expect(ratingWrites(stage)).toBe(SIDES.length);
        for (const player of [ama, kofi]) {
          expect((await rowOf(stage, arena, player)).glicko).toEqual(ratings.get(player));
        }
      },
    });
  });

  it('of which one comes late, while the next game is scored, leave that one rated', async () => {
    const { stage: played, arena, game: first } = await unscored(0);
    await scoreGame(played.ports, first);
    await gather(played, arena, [ama, kofi]);
    const second = await lost(played, gameBetween(played, [ama, kofi]), 'second');
    const from = silent(played);
    await raceOnStage('an old record beside the next game', {
      from,
      fresh: true,
      tasks: () => [scoring(first), scoring(second)],
      check: (stage) => {
        expect(newestRatings(stage)).toEqual(ratedOn(from, [first, second]));
        expect(ratingWrites(stage)).toBe(SIDES.length);
      },
    });
  });
});

/** The newest rating of everybody is in every game that runs, and where he sits. */
async function expectFreshSeats(stage: Stage, arenas: readonly Arena[]): Promise<void> {
  const newest = newestRatings(stage);
  for (const { seats } of liveGames(stage)) {
    for (const side of SIDES) {
      expect(seats[side].glicko).toEqual(newest.get(seats[side].player));
    }
  }
  for (const arena of arenas) {
    for (const row of await stage.store.rows(arena, 'consistent')) {
      const isRated = row.state !== 'play' || liveGames(stage).some(({ id }) => id === row.game);
      if (row.seated && isRated) expect(row.glicko).toEqual(newest.get(row.player));
    }
  }
}

describe('a player of two arenas', () => {
  it('goes on with his newest rating, there and back again', async () => {
    const { stage, arena: first } = await openArena([ama, kofi]);
    const { arena: second } = await openArena([esi], stage);
    const games: DoneGame[] = [];
    const meet = async (arena: Arena, opponent: PlayerId): Promise<void> => {
      await gather(stage, arena, [ama, opponent]);
      const running = gameBetween(stage, [ama, opponent]);
      const newest = ratedOn(stage, games);
      for (const side of SIDES) {
        const { player, glicko } = running.seats[side];
        expect(glicko).toEqual(newest.get(player));
      }
      games.push(await lost(stage, running, games.length === 1 ? 'second' : 'first'));
      await scoreGame(stage.ports, present(games.at(-1), 'game'));
    };
    const { joinedRating } = await rowOf(stage, first, ama);
    await meet(first, kofi);
    await meet(second, esi);
    await meet(second, esi);
    await meet(first, kofi);

    const ratings = ratedOn(stage, games);
    const row = await rowOf(stage, first, ama);
    expect(newestRatings(stage)).toEqual(ratings);
    expect(ratings.get(ama)?.games).toBe(4);
    expect(row).toMatchObject({ glicko: ratings.get(ama), joinedRating });
    expect(stage.bugs).toEqual([]);
  });

  it('is not paired by an old ticket that he left behind', async () => {
    const { stage, arena: first } = await openArena([ama]);
    const { arena: second } = await openArena([esi], stage);
    await openArena([kofi], stage);
    await pairArena(stage.ports, first.id);
    await gather(stage, second, [ama, esi]);
    const game = await lost(stage, gameBetween(stage, [ama, esi]), 'first');
    await scoreGame(stage.ports, game);
    const back = { t: 'lobby', arena: first.id, after: null } as const;
    await visitLobby(stage.ports, speaking(stage, ama), { t: 'enter', arena: first.id });
    await visitLobby(stage.ports, speaking(stage, ama), back);
    const old = present(await stage.store.pool(first.id), 'pool').tickets;
    expect(old).toMatchObject([{ player: ama, glicko: { games: 0 } }]);
    // Nobody has woken the pairing for her yet.
    await gather(stage, first, [kofi]);

    const { seats } = gameBetween(stage, [ama, kofi]);
    const seat = seats.first.player === ama ? seats.first : seats.second;
    expect(seat.glicko.games).toBe(1);
    await expectFreshSeats(stage, [first, second]);
    expect(stage.bugs).toEqual([]);
  });

  it.each([
    ['for the first time', false],
    ['again', true],
  ])(
    'takes a seat %s while his game is scored: with the rating after it, or not at all',
    async (how, again) => {
      const { stage: from, arena: here } = await openArena([ama, kofi]);
      const { arena: there } = await openArena([esi], from);
      const enter = { t: 'enter', arena: there.id } as const;
      if (again) await visitLobby(from.ports, speaking(from, ama), enter);
      await gather(from, here, [ama, kofi]);
      const game = await lost(from, gameBetween(from, [ama, kofi]), 'first');
      const answers = new Set<string>();
      await raceOnStage(`taking a seat ${how} against scoring`, {
        from,
        tasks: (stage) => [
          scoring(game),
          (ports) => visitLobby(ports, speaking(stage, ama), enter),
        ],
        check: async (stage, [, answer]) => {
          const { t, code } = answer as { t: string; code?: string };
          answers.add(code ?? t);
          expect(newestRatings(stage)).toEqual(ratedOn(from, [game]));
          await expectFreshSeats(stage, [here, there]);
        },
      });
      expect([...answers].sort()).toEqual(['playingElsewhere', 'state']);
    },
  );

  it('is paired there while his game is scored here: with the rating after it', async () => {
    const { stage: from, arena: here } = await openArena([ama, kofi]);
    const { arena: there } = await openArena([esi], from);
    await gather(from, here, [ama, kofi]);
    const game = await lost(from, gameBetween(from, [ama, kofi]), 'first');
    let paired = 0;
    await raceOnStage('a seat and a game there against scoring here', {
      from,
      fresh: true,
      tasks: (stage) => [
        scoring(game),
        async (ports) => {
          const at = speaking(stage, ama);
          await visitLobby(ports, at, { t: 'enter', arena: there.id });
          const lobby = { t: 'lobby', arena: there.id, after: null } as const;
          await visitLobby(ports, at, lobby);
          const row = await ports.store.row(there, ama, 'consistent');
          await pairArena(ports, there.id, row === null ? [] : [row]);
        },
      ],
      check: async (stage) => {
        if (liveGames(stage).length > 0) paired++;
        expect(newestRatings(stage)).toEqual(ratedOn(from, [game]));
        await expectFreshSeats(stage, [here, there]);
      },
    });
    expect(paired).toBeGreaterThan(0);
  });
});
