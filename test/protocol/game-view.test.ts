import { describe, expect, it } from 'vitest';
import { viewForPublic, viewGame } from '../../shared/protocol/game-view.ts';
import { afterMoves, momentAt, newGame, nextDone, nextLive } from '../game/board.ts';

const played = afterMoves(newGame(), 'CaBb');
const offered = nextLive(played, 'first', { t: 'offerDraw', ply: 4 }, momentAt(10_000));

describe('a game as others see it', () => {
  it('is behind by as many turns as the arena says, and shows no offer', () => {
    expect(viewForPublic(offered, 3)).toEqual({
      ...{ ...viewGame(offered), moves: 'C', ply: 1, offer: null },
    });
    expect(viewForPublic(offered, 9)).toMatchObject({ moves: '', ply: 0 });
  });

  it('is what its players see where nothing is delayed, and when it is over', () => {
    const done = nextDone(offered, 'second', { t: 'acceptDraw' }, momentAt(11_000));

    expect(viewForPublic(offered, 0)).toEqual(viewGame(offered));
    expect(viewForPublic(done, 3)).toEqual(viewGame(done));
  });
});
