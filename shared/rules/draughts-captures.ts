import {
  BOARD_SQUARES,
  type DraughtsMove,
  EMPTY,
  KING,
  pieceOf,
  raysFrom,
  type Squares,
} from './draughts-board.ts';
import { otherSide, type Side } from './rules.ts';

/** A piece already jumped: nobody's, and in the way until the move is over (coup turc). */
const TAKEN = 8;
const NOTHING: readonly number[] = [];

/** The captures found so far that take the most, and what is needed to look for more. */
interface Search {
  /** Without the capturing piece; those it has jumped are `TAKEN`. */
  readonly board: Uint8Array;
  readonly enemy: number;
  readonly best: DraughtsMove[];
  most: number;
  /** The `stateOf` every stop of every capture. */
  readonly reached: Set<number>;
}

/** All captures of this side that take the most pieces; none where nothing can be taken. */
export function largestCaptures(squares: Squares, side: Side): readonly DraughtsMove[] {
  const own = pieceOf(side);
  const enemy = pieceOf(otherSide(side));
  const board = new Uint8Array(squares);
  const search: Search = { board, enemy, best: [], most: 1, reached: new Set() };
  for (let from = 0; from < BOARD_SQUARES; from++) {
    const piece = board[from] ?? EMPTY;
    if ((piece & own) === 0) continue;
    board[from] = EMPTY;
    extend(search, { path: [from], captured: NOTHING }, (piece & KING) !== 0);
    board[from] = piece;
  }
  return search.best;
}

/** Goes on capturing from where `done` has come to, and records every stop. */
function extend(search: Search, done: DraughtsMove, isKing: boolean): void {
  const { board, reached } = search;
  for (const ray of raysFrom(done.path[done.path.length - 1] ?? 0)) {
    const at = victimOn(search, ray, isKing);
    if (at < 0) continue;
    const victim = ray[at] ?? 0;
    const captured = [...done.captured, victim];
    const piece = board[victim] ?? EMPTY;
    board[victim] = TAKEN;
    for (const landing of landingsOn(board, ray, at + 1, isKing)) {
      const move = { path: [...done.path, landing], captured };
      // A second way to take these pieces and come here goes on in the same ways: nothing new.
      const state = stateOf(move);
      if (reached.has(state)) continue;
      reached.add(state);
      record(search, move);
      extend(search, move, isKing);
    }
    board[victim] = piece;
  }
}

/** The squares of the pieces that a capture along these squares takes; null when it is none. */
export function capturedAlong(
  squares: Squares,
  path: readonly number[],
  side: Side,
): readonly number[] | null {
  const board = new Uint8Array(squares);
  const piece = board[path[0] ?? 0] ?? EMPTY;
  board[path[0] ?? 0] = EMPTY;
  const captured: number[] = [];
  for (const [index, landing] of path.slice(1).entries()) {
    const ray = raysFrom(path[index] ?? 0).find((squaresOn) => squaresOn.includes(landing)) ?? [];
    const passed = ray.slice(0, ray.indexOf(landing));
    const [victim, ...more] = passed.filter((square) => board[square] !== EMPTY);
    const isEnemy = ((board[victim ?? -1] ?? EMPTY) & pieceOf(otherSide(side))) !== 0;
    const isTooFar = (piece & KING) === 0 && passed.length > 1;
    if (victim === undefined || more.length > 0 || !isEnemy || isTooFar) return null;
    if (board[landing] !== EMPTY) return null;
    board[victim] = TAKEN;
    captured.push(victim);
  }
  return captured;
}

/** Where on the ray the first piece stands, when it can be taken: one behind it is empty. */
function victimOn({ board, enemy }: Search, ray: readonly number[], isKing: boolean): number {
  // Never read beside the board: that is many times as slow as a read within.
  for (let at = 0; at < ray.length - 1; at++) {
    const piece = board[ray[at] ?? 0] ?? EMPTY;
    if (piece !== EMPTY) {
      return (piece & enemy) !== 0 && board[ray[at + 1] ?? 0] === EMPTY ? at : -1;
    }
    if (!isKing) return -1;
  }
  return -1;
}

/** The square behind a victim, or for a king all up to the next piece. */
function landingsOn(
  board: Squares,
  ray: readonly number[],
  behind: number,
  isKing: boolean,
): readonly number[] {
  let end = behind + 1;
  if (isKing) while (end < ray.length && board[ray[end] ?? 0] === EMPTY) end++;
  return ray.slice(behind, end);
}

function record(search: Search, move: DraughtsMove): void {
  if (move.captured.length < search.most) return;
  if (move.captured.length > search.most) search.best.length = 0;
  search.most = move.captured.length;
  search.best.push(move);
}

/** One bit for each of the 32 squares with a square behind it on every side. */
const WEIGHTS: readonly number[] = (() => {
  const squares = Array.from({ length: BOARD_SQUARES }, (_, square) => square);
  const inner = squares.filter((square) => raysFrom(square).every((ray) => ray.length > 0));
  return squares.map((square) => 2 ** inner.indexOf(square));
})();

/** A number for origin, square and the set of pieces taken, below 2^44. */
function stateOf({ path, captured }: DraughtsMove): number {
  let taken = 0;
  for (const victim of captured) taken += WEIGHTS[victim] ?? 0;
  return (taken * 64 + (path[path.length - 1] ?? 0)) * 64 + (path[0] ?? 0);
}
