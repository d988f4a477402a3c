import type { Side } from './rules.ts';

/**
 * What stands on the 50 dark squares: `EMPTY`, or `FIRST` or `SECOND`, plus `KING`. Index 0 is
 * square 1 of every notation: numbered row by row from the far left as the first side sees it.
 */
export type Squares = ArrayLike<number>;

export const EMPTY = 0;
export const FIRST = 1;
export const SECOND = 2;
export const KING = 4;

export const BOARD_SQUARES = 50;
const ROW_SQUARES = 5;
const BOARD_ROWS = BOARD_SQUARES / ROW_SQUARES;

export interface DraughtsMove {
  /** The squares 0..49 the piece stands on in turn: where it starts, every landing, the end. */
  readonly path: readonly number[];
  /** The squares of the pieces it takes, in that order; empty when it takes none. */
  readonly captured: readonly number[];
}

type Ray = readonly number[];

/** Row and column steps; the first two lead away from the first side, the others towards it. */
const DIRECTIONS = [
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
] as const;

const RAYS: readonly (readonly Ray[])[] = Array.from({ length: BOARD_SQUARES }, (_, square) =>
  DIRECTIONS.map(([down, right]) => rayFrom(square, down, right)),
);
const RAYS_UP = RAYS.map((rays) => rays.slice(0, 2));
const RAYS_DOWN = RAYS.map((rays) => rays.slice(2));
const NO_RAYS: readonly Ray[] = [];

/** The diagonals from this square to the edge, each with the nearest square first. */
export const raysFrom = (square: number): readonly Ray[] => RAYS[square] ?? NO_RAYS;

/** Those that lead forward for this side. */
export const raysAhead = (square: number, side: Side): readonly Ray[] =>
  (side === 'first' ? RAYS_UP : RAYS_DOWN)[square] ?? NO_RAYS;

export const pieceOf = (side: Side): number => (side === 'first' ? FIRST : SECOND);

/** Whether a man of this side that ends its move here becomes a king. */
export const isPromotionSquare = (square: number, side: Side): boolean =>
  side === 'first' ? square < ROW_SQUARES : square >= BOARD_SQUARES - ROW_SQUARES;

function rayFrom(square: number, down: number, right: number): Ray {
  const ray: number[] = [];
  let row = Math.trunc(square / ROW_SQUARES) + down;
  let column = columnOf(square) + right;
  while (row >= 0 && row < BOARD_ROWS && column >= 0 && column < BOARD_ROWS) {
    ray.push(row * ROW_SQUARES + Math.trunc(column / 2));
    row += down;
    column += right;
  }
  return ray;
}

/** Even rows, the topmost among them, have their dark squares in odd columns. */
function columnOf(square: number): number {
  const isEvenRow = Math.trunc(square / ROW_SQUARES) % 2 === 0;
  return 2 * (square % ROW_SQUARES) + (isEvenRow ? 1 : 0);
}
