import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { watchGame } from '../../shared/app/watch-game.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import {
  gameOf,
  openArena,
  pairedArena,
  playersOf,
  rowOf,
  type Stage,
  speaking,
} from '../support/stage.ts';

const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];

/** Eventual reads do not see arenas and games yet, as just after their creation. */
function unseen({ ports }: Stage): Ports {
  const { store } = ports;
  return {
    ...ports,
    store: {
      ...store,
      arena: async (id, read) => (read === 'eventual' ? null : store.arena(id, read)),
      game: async (id, read) => (read === 'eventual' ? null : store.game(id, read)),
    },
  };
}

describe('what has just been created', () => {
  it('is there for a hello and for a lobby return, with the running game', async () => {
    const { stage, arena, games } = await pairedArena([ama, kofi]);
    const { id } = present(games[0], 'game');
    const at = { arena: arena.id } as const;
    const expected = { t: 'state', arena: { id: arena.id }, game: { id } };
    const say = (message: Parameters<typeof visitLobby>[2]) =>
      visitLobby(unseen(stage), speaking(stage, ama), message);

    expect(await say({ t: 'hello', v: 1, ...at })).toMatchObject(expected);
    expect(await say({ t: 'lobby', ...at, after: null })).toMatchObject(expected);
  });

  it('is watched to its deadline', async () => {
    const { stage, games } = await pairedArena([ama, kofi]);
    stage.queued.length = 0;

    await watchGame(unseen(stage), present(games[0], 'game').id);

    expect(stage.queued).toMatchObject([{ message: { t: 'game' } }]);
  });

  it('is scored', async () => {
    const { stage, arena, games } = await pairedArena([ama, kofi]);
    const { id } = present(games[0], 'game');
    await play(stage.ports, speaking(stage, ama), { t: 'resign', game: id });

    await scoreGame(unseen(stage), (await gameOf(stage, id)) as DoneGame);

    expect(await rowOf(stage, arena, ama)).toMatchObject({ state: 'idle', game: null });
  });

  it('is paired', async () => {
    const { stage, arena } = await openArena([ama, kofi]);
    for (const player of [ama, kofi]) {
      const message = { t: 'lobby', arena: arena.id, after: null } as const;
      await visitLobby(stage.ports, speaking(stage, player), message);
    }

    await pairArena(unseen(stage), arena.id);

    expect(await rowOf(stage, arena, ama)).toMatchObject({ state: 'play' });
  });
});
