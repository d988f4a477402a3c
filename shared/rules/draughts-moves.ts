import {
  BOARD_SQUARES,
  type DraughtsMove,
  EMPTY,
  isPromotionSquare,
  KING,
  pieceOf,
  raysAhead,
  raysFrom,
  type Squares,
} from './draughts-board.ts';
import { largestCaptures } from './draughts-captures.ts';
import { otherSide, type Side } from './rules.ts';

const NOTHING: readonly number[] = [];

/**
 * Every legal move, by origin: capturing is compulsory, and of all captures of the side those that
 * take the most pieces over the whole move. Ways that take the same pieces between the same two
 * squares are one move, shown by one of its paths.
 */
export function legalMoves(squares: Squares, side: Side): readonly DraughtsMove[] {
  const captures = largestCaptures(squares, side);
  return captures.length > 0 ? captures : quietMoves(squares, side);
}

/** The board after this move of `side`; a man becomes a king only where the move ends. */
export function boardAfter(
  squares: Squares,
  { path, captured }: DraughtsMove,
  side: Side,
): Squares {
  const after = new Uint8Array(squares);
  const from = path[0] ?? 0;
  const to = path[path.length - 1] ?? 0;
  const piece = squares[from] ?? EMPTY;
  after[from] = EMPTY;
  for (const victim of captured) after[victim] = EMPTY;
  after[to] = isPromotionSquare(to, side) ? piece | KING : piece;
  return after;
}

/** Number of move sequences of exactly `depth` plies from a board; draws end none of them. */
export function countLines(squares: Squares, side: Side, depth: number): number {
  if (depth === 0) return 1;
  const moves = legalMoves(squares, side);
  if (depth === 1) return moves.length;
  let leaves = 0;
  for (const move of moves) {
    leaves += countLines(boardAfter(squares, move, side), otherSide(side), depth - 1);
  }
  return leaves;
}

function quietMoves(squares: Squares, side: Side): DraughtsMove[] {
  const moves: DraughtsMove[] = [];
  const own = pieceOf(side);
  for (let from = 0; from < BOARD_SQUARES; from++) {
    const piece = squares[from] ?? EMPTY;
    if ((piece & own) === 0) continue;
    const isKing = (piece & KING) !== 0;
    for (const ray of isKing ? raysFrom(from) : raysAhead(from, side)) {
      for (const to of ray) {
        if (squares[to] !== EMPTY) break;
        moves.push({ path: [from, to], captured: NOTHING });
        if (!isKing) break;
      }
    }
  }
  return moves;
}
