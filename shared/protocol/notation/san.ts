import { chess } from '../../rules/chess.ts';
import {
  CHESS_START,
  type ChessMove,
  type ChessPosition,
  FILES,
  ownerOf,
  pieceAt,
  play,
} from '../../rules/chess-board.ts';
import { squareName, unpackMoves } from '../../rules/chess-notation.ts';
import { otherSide, type Side, sideAt } from '../../rules/rules.ts';

type Squares = readonly string[];

/**
 * The stored moves of a game in Standard Algebraic Notation (PGN standard of 1994, 8.2.3). Its
 * moves were legal, so this looks at attacks alone; chess.js takes some 25 times as long.
 */
export function sanTexts(moves: Uint8Array): string[] {
  let position = CHESS_START;
  const texts = unpackMoves(moves).map((move) => {
    const after = play(position, move);
    const name = nameOf(position, move);
    const isCheck = isInCheck(after.squares, sideAt(after.ply));
    position = after;
    return isCheck ? `${name}+` : name;
  });
  // Mate ends a game, so it can only be the last move.
  const isMate = chess.outcome(position)?.ending === 'checkmate';
  return isMate ? texts.with(-1, (texts.at(-1) ?? '').replace('+', '#')) : texts;
}

function nameOf(position: ChessPosition, move: ChessMove): string {
  const { squares } = position;
  const { from, to, promotion } = move;
  const piece = pieceAt(squares, from).toUpperCase();
  const target = squareName(to);
  if (piece === 'P') {
    const taker = fileOf(from) === fileOf(to) ? '' : `${squareName(from)[0]}x`;
    return taker + target + (promotion === '' ? '' : `=${promotion.toUpperCase()}`);
  }
  if (piece === 'K' && Math.abs(to - from) === 2) return to > from ? 'O-O' : 'O-O-O';
  return piece + originOf(position, move) + (pieceAt(squares, to) === '' ? '' : 'x') + target;
}

/** As much of the origin as tells the piece from those like it that could go there, too. */
function originOf(position: ChessPosition, { from, to }: ChessMove): string {
  const rivals = position.squares.flatMap((piece, square) =>
    square !== from && piece === position.squares[from] && couldGo(position, square, to)
      ? square
      : [],
  );
  const [file = '', rank = ''] = squareName(from);
  if (rivals.length === 0) return '';
  if (rivals.every((rival) => fileOf(rival) !== fileOf(from))) return file;
  return rivals.every((rival) => rankOf(rival) !== rankOf(from)) ? rank : file + rank;
}

/** Whether the piece, no pawn, reaches the square without leaving its king in check. */
function couldGo(position: ChessPosition, from: number, to: number): boolean {
  if (!attacks(position.squares, from, to)) return false;
  const { squares } = play(position, { from, to, promotion: '' });
  return !isInCheck(squares, sideAt(position.ply));
}

function isInCheck(squares: Squares, side: Side): boolean {
  const king = squares.indexOf(side === 'first' ? 'K' : 'k');
  return squares.some(
    (piece, from) =>
      piece !== '' && ownerOf(piece) === otherSide(side) && attacks(squares, from, king),
  );
}

function attacks(squares: Squares, from: number, to: number): boolean {
  const piece = pieceAt(squares, from);
  const across = Math.abs(fileOf(to) - fileOf(from));
  const down = rankOf(to) - rankOf(from);
  const along = Math.abs(down);
  switch (piece.toUpperCase()) {
    case 'P':
      return across === 1 && down === (piece === 'P' ? -1 : 1);
    case 'N':
      return across * along === 2;
    case 'K':
      return Math.max(across, along) === 1;
    case 'B':
      return across === along && isClear(squares, from, to);
    case 'R':
      return across * along === 0 && isClear(squares, from, to);
    default:
      return (across === along || across * along === 0) && isClear(squares, from, to);
  }
}

/** Whether nothing stands between two squares of one line. */
function isClear(squares: Squares, from: number, to: number): boolean {
  const step = Math.sign(rankOf(to) - rankOf(from)) * FILES + Math.sign(fileOf(to) - fileOf(from));
  for (let square = from + step; square !== to; square += step) {
    if (squares[square] !== '') return false;
  }
  return true;
}

const fileOf = (square: number): number => square % FILES;
/** Counted from the eighth rank, as the squares are. */
const rankOf = (square: number): number => Math.trunc(square / FILES);
