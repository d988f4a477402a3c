import { describe, expect, it } from 'vitest';
import type { Command } from '../../shared/game/command.ts';
import type { LiveGame } from '../../shared/game/game.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import {
  decide,
  momentAt,
  newGame,
  nextDone,
  nextLive,
  refusalOf,
  repeatedEvent,
  START_MS,
} from './board.ts';

const CLAIM: Command = { t: 'claimDraw' };
const CHESS = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];

/** A game after these moves, one a second. */
function played(kind: GameKind, moves: readonly string[]): LiveGame {
  return moves.reduce<LiveGame>(
    (game, move, ply) =>
      nextLive(game, ply % 2 === 0 ? 'first' : 'second', { t: 'move', ply, move }, at(ply)),
    newGame({ kind }),
  );
}

const at = (ply: number) => momentAt((1 + ply) * 1_000);
const twice = played('chess', CHESS);
const thrice = played('chess', [...CHESS, ...CHESS]);

describe('a draw that the rules leave to the players', () => {
  it('is theirs when a position is on the board for the third time, whoever asks', () => {
    for (const side of ['first', 'second'] as const) {
      expect(nextDone(thrice, side, CLAIM, at(8))).toMatchObject({
        ...{ winner: null, ending: 'threefold', endedAtMs: START_MS + 9_000 },
        version: thrice.version + 1,
      });
    }
  });

  it('is nobody’s before that, and does not come by itself', () => {
    expect(refusalOf(decide(twice, 'first', CLAIM, at(8)))).toEqual({ code: 'nothingToClaim' });
    expect(thrice.state).toBe('live');
    const on = nextLive(thrice, 'first', { t: 'move', ply: 8, move: 'e2e4' }, at(8));
    expect(refusalOf(decide(on, 'second', CLAIM, at(9)))).toEqual({ code: 'nothingToClaim' });
  });

  it('is answered again when it is asked for again', () => {
    const done = nextDone(thrice, 'first', CLAIM, at(8));

    expect(repeatedEvent(decide(done, 'first', CLAIM, at(60)))).toEqual({ t: 'ended' });
  });

  it('comes too late after the clock', () => {
    const lateMs = thrice.deadlineMs - START_MS + 500;

    expect(refusalOf(decide(thrice, 'second', CLAIM, momentAt(lateMs)))?.code).toBe('outOfTime');
  });

  it('comes by itself in draughts, where there is nothing to claim', () => {
    const kings = played('draughts', ['32-28', '19-23']);

    expect(refusalOf(decide(kings, 'first', CLAIM, at(3)))).toEqual({ code: 'nothingToClaim' });
  });
});
