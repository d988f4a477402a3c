import { describe, expect, it } from 'vitest';
import { play } from '../../shared/app/play.ts';
import { DELAY_MS_MAX } from '../../shared/app/ports.ts';
import { watchAgain, watchGame } from '../../shared/app/watch-game.ts';
import { present } from '../../shared/core/assert.ts';
import type { GameId } from '../../shared/core/ids.ts';
import { FLAG_GRACE_MS } from '../../shared/game/clock.ts';
import {
  createStage,
  gameOf,
  pairedArena,
  playersOf,
  playTo,
  type Stage,
  speaking,
} from '../support/stage.ts';

/** A game of 3+2 after so many plies, with nothing left in the clock queue. */
async function watched(plies: number) {
  const { stage, games } = await pairedArena(playersOf(2));
  const game = await playTo(stage, present(games[0], 'game').id, plies);
  stage.queued.length = 0;
  stage.told.length = 0;
  return { stage, game };
}

const expectNextLook = (stage: Stage, game: GameId, delayMs: number): void =>
  expect(stage.queued).toEqual([{ message: { t: 'game', game }, delayMs }]);

describe('a look at a game', () => {
  it('too early is repeated when the grace of its deadline will be over', async () => {
    const { stage, game } = await watched(4);
    await watchGame(stage.ports, game.id);
    expectNextLook(stage, game.id, game.deadlineMs + FLAG_GRACE_MS - stage.clock.nowMs);
    expect(await gameOf(stage, game.id)).toEqual(game);
  });

  it('within the grace is still too early, by a millisecond too', async () => {
    const { stage, game } = await watched(4);
    stage.clock.nowMs = game.deadlineMs + FLAG_GRACE_MS - 1;
    await watchGame(stage.ports, game.id);
    expectNextLook(stage, game.id, 1);
  });

  it('after the grace ends it at its deadline and tells both', async () => {
    const { stage, game } = await watched(4);
    stage.clock.nowMs = game.deadlineMs + FLAG_GRACE_MS;
    await watchGame(stage.ports, game.id);
    expect(await gameOf(stage, game.id)).toMatchObject({
      ...{ state: 'done', ending: 'flag', endedAtMs: game.deadlineMs },
    });
    expect(stage.told.map(({ message }) => message.t)).toEqual(['ended', 'ended']);
    expect(stage.queued).toEqual([]);
  });

  it('that sees an old deadline does not end a game that went on', async () => {
    const { stage, game: old } = await watched(4);
    stage.clock.nowMs += 60_000;
    const moved = await playTo(stage, old.id, 5);
    const nowMs = old.deadlineMs + FLAG_GRACE_MS;
    expect(moved.deadlineMs).toBeGreaterThan(nowMs);
    const [entities, earlier] = [stage.store.all(), stage.store.earlier()];
    const stale = createStage({ entities, earlier, nowMs, stale: () => true });
    await watchGame(stale.ports, old.id);
    expect(await gameOf(stale, old.id)).toEqual(moved);
    expect(stale.queued).toHaveLength(1);
  });

  it('that is over, or was voided, does nothing', async () => {
    const { stage, game } = await watched(4);
    const resign = { t: 'resign', game: game.id } as const;
    await play(stage.ports, speaking(stage, game.seats.first.player), resign);
    stage.told.length = 0;
    await watchGame(stage.ports, game.id);
    await watchGame(stage.ports, '0000000000A' as GameId);
    expect(stage.queued).toEqual([]);
    expect(stage.told).toEqual([]);
  });

  it('in the far future is as far as the queue can hold', async () => {
    const stage = createStage();
    const deadlineMs = stage.clock.nowMs + 10 * DELAY_MS_MAX;
    await watchAgain(stage.ports, { id: '0000000000A' as GameId, deadlineMs });
    expectNextLook(stage, '0000000000A' as GameId, DELAY_MS_MAX);
  });
});
