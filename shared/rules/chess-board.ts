import { assert, present } from '../core/assert.ts';
import { type Side, sideAt } from './rules.ts';

/** What a chess diagram (FEN) says. Squares are numbers in reading order: a8 is 0, h1 is 63. */
export interface ChessDiagram {
  /** 64 pieces by their FEN letters, capitals of the first side; '' where nothing stands. */
  readonly squares: readonly string[];
  /** The castlings that are not forfeited, by their FEN letters in the order of `KQkq`. */
  readonly castling: string;
  /** Where a pawn beside the one that has just made two steps could take it, pinned or not. */
  readonly passed: number | null;
  /** Plies since the last capture or pawn move. */
  readonly quietPlies: number;
  /** Turns since the start of the game; its parity is the side to move. */
  readonly ply: number;
}

/** A diagram with what the rules must remember besides it. */
export interface ChessPosition extends ChessDiagram {
  /** One ply earlier; null after a capture or a pawn move: nothing older can occur again. */
  readonly before: ChessPosition | null;
}

export interface ChessMove {
  readonly from: number;
  readonly to: number;
  readonly promotion: '' | 'n' | 'b' | 'r' | 'q';
}

export const FILES = 8;
/** Where kings and rooks stand at first, with the castlings that need them there. */
export const CASTLING_HOMES: ReadonlyMap<number, string> = new Map([
  ...([[0, 'q'] as const, [4, 'kq'] as const, [7, 'k'] as const] as const),
  ...([[56, 'Q'] as const, [60, 'KQ'] as const, [63, 'K'] as const] as const),
]);

const BACK_RANK = [...'rnbqkbnr'];
const PAWN_RANK = [...'pppppppp'];
const capitals = (rank: readonly string[]): string[] => rank.map((piece) => piece.toUpperCase());
const EMPTY_RANKS = Array<string>(4 * FILES).fill('');

export const CHESS_START: ChessPosition = {
  squares: [BACK_RANK, PAWN_RANK, EMPTY_RANKS, capitals(PAWN_RANK), capitals(BACK_RANK)].flat(),
  castling: 'KQkq',
  passed: null,
  quietPlies: 0,
  ply: 0,
  before: null,
};

/**
 * The position after a move that is known to be legal: this board moves the pieces and judges
 * nothing, because a game is replayed for every one of its moves. Throws when the move cannot
 * be one of this position, as after the loss of a stored move.
 */
export function play(position: ChessPosition, move: ChessMove): ChessPosition {
  const { from, to, promotion } = move;
  const piece = pieceAt(position.squares, from);
  const taken = pieceAt(position.squares, to);
  const isPawn = piece === 'P' || piece === 'p';
  assertPlayable(position.ply, piece, taken, move);
  const squares = position.squares.slice();
  squares[from] = '';
  squares[to] = promotion === '' ? piece : promoted(piece, promotion);
  if (isPawn && to === position.passed) squares[to + (piece === 'P' ? FILES : -FILES)] = '';
  if (piece === 'K' || piece === 'k') moveCastlingRook(squares, from, to);
  const isIrreversible = isPawn || taken !== '';
  return {
    squares,
    castling: castlingAfter(position.castling, from, to),
    passed: isPawn ? passedBy(squares, from, to) : null,
    quietPlies: isIrreversible ? 0 : position.quietPlies + 1,
    ply: position.ply + 1,
    before: isIrreversible ? null : position,
  };
}

/** The square that a pawn has passed by two steps, if an enemy pawn stands ready to take it. */
export function passedBy(squares: readonly string[], from: number, to: number): number | null {
  if (Math.abs(to - from) !== 2 * FILES) return null;
  const enemy = pieceAt(squares, to) === 'P' ? 'p' : 'P';
  const file = to % FILES;
  const isLeft = file > 0 && pieceAt(squares, to - 1) === enemy;
  const isRight = file < FILES - 1 && pieceAt(squares, to + 1) === enemy;
  return isLeft || isRight ? (from + to) / 2 : null;
}

export const pieceAt = (squares: readonly string[], square: number): string =>
  present(squares[square], `chess square ${square}`);

/** Whose piece a FEN letter is; the letter must be one. */
export const ownerOf = (piece: string): Side => (piece < 'a' ? 'first' : 'second');

function assertPlayable(ply: number, piece: string, taken: string, move: ChessMove): void {
  const mover = sideAt(ply);
  const lastRank = mover === 'first' ? 0 : FILES - 1;
  const mustPromote = /p/i.test(piece) && Math.trunc(move.to / FILES) === lastRank;
  const isPlayable =
    piece !== '' &&
    ownerOf(piece) === mover &&
    (taken === '' || ownerOf(taken) !== mover) &&
    mustPromote === (move.promotion !== '');
  assert(isPlayable, `stored chess move ${JSON.stringify(move)} at ply ${ply}`);
}

const promoted = (pawn: string, promotion: string): string =>
  pawn === 'P' ? promotion.toUpperCase() : promotion;

/** A king that goes two files castles: the rook of that corner jumps over it. */
function moveCastlingRook(squares: string[], from: number, to: number): void {
  if (Math.abs(to - from) !== 2) return;
  const isKingside = to > from;
  const corner = isKingside ? to + 1 : to - 2;
  squares[(from + to) / 2] = pieceAt(squares, corner);
  squares[corner] = '';
}

/** A king or rook that leaves home, or a rook that is taken there, forfeits what needs it. */
function castlingAfter(castling: string, from: number, to: number): string {
  const lost = (CASTLING_HOMES.get(from) ?? '') + (CASTLING_HOMES.get(to) ?? '');
  if (castling === '' || lost === '') return castling;
  return [...castling].filter((right) => !lost.includes(right)).join('');
}
