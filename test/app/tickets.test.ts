import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame, LiveGame } from '../../shared/game/game.ts';
import { gameOf, openArena, playersOf, rowOf, type Stage, speaking } from '../support/stage.ts';

const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];

const runningGame = (stage: Stage): LiveGame =>
  present(
    stage.store.all().find((one) => one.type === 'game' && one.state === 'live') as LiveGame,
    'running game',
  );

/** Two players of whom both are ready again after one game; their rows of before it too. */
async function readyAgain() {
  const { stage, arena } = await openArena([ama, kofi]);
  const before = await Promise.all([ama, kofi].map((player) => rowOf(stage, arena, player)));
  await pairArena(stage.ports, arena.id);
  const { id, seats } = runningGame(stage);
  stage.clock.nowMs += 1_000;
  await play(stage.ports, speaking(stage, seats.first.player), { t: 'resign', game: id });
  const first = (await gameOf(stage, id)) as DoneGame;
  await scoreGame(stage.ports, first);
  for (const player of [ama, kofi]) {
    const message = { t: 'lobby', arena: arena.id, after: id } as const;
    await visitLobby(stage.ports, speaking(stage, player), message);
  }
  return { stage, arena, before, first };
}

describe('a ticket from before a player played', () => {
  it('pairs nobody: the one of today does, with his game number and his other side', async () => {
    const { stage, arena, before, first } = await readyAgain();
    // The records of the first time come once more, those of the second time not yet.
    await pairArena(stage.ports, arena.id, before);
    const { seats } = runningGame(stage);
    expect([seats.first.gameNumber, seats.second.gameNumber]).toEqual([2, 2]);
    expect(seats.first.player).toBe(first.seats.second.player);
    expect(stage.bugs).toEqual([]);
  });
});

describe('the next game of a player', () => {
  it('starts after the end of his last one, though the clocks of functions differ', async () => {
    const { stage, arena } = await openArena([ama, kofi]);
    await pairArena(stage.ports, arena.id);
    const { id, seats } = runningGame(stage);
    const { nowMs } = stage.clock;
    await play(stage.ports, speaking(stage, seats.first.player), { t: 'resign', game: id });
    const wish = { t: 'lobby', arena: arena.id, after: id } as const;
    await visitLobby(stage.ports, speaking(stage, ama), wish);
    // Whoever scores and pairs now has a clock that is half a second behind.
    stage.clock.nowMs = nowMs - 500;
    const done = (await gameOf(stage, id)) as DoneGame;
    await scoreGame(stage.ports, done);
    await visitLobby(stage.ports, speaking(stage, kofi), wish);
    const rows = await Promise.all([ama, kofi].map((player) => rowOf(stage, arena, player)));
    for (const row of rows) expect(row.readySinceMs).toBeGreaterThan(done.endedAtMs);
    await pairArena(stage.ports, arena.id, rows);
    expect(runningGame(stage).startedAtMs).toBeGreaterThan(done.endedAtMs);
  });
});
