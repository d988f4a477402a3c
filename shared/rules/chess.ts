import { Chess, type Square, validateFen } from 'chess.js';
import { present } from '../core/assert.ts';
import {
  CHESS_START,
  type ChessDiagram,
  type ChessPosition,
  FILES,
  ownerOf,
  play,
} from './chess-board.ts';
import {
  formatFen,
  moveNamed,
  packMove,
  parseFen,
  squareName,
  uciOf,
  unpackMoves,
} from './chess-notation.ts';
import { type Outcome, otherSide, type Rules, type Side, sideAt } from './rules.ts';

/**
 * Chess. What is legal, mate, stalemate or a dead position is chess.js's word; moving the pieces
 * and counting is ours, because chess.js takes milliseconds to replay a game. Moves are UCI
 * texts, and two packed bytes per ply.
 */
export const chess: Rules<ChessPosition> = {
  replay: (moves, plies) =>
    unpackMoves(moves)
      .slice(0, plies)
      .reduce((position, one) => play(position, one), CHESS_START),
  move,
  legal: (position) => {
    const judge = judgeOf(position);
    return drawnOf(position, judge) === null ? legalTexts(position, judge) : [];
  },
  outcome,
  canWin,
  texts: (moves) => unpackMoves(moves).map(uciOf),
};

/** FIDE Laws of Chess (2023), 9.6.1: five times, without a claim; 9.2: three times, with one. */
const FIVEFOLD = 5;
const THREEFOLD = 3;
/**
 * FIDE 9.3 has fifty moves of each side claimed, 9.6.2 seventy-five without a claim. Arenas of
 * lichess and PlayStrategy end a game at fifty without a claim, and so do we.
 */
const QUIET_PLIES_MAX = 100;

/** The position of a FEN that nothing came before; null when no game can look like that. */
export function chessPosition(fen: string): ChessPosition | null {
  const diagram = parseFen(fen);
  if (diagram === null || !validateFen(formatFen(diagram)).ok) return null;
  const waiting = sideAt(diagram.ply + 1);
  const king = diagram.squares.indexOf(waiting === 'first' ? 'K' : 'k');
  const isCapturable = judgeOf(diagram).isAttacked(squareOf(king), waiting === 'first' ? 'b' : 'w');
  return isCapturable ? null : { ...diagram, before: null };
}

/**
 * Number of sequences of exactly `depth` legal moves. Draws end none of them, as in the counts
 * that are published to check move generators.
 */
export function perft(position: ChessPosition, depth: number): number {
  if (depth === 0) return 1;
  const judge = judgeOf(position);
  if (depth === 1) return judge.perft(1);
  let leaves = 0;
  for (const text of legalTexts(position, judge)) {
    const one = present(moveNamed(text), `move in ${text}`);
    leaves += perft(play(position, one), depth - 1);
  }
  return leaves;
}

function move(position: ChessPosition, text: string) {
  const named = moveNamed(text);
  if (named === null) return null;
  const judge = judgeOf(position);
  const isLegal = textsFrom(judge, named.from).includes(text);
  if (!isLegal || drawnOf(position, judge) !== null) return null;
  return { packed: packMove(named), position: play(position, named) };
}

/** Mate comes first: on the board the game was over before anything could be counted. */
function outcome(position: ChessPosition, claim = false): Outcome | null {
  const judge = judgeOf(position);
  if (judge.isCheckmate()) {
    return { winner: otherSide(sideAt(position.ply)), ending: 'checkmate' };
  }
  if (judge.isStalemate()) return { winner: null, ending: 'stalemate' };
  const drawn = drawnOf(position, judge);
  if (drawn !== null || !claim) return drawn;
  return occurrences(position) >= THREEFOLD ? { winner: null, ending: 'threefold' } : null;
}

/** The draw that ends this position although there may be legal moves, without a claim. */
function drawnOf(position: ChessPosition, judge: Chess): Outcome | null {
  if (judge.isInsufficientMaterial()) return { winner: null, ending: 'insufficient' };
  if (occurrences(position) >= FIVEFOLD) return { winner: null, ending: 'fivefold' };
  return position.quietPlies < QUIET_PLIES_MAX ? null : { winner: null, ending: 'fiftyMoves' };
}

/**
 * Told by material alone, as lichess and PlayStrategy do. A side cannot mate by any moves with a
 * king alone; with one knight against a king alone or with queens; with bishops only, while all
 * bishops on the board are of one colour and no knight or pawn is against them.
 */
function canWin({ squares }: ChessPosition, side: Side): boolean {
  const mine = armyOf(squares, side);
  const theirs = armyOf(squares, otherSide(side));
  if (mine === '') return false;
  if (mine === 'n') return /[^q]/.test(theirs);
  return !/^b+$/.test(mine) || /[np]/.test(theirs) || hasBishopsOfBothColours(squares);
}

/** How often the position on the board has occurred in its game, this time included. */
function occurrences(position: ChessPosition): number {
  let times = 1;
  let earlier = position.before?.before;
  for (; earlier; earlier = earlier.before?.before) {
    if (isSame(position, earlier)) times++;
  }
  return times;
}

/**
 * FIDE 9.2: the same pieces with the same possible moves. Only the oldest position in reach can
 * follow a double step; it counts as another one when the pawn could really have been taken.
 */
function isSame(position: ChessPosition, earlier: ChessPosition): boolean {
  return (
    position.castling === earlier.castling &&
    position.squares.every((piece, square) => piece === earlier.squares[square]) &&
    (earlier.passed === null || !canTakePassed(earlier))
  );
}

/** chess.js leaves a passed square out of its own FEN when no capture there is legal. */
const canTakePassed = (position: ChessPosition): boolean =>
  judgeOf(position).fen().split(' ')[3] !== '-';

/** A chess.js game that starts here: it knows the board, and nothing of what came before. */
const judgeOf = (diagram: ChessDiagram): Chess =>
  new Chess(formatFen(diagram), { skipValidation: true });

function legalTexts({ squares, ply }: ChessPosition, judge: Chess): string[] {
  const mover = sideAt(ply);
  return squares.flatMap((piece, square) =>
    piece !== '' && ownerOf(piece) === mover ? textsFrom(judge, square) : [],
  );
}

const SAN_TARGET = /([a-h][1-8])(?:=([NBRQ]))?[+#]?$/;

/**
 * UCI texts of the legal moves from a square. chess.js spells them out only together with both
 * diagrams of every move, which takes ten times as long: its short names say the same.
 */
function textsFrom(judge: Chess, square: number): string[] {
  const from = squareOf(square);
  return judge.moves({ square: from }).map((san) => {
    if (san.startsWith('O-O')) return `${from}${san.startsWith('O-O-O') ? 'c' : 'g'}${from[1]}`;
    const [, to = '', promotion = ''] = SAN_TARGET.exec(san) ?? [];
    return `${from}${to}${promotion.toLowerCase()}`;
  });
}

const squareOf = (square: number): Square => squareName(square) as Square;

/** The pieces of a side besides its king, in lower case. */
const armyOf = (squares: readonly string[], side: Side): string =>
  squares
    .filter((piece) => piece !== '' && ownerOf(piece) === side)
    .join('')
    .toLowerCase()
    .replace('k', '');

function hasBishopsOfBothColours(squares: readonly string[]): boolean {
  const colours = squares.flatMap((piece, square) =>
    /b/i.test(piece) ? (Math.trunc(square / FILES) + square) % 2 : [],
  );
  return new Set(colours).size > 1;
}
