import { assert, present } from '../core/assert.ts';
import { type DraughtsMove, KING, type Squares } from './draughts-board.ts';
import { capturedAlong } from './draughts-captures.ts';
import { countedPlies, drawRuleFor } from './draughts-draws.ts';
import { boardAfter, countLines, legalMoves } from './draughts-moves.ts';
import {
  formatMove,
  hasEnds,
  type MoveName,
  nameOf,
  packMove,
  parseMove,
  unpackMoves,
} from './draughts-names.ts';
import { type DraughtsDiagram, parseFen } from './draughts-notation.ts';
import { type Outcome, otherSide, type Rules, sideAt } from './rules.ts';

/**
 * International draughts on 100 squares. Draws are those of lidraughts, and a third repetition
 * needs no claim. Two packed bytes per ply, more where origin and end do not tell which capture.
 */
export const draughts: Rules<DraughtsPosition> = {
  replay,
  move,
  legal: ({ legal }) => legal.map((one) => formatMove(nameOf(one, legal))),
  outcome: (position) => position.outcome,
  // A flag always loses, whatever is left on the board, as on lidraughts.
  canWin: () => true,
  texts: (moves) => unpackMoves(moves).map(formatMove),
};

/** A diagram with what the rules must remember besides it, and what they say about it. */
export interface DraughtsPosition extends DraughtsDiagram {
  /** The position one ply earlier, null after a capture or a man's move: none older can recur. */
  readonly before: DraughtsPosition | null;
  /** Empty when the game is over. */
  readonly legal: readonly DraughtsMove[];
  readonly outcome: Outcome | null;
}

const OCCURRENCES_TO_DRAW = 3;

/** The position of a diagram that nothing came before, or `before` it. */
export function draughtsPosition(
  { squares, ply, drawPlies }: DraughtsDiagram,
  before: DraughtsPosition | null = null,
): DraughtsPosition {
  const moves = legalMoves(squares, sideAt(ply));
  const diagram = { squares, ply, drawPlies };
  const outcome = outcomeOf(diagram, moves, before);
  return { ...diagram, before, outcome, legal: outcome === null ? moves : [] };
}

export const DRAUGHTS_START = draughtsPosition(
  present(parseFen('W:W31-50:B1-20'), 'initial draughts diagram'),
);

/**
 * Number of move sequences of exactly `depth` plies: the standard check of a move generator, which
 * no draw cuts short. A capture counts once for each set of pieces that it can take between two
 * squares.
 */
export const perft = ({ squares, ply }: DraughtsPosition, depth: number): number =>
  countLines(squares, sideAt(ply), depth);

function replay(moves: Uint8Array, plies?: number): DraughtsPosition {
  let position = DRAUGHTS_START;
  for (const name of unpackMoves(moves).slice(0, plies)) {
    const found = find(position, name);
    assert(found, `stored draughts move ${formatMove(name)} at ply ${position.ply}`);
    position = play(position, found);
  }
  return position;
}

function move(position: DraughtsPosition, text: string) {
  const name = parseMove(text);
  const found = name && find(position, name);
  if (!found) return null;
  const packed = packMove(nameOf(found, position.legal));
  return { packed, position: play(position, found) };
}

/** The only legal move of this name, or by its whole path, whichever of its paths that is. */
function find(position: DraughtsPosition, { squares, isCapture }: MoveName): DraughtsMove | null {
  const alike = position.legal.filter(
    (one) => one.captured.length > 0 === isCapture && hasEnds(one, squares),
  );
  if (squares.length === 2) return alike.length === 1 ? (alike[0] ?? null) : null;
  if (alike.length === 0) return null;
  const captured = capturedAlong(position.squares, squares, sideAt(position.ply));
  return alike.find((one) => captured && isSameSet(one.captured, captured)) ?? null;
}

const isSameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((square) => b.includes(square));

function play(position: DraughtsPosition, chosen: DraughtsMove): DraughtsPosition {
  const { squares, ply, drawPlies } = position;
  const isKing = ((squares[chosen.path[0] ?? 0] ?? 0) & KING) !== 0;
  const isIrreversible = !isKing || chosen.captured.length > 0;
  const after = boardAfter(squares, chosen, sideAt(ply));
  const counted = countedPlies(drawPlies, squares, after, isIrreversible);
  const diagram = { squares: after, ply: ply + 1, drawPlies: counted };
  return draughtsPosition(diagram, isIrreversible ? null : position);
}

/**
 * In this order, of which only the first is no draw: no move, third occurrence, then the rule for
 * the material. So whoever blocks or takes everything wins even on the last ply that counts.
 */
function outcomeOf(
  { squares, ply, drawPlies }: DraughtsDiagram,
  moves: readonly DraughtsMove[],
  before: DraughtsPosition | null,
): Outcome | null {
  if (moves.length === 0) return { winner: otherSide(sideAt(ply)), ending: 'noMove' };
  if (occurrences(squares, before) >= OCCURRENCES_TO_DRAW) {
    return { winner: null, ending: 'threefold' };
  }
  const { plies, ending } = drawRuleFor(squares);
  return drawPlies >= plies ? { winner: null, ending } : null;
}

/** How often this board was there with the same side to move, this time included. */
function occurrences(squares: Squares, before: DraughtsPosition | null): number {
  let times = 1;
  for (let earlier = before?.before; earlier; earlier = earlier.before?.before) {
    if (isSameBoard(squares, earlier.squares)) times++;
  }
  return times;
}

function isSameBoard(a: Squares, b: Squares): boolean {
  for (let square = 0; square < a.length; square++) {
    if (a[square] !== b[square]) return false;
  }
  return true;
}
