import { describe, expect, it } from 'vitest';
import { look } from '../../shared/app/look.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { DELAY_MS_MAX } from '../../shared/app/ports.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { watchAgain, watchGame } from '../../shared/app/watch-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { buildSheet } from '../../shared/arena/sheet.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { FLAG_GRACE_MS } from '../../shared/game/clock.ts';
import type { DoneGame, Game } from '../../shared/game/game.ts';
import { sideOf } from '../../shared/game/game.ts';
import { frozenOn, liveGames, setPolicy } from '../support/organising.ts';
import { gameOf, openArena, playersOf, playTo, rowOf, type Stage } from '../support/stage.ts';
import { pairAgain, twoWins } from './two-wins.ts';

/** The server looks when the countdown is over for good, and scores. */
async function runOut(stage: Stage, game: Game): Promise<DoneGame> {
  stage.clock.nowMs = game.deadlineMs + FLAG_GRACE_MS;
  await watchGame(stage.ports, game.id);
  const done = (await gameOf(stage, game.id)) as DoneGame;
  await scoreGame(stage.ports, done);
  return done;
}

/** What his last game paid him, in half points. */
async function lastScore(stage: Stage, arena: Arena, player: PlayerId) {
  const { log } = await rowOf(stage, arena, player);
  const { points, reason } = present(buildSheet(arena, log).scores.at(-1), 'score');
  return { points, reason };
}

describe('a player who does not make his first move in time', () => {
  it.each([
    // lichess-org/lila#544, lichess-org/lila#11611
    { name: 'the first mover', plies: 0, loser: 'first', winner: 'second' },
    { name: 'the second mover', plies: 1, loser: 'second', winner: 'first' },
  ] as const)('has lost with nothing and pauses: $name', async ({ plies, loser, winner }) => {
    const { stage, arena } = await openArena(playersOf(2));
    await pairArena(stage.ports, arena.id);
    const game = await playTo(stage, present(liveGames(stage)[0], 'game').id, plies);
    const { seats, deadlineMs } = game;
    stage.clock.nowMs = deadlineMs;
    await watchGame(stage.ports, game.id);
    expect(await gameOf(stage, game.id)).toEqual(game);

    const done = await runOut(stage, game);

    const end = { winner, ending: 'noShow', endedAtMs: deadlineMs, ply: plies };
    expect(done).toMatchObject(end);
    const scores = [
      await lastScore(stage, arena, seats[winner].player),
      await lastScore(stage, arena, seats[loser].player),
    ];
    // Stored in half points.
    expect(scores).toEqual([
      { points: 4, reason: 'win' },
      { points: 0, reason: 'noShow' },
    ]);
    expect(await rowOf(stage, arena, seats[winner].player)).toMatchObject({ paused: false });
    expect(await rowOf(stage, arena, seats[loser].player)).toMatchObject({ paused: true });
    expect(stage.bugs).toEqual([]);
  });

  // lichess-org/lila#544, lichess-org/lila#11611
  it('gives double points to an opponent who is on fire', async () => {
    const { stage, arena, hero, other, last } = await twoWins();
    const paired = await pairAgain(stage, arena, [hero, other], last);
    const game = await playTo(stage, paired.id, sideOf(paired, hero) === 'first' ? 1 : 0);

    const done = await runOut(stage, game);

    expect(done).toMatchObject({ ending: 'noShow', winner: sideOf(game, hero) });
    expect(await lastScore(stage, arena, hero)).toEqual({ points: 8, reason: 'winOnFire' });
    expect(await lastScore(stage, arena, other)).toEqual({ points: 0, reason: 'noShow' });
  });
});

/** The clock queue alone, from one due message to the next; what it has delivered. */
async function runQueue(stage: Stage, game: Game): Promise<number> {
  let delivered = 0;
  for (;;) {
    const index = stage.queued.findIndex(({ message }) => message.t === 'game');
    const [due] = index === -1 ? [] : stage.queued.splice(index, 1);
    if (due === undefined) return delivered;
    expect(due.message).toEqual({ t: 'game', game: game.id });
    expect(due.delayMs).toBeLessThanOrEqual(DELAY_MS_MAX);
    stage.clock.nowMs += due.delayMs;
    await look(stage.ports, due.message);
    delivered++;
  }
}

describe('a game of two who have both vanished', () => {
  // gbtami/pychess-variants#1603
  it.each([
    ['the countdown of the first move', 'auto', 0, 'noShow'],
    ['the countdown of the answer', 'auto', 1, 'noShow'],
    ['the clock of an arena without a countdown', null, 0, 'flag'],
    ['the clock in the middle of the game', 'auto', 4, 'flag'],
  ] as const)('is ended by the server alone, by %s', async (_, firstMoveMs, plies, ending) => {
    const { stage, arena, players } = await openArena(playersOf(2));
    await setPolicy(stage, arena, { firstMoveMs });
    await pairArena(stage.ports, arena.id);
    const paired = present(liveGames(stage)[0], 'game');
    // What the stream does with a new game. From here on no client says a word.
    await watchAgain(stage.ports, paired);
    const game = await playTo(stage, paired.id, plies);

    expect(await runQueue(stage, game)).toBeGreaterThan(0);

    const done = (await gameOf(stage, game.id)) as DoneGame;
    const endedAtMs = game.deadlineMs;
    expect(done).toMatchObject({ state: 'done', ending, endedAtMs });
    await scoreGame(stage.ports, done);
    for (const player of players) {
      expect(await rowOf(stage, arena, player)).toMatchObject({ state: 'idle', game: null });
    }
    const frozen = await frozenOn(stage, arena);
    expect(frozen).toMatchObject({ state: 'frozen', finalVersion: 1 });
    expect(liveGames(stage)).toEqual([]);
    expect(stage.bugs).toEqual([]);
  });

  // gbtami/pychess-variants#1603
  it('is ended by the freeze where every message of the queue was lost', async () => {
    const { stage, arena, players } = await openArena(playersOf(2));
    await pairArena(stage.ports, arena.id);
    const game = present(liveGames(stage)[0], 'game');

    await frozenOn(stage, arena);

    const end = { ending: 'noShow', endedAtMs: game.deadlineMs };
    expect(await gameOf(stage, game.id)).toMatchObject({ state: 'done', ...end });
    for (const player of players) {
      expect(await rowOf(stage, arena, player)).toMatchObject({ state: 'idle', game: null });
    }
    expect(liveGames(stage)).toEqual([]);
  });
});
