import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { play } from '../../shared/app/play.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { Game } from '../../shared/game/game.ts';
import { viewGame } from '../../shared/protocol/game-view.ts';
import { loseAndScore } from '../support/organising.ts';
import {
  gameOf,
  lineOf,
  openArena,
  pairedArena,
  playersOf,
  playTo,
  type Stage,
  speaking,
} from '../support/stage.ts';

const PLIES = 4;

/** A game after a few moves, the first side to move. */
async function aGame() {
  const { stage, arena, games, players } = await pairedArena(playersOf(4));
  const game = await playTo(stage, present(games[0], 'game').id, PLIES);
  stage.told.length = 0;
  return { stage, arena, players, game, other: present(games[1], 'other game') };
}

/** Says hello on a new line, with the game that the client shows. */
const helloAgain = (stage: Stage, player: PlayerId, { arena, id, ply }: Game) =>
  visitLobby(
    stage.ports,
    speaking(stage, player, {
      connection: lineOf(player, ' again'),
      connectedAtMs: stage.clock.nowMs,
    }),
    { t: 'hello', v: 1, arena, game: id, ply },
  );

describe('a player who was away when his game ended', () => {
  it('learns its last moves and its end, though it is scored', async () => {
    const { stage, game } = await aGame();
    await loseAndScore(stage, game);
    const over = await gameOf(stage, game.id);
    const state = await helloAgain(stage, game.seats.second.player, game);

    expect(over.state).toBe('done');
    expect(state).toMatchObject({ t: 'state', game: null, ended: viewGame(over) });
    expect(state).toMatchObject({ you: { lastGame: game.id, state: 'idle' } });
  });

  it('has the end in the game itself as long as it is not scored', async () => {
    const { stage, game } = await aGame();
    const { first, second } = game.seats;
    await play(stage.ports, speaking(stage, second.player), { t: 'resign', game: game.id });
    const state = await helloAgain(stage, first.player, game);

    expect(state).toMatchObject({ game: { end: { winner: 'first' } }, ended: null });
  });

  it('is told nothing of games that run, of others, or that are none', async () => {
    const { stage, game, other } = await aGame();
    const { player } = game.seats.first;
    await loseAndScore(stage, other);
    const running = await helloAgain(stage, player, game);
    const foreign = await helloAgain(stage, player, other);
    const [stranger] = playersOf(1, 100);
    const none = await helloAgain(stage, player, {
      ...{ ...game, id: stranger as unknown as Game['id'] },
    });

    for (const state of [running, foreign, none]) {
      expect(state).toMatchObject({ t: 'state', game: { id: game.id }, ended: null });
    }
    expect(stage.bugs).toEqual([]);
  });

  it('is told nothing of a game in another arena', async () => {
    const { stage, game, players } = await aGame();
    await loseAndScore(stage, game);
    const { arena } = await openArena(players.slice(2), stage);
    const { player } = game.seats.first;
    await visitLobby(stage.ports, speaking(stage, player), { t: 'enter', arena: arena.id });
    const state = await helloAgain(stage, player, { ...game, arena: arena.id });

    expect(state).toMatchObject({ t: 'state', you: { seated: true }, ended: null });
  });
});

describe('a player who comes back while he is asked whether he is there', () => {
  it('has answered with his hello, and his opponent is told', async () => {
    const { stage, game } = await aGame();
    const { first, second } = game.seats;
    stage.clock.nowMs += 5_000;
    const claim = { t: 'claimAbandoned', game: game.id } as const;
    await play(stage.ports, speaking(stage, second.player), claim);
    stage.told.length = 0;
    stage.clock.nowMs += 1_000;
    const state = await helloAgain(stage, first.player, game);
    const answered = await gameOf(stage, game.id);

    expect(answered).toMatchObject({ claim: null, deadlineMs: game.deadlineMs });
    expect(state).toMatchObject({ t: 'state', game: { claimedBy: null } });
    expect(stage.told.filter(({ to }) => to === second.connection)).toMatchObject([
      {
        message: {
          t: 'stillHere',
          by: 'first',
          ply: PLIES,
          clock: { deadlineMs: game.deadlineMs },
        },
      },
    ]);
    await helloAgain(stage, first.player, game);
    expect(stage.told.filter(({ to }) => to === second.connection)).toHaveLength(1);
    expect(stage.bugs).toEqual([]);
  });

  it('on a new line without having been asked is nobody else’s news', async () => {
    const { stage, game } = await aGame();
    await helloAgain(stage, game.seats.first.player, game);

    expect(stage.told.filter(({ to }) => to === game.seats.second.connection)).toEqual([]);
  });
});
