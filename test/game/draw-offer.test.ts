import { describe, expect, it } from 'vitest';
import type { Command } from '../../shared/game/command.ts';
import { OFFER_EVERY_PLIES } from '../../shared/game/concede.ts';
import { type LiveGame, turnOf } from '../../shared/game/game.ts';
import { otherSide, type Side } from '../../shared/rules/rules.ts';
import {
  afterMoves,
  decide,
  momentAt,
  moveIn,
  newGame,
  nextDone,
  nextLive,
  quietMoves,
  refusalOf,
  START_MS,
  withMoves,
} from './board.ts';

const ACCEPT: Command = { t: 'acceptDraw' };
const DECLINE: Command = { t: 'declineDraw' };
const offerAt = (ply: number): Command => ({ t: 'offerDraw', ply });
const AT = momentAt(9_000);

const opened = afterMoves(newGame(), 'Ca');
const offered = nextLive(opened, 'first', offerAt(2), AT);

/** A game of this many plies in which `side` last offered at `offeredAt`; nothing stands. */
const declinedAt = (plies: number, side: Side, offeredAt: number): LiveGame => {
  const game = withMoves(quietMoves(plies));
  return { ...game, offeredAtPly: { ...game.offeredAtPly, [side]: offeredAt } };
};

describe('a draw offer', () => {
  it('is stored with its ply and told', () => {
    expect(decide(opened, 'first', offerAt(2), AT)).toEqual({
      kind: 'progress',
      game: {
        ...opened,
        offer: 'first',
        offeredAtPly: { first: 2, second: null },
        version: opened.version + 1,
      },
      event: { t: 'drawOffered', by: 'first' },
    });
  });

  it.each([0, 1])('is too soon at ply %i, for both', (plies) => {
    const game = withMoves(quietMoves(plies));

    for (const side of ['first', 'second'] as const) {
      expect(refusalOf(decide(game, side, offerAt(plies), AT))).toEqual({
        code: 'drawTooSoon',
        expected: 'ply 2 or later',
      });
    }
  });

  it.each(['first', 'second'] as const)('is possible on either turn from ply 2: %s', (side) => {
    expect(nextLive(opened, side, offerAt(2), AT).offer).toBe(side);
  });

  it('of the same player comes twenty plies after his last one', () => {
    const soon = declinedAt(4 + OFFER_EVERY_PLIES - 1, 'second', 4);
    const later = declinedAt(4 + OFFER_EVERY_PLIES, 'second', 4);

    expect(OFFER_EVERY_PLIES).toBe(20);
    expect(refusalOf(decide(soon, 'second', offerAt(23), AT))).toEqual({
      code: 'drawTooSoon',
      expected: 'ply 24 or later',
    });
    expect(nextLive(soon, 'first', offerAt(23), AT).offer).toBe('first');
    expect(nextLive(later, 'second', offerAt(24), AT).offeredAtPly.second).toBe(24);
  });

  it.each([1, 3])('for another position is stale: ply %i', (ply) => {
    expect(refusalOf(decide(opened, 'first', offerAt(ply), AT))).toEqual({ code: 'stalePly' });
  });

  it('stands after a move of the offerer and falls with one of the opponent', () => {
    const own = nextLive(offered, 'first', moveIn(offered), momentAt(10_000));
    const answered = nextLive(own, 'second', moveIn(own), momentAt(11_000));

    expect(own.offer).toBe('first');
    expect(answered.offer).toBeNull();
    expect(refusalOf(decide(answered, 'second', ACCEPT, momentAt(12_000)))).toEqual({
      code: 'noOffer',
    });
  });

  it('stands through berserk', () => {
    const game: LiveGame = { ...afterMoves(newGame(), 'C'), offer: 'first' };

    expect(nextLive(game, 'second', { t: 'berserk' }, AT).offer).toBe('first');
  });

  it('falls when the opponent declines it, and is told', () => {
    expect(decide(offered, 'second', DECLINE, AT)).toEqual({
      kind: 'progress',
      game: { ...offered, offer: null, version: offered.version + 1 },
      event: { t: 'drawDeclined', by: 'second' },
    });
  });

  it.each([ACCEPT, offerAt(2), offerAt(0)])('is agreed to by $t', (answer) => {
    const done = nextDone(offered, 'second', answer, momentAt(9_500));

    expect(done).toMatchObject({ winner: null, ending: 'agreement', endedAtMs: START_MS + 9_500 });
  });

  it.each([ACCEPT, DECLINE])('cannot be answered by its own player: $t', (answer) => {
    expect(refusalOf(decide(offered, 'first', answer, AT))).toEqual({ code: 'noOffer' });
  });

  it.each([ACCEPT, DECLINE])('cannot be answered where there is none: $t', (answer) => {
    const side = otherSide(turnOf(opened));

    expect(refusalOf(decide(opened, side, answer, AT))).toEqual({ code: 'noOffer' });
  });
});
