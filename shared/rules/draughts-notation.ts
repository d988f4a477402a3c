import { BOARD_SQUARES, EMPTY, KING, pieceOf, type Squares } from './draughts-board.ts';
import { SIDES, type Side, sideAt } from './rules.ts';

/** What lies on a draughts board, and what the rules need besides. */
export interface DraughtsDiagram {
  readonly squares: Squares;
  /** Turns since the start of the game; its parity is the side to move. */
  readonly ply: number;
  /** Plies that count towards a draw by the rule that the material has. */
  readonly drawPlies: number;
}

const PIECES_MAX = 20;
const SQUARE = '[1-9]\\d?';
const PLACE = `K?${SQUARE}(?:-${SQUARE})?`;
const LIST = `(?:${PLACE}(?:,${PLACE})*)?`;
const FEN = new RegExp(
  `^([WB]):W(${LIST})(?::B(${LIST}))?(?::H(\\d{1,3}))?(?::F([1-9]\\d{0,3}))?$`,
);

/**
 * The diagram text of PDN as lidraughts writes it: side to move, the squares of white (first) and
 * black with K before a king, plies that count towards a draw, full move: `B:W31,K32:B1:H0:F1`.
 */
export function formatFen({ squares, ply, drawPlies }: DraughtsDiagram): string {
  const toMove = sideAt(ply) === 'first' ? 'W' : 'B';
  const [white, black] = SIDES.map((side) => formatPlaces(squares, side));
  return `${toMove}:W${white}:B${black}:H${drawPlies}:F${Math.trunc(ply / 2) + 1}`;
}

/**
 * Reads a diagram text, with ranges such as `31-50` too; a black side without pieces, H and F may
 * be left out. Null when it is malformed, has two pieces on a square or more than 20 of a side. A
 * man that should be a king is read as it stands: diagrams of problems and tests have such.
 */
export function parseFen(fen: string): DraughtsDiagram | null {
  const match = FEN.exec(fen);
  if (match === null) return null;
  const [, toMove, white = '', black = '', counted = '0', fullMove = '1'] = match;
  const squares = new Uint8Array(BOARD_SQUARES);
  if (!place(squares, white, 'first') || !place(squares, black, 'second')) return null;
  const ply = 2 * Number(fullMove) - (toMove === 'W' ? 2 : 1);
  return { squares, ply, drawPlies: Number(counted) };
}

function formatPlaces(squares: Squares, side: Side): string {
  const places = Array.from(squares, (piece, square) => {
    if ((piece & pieceOf(side)) === 0) return [];
    return (piece & KING) === 0 ? `${square + 1}` : `K${square + 1}`;
  });
  return places.flat().join();
}

/** Puts the listed pieces on the board; false when they cannot stand there. */
function place(squares: Uint8Array, list: string, side: Side): boolean {
  let pieces = 0;
  for (const text of list === '' ? [] : list.split(',')) {
    const isKing = text.startsWith('K');
    const [from = 0, to = from] = text
      .slice(isKing ? 1 : 0)
      .split('-')
      .map(Number);
    if (to < from || to > BOARD_SQUARES) return false;
    for (let square = from - 1; square < to; square++) {
      if (squares[square] !== EMPTY) return false;
      squares[square] = isKing ? pieceOf(side) | KING : pieceOf(side);
      pieces++;
    }
  }
  return pieces <= PIECES_MAX;
}
