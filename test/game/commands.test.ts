import { describe, expect, it } from 'vitest';
import type { Command, GameEvent } from '../../shared/game/command.ts';
import type { Game } from '../../shared/game/game.ts';
import { otherSide, type Side } from '../../shared/rules/rules.ts';
import {
  afterMoves,
  decide,
  ENDS_MS,
  momentAt,
  moveIn,
  newGame,
  next,
  nextLive,
  refusalOf,
  repeatedEvent,
} from './board.ts';

const AT = momentAt(9_000);
const LATER = momentAt(ENDS_MS);
const OFFER: Command = { t: 'offerDraw', ply: 2 };
const BERSERK: Command = { t: 'berserk' };
const FLAG: Command = { t: 'claimFlag' };
const move = (ply: number, text: string): Command => ({ t: 'move', ply, move: text });

const paired = newGame();
const opened = afterMoves(paired, 'Ca');
const offered = next(opened, 'first', OFFER, AT);
const resigned = next(opened, 'first', { t: 'resign' }, AT);

/** What is said, and by whom, in which game. */
type Row = readonly [why: string, Game, Side, Command];

describe('a command is refused', () => {
  const rows: readonly (readonly [code: string, ...Row])[] = [
    ['gameOver', 'a move after the end', resigned, 'first', move(2, 'D')],
    ['gameOver', 'berserk after the end', resigned, 'first', BERSERK],
    ['gameOver', 'an offer after the end', resigned, 'second', OFFER],
    ['gameOver', 'an answer after the end', resigned, 'second', { t: 'acceptDraw' }],
    ['gameOver', 'a no after the end', resigned, 'second', { t: 'declineDraw' }],
    ['gameOver', 'a flag after the end', resigned, 'second', FLAG],
    ['gameOver', 'the winner resigns', resigned, 'second', { t: 'resign' }],
    ['stalePly', 'a move from the future', opened, 'first', move(3, 'A')],
    ['stalePly', 'another move for a past ply', opened, 'first', move(0, 'D')],
    ['stalePly', 'the past move of the other', opened, 'second', move(0, 'C')],
    ['notYourTurn', 'the move of the other', opened, 'second', move(2, 'A')],
    ['illegalMove', 'an empty house', opened, 'first', move(2, 'C')],
    ['illegalMove', "the other's house", opened, 'first', move(2, 'b')],
    ['illegalMove', 'no house at all', opened, 'first', move(2, '__proto__')],
    ['berserkNotAllowed', 'berserk after the own move', opened, 'second', BERSERK],
    [
      'berserkNotAllowed',
      'berserk after the first move',
      afterMoves(paired, 'C'),
      'first',
      BERSERK,
    ],
    [
      'berserkNotAllowed',
      'berserk where there is none',
      newGame({ berserkable: false }),
      'first',
      BERSERK,
    ],
    ['drawTooSoon', 'an offer before ply 2', paired, 'first', { ...OFFER, ply: 0 }],
    ['stalePly', 'an offer of another ply', opened, 'first', { ...OFFER, ply: 1 }],
    ['noOffer', 'yes to nothing', opened, 'first', { t: 'acceptDraw' }],
    ['nothingToClaim', 'a draw that is none', opened, 'first', { t: 'claimDraw' }],
    ['noOffer', 'no to nothing', opened, 'first', { t: 'declineDraw' }],
    ['tooEarly', 'an early flag', opened, 'second', FLAG],
  ];

  it.each(rows)('%s: %s', (code, _, game, side, command) => {
    expect(refusalOf(decide(game, side, command, AT))?.code).toBe(code);
  });

  it('outside its time: outOfTime', () => {
    const at = momentAt(182_001);

    expect(refusalOf(decide(opened, 'first', move(2, 'A'), at))?.code).toBe('outOfTime');
  });
});

describe('a command that arrives again is answered like the first time', () => {
  const berserk = nextLive(paired, 'first', BERSERK, AT);
  const declined = next(offered, 'second', { t: 'declineDraw' }, AT);
  const agreed = next(offered, 'second', { t: 'acceptDraw' }, AT);
  const flagged = next(opened, 'second', FLAG, LATER);
  const noShow = next(paired, 'second', FLAG, LATER);
  const moved: GameEvent = { t: 'moved', by: 'first', move: 'C' };

  const rows: readonly (readonly [...Row, GameEvent])[] = [
    ['the last move', afterMoves(paired, 'C'), 'first', move(0, 'C'), moved],
    ['a move, answered since', opened, 'first', move(0, 'C'), moved],
    ['a move, in other words', opened, 'first', move(0, 'c1a2'), moved],
    ['a move of an ended game', resigned, 'first', move(0, 'C'), moved],
    ['berserk', berserk, 'first', BERSERK, { t: 'berserked', by: 'first' }],
    [
      'berserk, after the own move',
      afterMoves(berserk, 'C'),
      'first',
      BERSERK,
      { t: 'berserked', by: 'first' },
    ],
    ['resign', resigned, 'first', { t: 'resign' }, { t: 'ended' }],
    ['an offer', offered, 'first', OFFER, { t: 'drawOffered', by: 'first' }],
    ['an offer, declined since', declined, 'first', OFFER, { t: 'drawOffered', by: 'first' }],
    ['an offer, accepted since', agreed, 'first', OFFER, { t: 'drawOffered', by: 'first' }],
    ['an offer that met one', agreed, 'second', OFFER, { t: 'ended' }],
    ['yes', agreed, 'second', { t: 'acceptDraw' }, { t: 'ended' }],
    ['no', declined, 'second', { t: 'declineDraw' }, { t: 'drawDeclined', by: 'second' }],
    ['a flag', flagged, 'second', FLAG, { t: 'ended' }],
    ['a no-show', noShow, 'second', FLAG, { t: 'ended' }],
  ];

  it.each(rows)('%s', (_, game, side, command, event) => {
    expect(repeatedEvent(decide(game, side, command, AT))).toEqual(event);
  });

  it.each(rows)('%s, however late', (_, game, side, command, event) => {
    expect(repeatedEvent(decide(game, side, command, LATER))).toEqual(event);
  });

  it.each<Row>([
    ['berserk of one', berserk, 'first', BERSERK],
    ['the resignation of one', resigned, 'first', { t: 'resign' }],
    ['the offer of one', offered, 'first', OFFER],
    ['the no of one', declined, 'second', { t: 'declineDraw' }],
    ['the yes of one', agreed, 'second', { t: 'acceptDraw' }],
  ])('%s is no repeat of the other', (_, game, side, command) => {
    expect(decide(game, otherSide(side), command, AT).kind).not.toBe('repeat');
  });
});

describe('a move', () => {
  it('is told by its own name, whatever the player called it', () => {
    const said = { ...moveIn(paired), move: 'c1a2' } as Command;

    expect(decide(paired, 'first', said, AT)).toMatchObject({
      kind: 'progress',
      event: { t: 'moved', by: 'first', move: 'C' },
    });
  });
});
