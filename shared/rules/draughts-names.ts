import { assert } from '../core/assert.ts';
import { BOARD_SQUARES, type DraughtsMove } from './draughts-board.ts';

/** What tells a move from the other legal ones, in text and in storage. */
export interface MoveName {
  /** Origin and end, or the whole path where those two fit several moves. */
  readonly squares: readonly number[];
  readonly isCapture: boolean;
}

const TEXT = /^[1-9]\d?(?:-[1-9]\d?|(?:x[1-9]\d?)+)$/;

/** Flag on the first byte of a move. */
const CAPTURE = 0x40;
/** Flag on any later byte: the move has one more. */
const MORE = 0x80;
const SQUARE_BITS = 0x3f;

/** The name of one of these legal moves. */
export function nameOf(move: DraughtsMove, legal: readonly DraughtsMove[]): MoveName {
  const { path, captured } = move;
  const isCapture = captured.length > 0;
  const ends = [path[0] ?? 0, path.at(-1) ?? 0];
  const isAmbiguous = isCapture && legal.some((other) => other !== move && hasEnds(other, ends));
  return { squares: isAmbiguous ? path : ends, isCapture };
}

/** Whether the move starts and ends where these squares do. */
export const hasEnds = ({ path }: DraughtsMove, squares: readonly number[]): boolean =>
  path[0] === squares[0] && path[path.length - 1] === squares[squares.length - 1];

/** Portable Draughts Notation: `32-28`, `19x28`, `49x27x13x35`. */
export const formatMove = ({ squares, isCapture }: MoveName): string =>
  squares.map((square) => square + 1).join(isCapture ? 'x' : '-');

/** Reads such a text; null for any other. */
export function parseMove(text: string): MoveName | null {
  if (!TEXT.test(text)) return null;
  const squares = text.split(/[-x]/).map((number) => Number(number) - 1);
  if (squares.some((square) => square >= BOARD_SQUARES)) return null;
  return { squares, isCapture: text.includes('x') };
}

/** One byte per square; two per move, unless it needs its path. */
export function packMove({ squares, isCapture }: MoveName): Uint8Array {
  return Uint8Array.from(squares, (square, index) => {
    if (index === 0) return isCapture ? square | CAPTURE : square;
    return index < squares.length - 1 ? square | MORE : square;
  });
}

/** The names of stored moves; throws on bytes that name none. */
export function unpackMoves(moves: Uint8Array): readonly MoveName[] {
  const names: MoveName[] = [];
  let at = 0;
  while (at < moves.length) {
    const isCapture = (byteAt(moves, at) & CAPTURE) !== 0;
    const squares = [squareIn(moves, at++, CAPTURE), squareIn(moves, at, MORE)];
    while ((byteAt(moves, at++) & MORE) !== 0) squares.push(squareIn(moves, at, MORE));
    names.push({ squares, isCapture });
  }
  return names;
}

function squareIn(moves: Uint8Array, at: number, allowedFlag: number): number {
  const byte = byteAt(moves, at);
  const square = byte & SQUARE_BITS;
  const isSound = (byte & ~(SQUARE_BITS | allowedFlag)) === 0 && square < BOARD_SQUARES;
  assert(isSound, `stored draughts byte ${at} is ${byte}`);
  return square;
}

function byteAt(moves: Uint8Array, at: number): number {
  const byte = moves[at];
  assert(byte !== undefined, `stored draughts moves end within one, at byte ${at}`);
  return byte;
}
