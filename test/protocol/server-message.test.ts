import { describe, expect, it } from 'vitest';
import { refuse } from '../../shared/core/refusal.ts';
import { applyCommand } from '../../shared/game/apply-command.ts';
import type { Command } from '../../shared/game/command.ts';
import { viewGame } from '../../shared/protocol/game-view.ts';
import { encode, gameNews, type ServerMessage } from '../../shared/protocol/server-message.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { afterMoves, momentAt, newGame, START_MS } from '../game/board.ts';

const opened = afterMoves(newGame(), 'Ca');

/** What is told about a command, and the game after it. */
function toldAfter(command: Command, side: Side = 'first') {
  const decision = applyCommand(opened, side, command, momentAt(5_000));
  if (decision.kind !== 'progress') throw new Error(`no progress: ${JSON.stringify(decision)}`);
  return { news: gameNews(decision.game, decision.event), game: decision.game };
}

describe('a message to a client', () => {
  const refused: ServerMessage = { t: 'refused', ...refuse('tooEarly', { retryInMs: 7 }) };

  it('is plain JSON', () => {
    expect(JSON.parse(encode(refused))).toEqual({ t: 'refused', code: 'tooEarly', retryInMs: 7 });
  });

  it.each(['mine', ''])("carries the client's own mark when it answers: %j", (cid) => {
    expect(JSON.parse(encode(refused, cid))).toEqual({ ...refused, cid });
  });
});

describe('news of a game', () => {
  it('of a move: the move, the turns so far, both clocks', () => {
    const { news } = toldAfter({ t: 'move', ply: 2, move: 'D' });

    expect(news).toEqual({
      t: 'moved',
      by: 'first',
      move: 'D',
      game: opened.id,
      ply: 3,
      clock: {
        remainingMs: { first: 179_000, second: 180_000 },
        lastAtMs: START_MS + 5_000,
        deadlineMs: START_MS + 185_000,
      },
      end: null,
    });
  });

  it('of an end: how, for whom, when', () => {
    const { news } = toldAfter({ t: 'resign' });

    expect(news).toMatchObject({
      t: 'ended',
      end: { winner: 'second', ending: 'resign', endedAtMs: START_MS + 5_000 },
    });
  });
});

describe('a whole game', () => {
  it('has what a client needs to draw it from nothing', () => {
    expect(viewGame(opened)).toMatchObject({
      id: opened.id,
      first: { id: opened.seats.first.player, name: 'Player 1', rating: 1_501 },
      second: { id: opened.seats.second.player, name: 'Player 2', rating: 1_502 },
      ply: 2,
      moves: 'C a',
      offer: null,
      end: null,
    });
  });

  it('shows its offer and its end', () => {
    const { game: offered } = toldAfter({ t: 'offerDraw', ply: 2 }, 'second');
    const { game: resigned } = toldAfter({ t: 'resign' }, 'second');

    expect(viewGame(offered).offer).toBe('second');
    expect(viewGame(resigned).end).toMatchObject({ winner: 'first', ending: 'resign' });
  });

  it('keeps connections and versions to itself', () => {
    const text = JSON.stringify(viewGame(opened));

    expect(text).not.toMatch(/connect|version|c1"|c2"/);
  });

  it('has no moves before the first one', () => {
    expect(viewGame(newGame()).moves).toBe('');
  });
});
