import { assert, present } from '../core/assert.ts';
import {
  CASTLING_HOMES,
  type ChessDiagram,
  type ChessMove,
  FILES,
  ownerOf,
  passedBy,
  pieceAt,
} from './chess-board.ts';
import { sideAt } from './rules.ts';

/** The names of the squares by their numbers: a8 to h1, as one reads a diagram. */
const SQUARES = [...'87654321'].flatMap((rank) => [...'abcdefgh'].map((file) => file + rank));
const PROMOTIONS = ['', 'n', 'b', 'r', 'q'] as const;
const UCI = /^([a-h][1-8])([a-h][1-8])([nbrq]?)$/;
/** The squares, side to move, castlings and passed square; the two counters may be left out. */
const FEN =
  /^([pnbrqkPNBRQK1-8/]+) ([wb]) (-|[KQkq]{1,4}) (-|[a-h][36])(?: (\d{1,3}) ([1-9]\d{0,3}))?$/;

/** 6 bits each for from and to, 3 for the promotion, and a zero: two bytes, the upper first. */
const SQUARE_BITS = 6;
const PACKED_BYTES = 2;

export const squareName = (square: number): string =>
  present(SQUARES[square], `chess square ${square}`);

/** The move of a UCI text: `e2e4`, `e7e8q`, castling `e1g1`; null for any other text. */
export function moveNamed(text: string): ChessMove | null {
  const [, from = '', to = '', promotion] = UCI.exec(text) ?? [];
  const piece = PROMOTIONS.find((one) => one === promotion);
  if (piece === undefined) return null;
  return { from: SQUARES.indexOf(from), to: SQUARES.indexOf(to), promotion: piece };
}

export const uciOf = ({ from, to, promotion }: ChessMove): string =>
  squareName(from) + squareName(to) + promotion;

export function packMove({ from, to, promotion }: ChessMove): Uint8Array {
  const upper = PROMOTIONS.indexOf(promotion) << (2 * SQUARE_BITS);
  const bits = upper | (to << SQUARE_BITS) | from;
  return Uint8Array.of(bits >> 8, bits & 0xff);
}

/** The moves of packed bytes; throws on bytes that `packMove` never makes. */
export function unpackMoves(packed: Uint8Array): ChessMove[] {
  assert(packed.length % PACKED_BYTES === 0, `half a chess move in ${packed.length} bytes`);
  return Array.from({ length: packed.length / PACKED_BYTES }, (_, ply) => {
    const bits = ((packed[2 * ply] ?? 0) << 8) | (packed[2 * ply + 1] ?? 0);
    const promotion = PROMOTIONS[bits >> (2 * SQUARE_BITS)];
    const from = bits % SQUARES.length;
    const to = (bits >> SQUARE_BITS) % SQUARES.length;
    return { from, to, promotion: present(promotion, `chess promotion at ply ${ply}`) };
  });
}

/**
 * The diagram text (FEN). The passed square is named when a pawn stands ready to take there,
 * even if it is pinned.
 */
export function formatFen({ squares, castling, passed, quietPlies, ply }: ChessDiagram): string {
  let rows = '';
  let empty = 0;
  for (const [square, piece] of squares.entries()) {
    if (square > 0 && square % FILES === 0) rows += `${empty || ''}/`;
    if (square % FILES === 0) empty = 0;
    if (piece === '') empty++;
    else {
      rows += (empty || '') + piece;
      empty = 0;
    }
  }
  const toMove = sideAt(ply) === 'first' ? 'w' : 'b';
  const target = passed === null ? '-' : squareName(passed);
  const fullMove = Math.trunc(ply / 2) + 1;
  return `${rows}${empty || ''} ${toMove} ${castling || '-'} ${target} ${quietPlies} ${fullMove}`;
}

/**
 * Reads a diagram text; null when it is malformed. Castlings without king and rook in their
 * places and passed squares without pawns to match are left out, as in `formatFen`.
 */
export function parseFen(fen: string): ChessDiagram | null {
  const [, rows = '', toMove, rights = '', target = '', quiet = '0', fullMove = '1'] =
    FEN.exec(fen) ?? [];
  const ranks = rows.split('/').map(parseRank);
  if (ranks.length !== FILES || ranks.some((rank) => rank.length !== FILES)) return null;
  const squares = ranks.flat();
  const ply = 2 * (Number(fullMove) - 1) + (toMove === 'w' ? 0 : 1);
  const castling = [...'KQkq'].filter((right) => rights.includes(right) && isHome(squares, right));
  return {
    squares,
    castling: castling.join(''),
    passed: passedAt(squares, SQUARES.indexOf(target), ply),
    quietPlies: Number(quiet),
    ply,
  };
}

const parseRank = (rank: string): string[] =>
  [...rank].flatMap((cell) => (/\d/.test(cell) ? Array<string>(Number(cell)).fill('') : cell));

/** Whether king and rook of a castling stand where they must never have left. */
function isHome(squares: readonly string[], right: string): boolean {
  return [...CASTLING_HOMES].every(([square, rights]) => {
    if (!rights.includes(right)) return true;
    const piece = rights.length === 2 ? 'k' : 'r';
    const standing = pieceAt(squares, square);
    return standing.toLowerCase() === piece && ownerOf(standing) === ownerOf(right);
  });
}

/** Whether the pawn and its two steps are to be seen, and somebody who could take it. */
function passedAt(squares: readonly string[], passed: number, ply: number): number | null {
  const isWhite = sideAt(ply) === 'first';
  if (Math.trunc(passed / FILES) !== (isWhite ? 2 : 5)) return null;
  const step = isWhite ? FILES : -FILES;
  const isClear = pieceAt(squares, passed) === '' && pieceAt(squares, passed - step) === '';
  const isThere = pieceAt(squares, passed + step) === (isWhite ? 'p' : 'P');
  return isClear && isThere ? passedBy(squares, passed - step, passed + step) : null;
}
