/**
 * Draughts once more, with rows and columns and by trying every square as a landing: slow, plain,
 * and sharing no code. A board is a text of 50 characters: `w`, `b`, `W` and `B` for kings, `.`.
 */
export interface OracleMove {
  readonly from: number;
  readonly to: number;
  readonly captured: readonly number[];
  readonly after: string;
  /** Every way to make it. */
  readonly paths: readonly (readonly number[])[];
}

interface Way {
  readonly path: readonly number[];
  readonly captured: readonly number[];
}

const NUMBERS = Array.from({ length: 50 }, (_, index) => index + 1);
const on = (board: string, number: number): string => board[number - 1] ?? '';
const put = (board: string, number: number, piece: string): string =>
  board.slice(0, number - 1) + piece + board.slice(number);

/** Column and row, both from 0 at the top left; square 1 is at column 1. */
function place(number: number): readonly [number, number] {
  const row = Math.ceil(number / 5) - 1;
  return [((number - 1) % 5) * 2 + (row % 2 === 0 ? 1 : 0), row];
}

/** The squares between two on one diagonal, null when they are on none. */
function between(from: number, to: number): number[] | null {
  const [fromColumn, fromRow] = place(from);
  const [toColumn, toRow] = place(to);
  const distance = Math.abs(toRow - fromRow);
  if (distance === 0 || Math.abs(toColumn - fromColumn) !== distance) return null;
  return NUMBERS.filter((number) => {
    const [column, row] = place(number);
    const steps = Math.abs(row - fromRow);
    const isOnWay = Math.sign(row - fromRow) === Math.sign(toRow - fromRow) && steps < distance;
    return isOnWay && column - fromColumn === Math.sign(toColumn - fromColumn) * steps;
  });
}

const LINES = NUMBERS.map((from) => NUMBERS.map((to) => between(from, to)));
const lineOf = (from: number, to: number): number[] | null => LINES[from - 1]?.[to - 1] ?? null;

/** All ways to go on capturing, complete or not; `board` still holds what was taken. */
function captures(board: string, king: boolean, enemies: string, way: Way): Way[] {
  const from = way.path.at(-1) ?? 0;
  return NUMBERS.flatMap((to) => {
    const passed = lineOf(from, to);
    if (passed === null || on(board, to) !== '.' || (!king && passed.length !== 1)) return [];
    const [victim = 0, ...others] = passed.filter((number) => on(board, number) !== '.');
    const mayTake = enemies.includes(on(board, victim) || '?') && !way.captured.includes(victim);
    if (!mayTake || others.length > 0) return [];
    const further = { path: [...way.path, to], captured: [...way.captured, victim] };
    return [further, ...captures(board, king, enemies, further)];
  });
}

function quiet(board: string, from: number, white: boolean): Way[] {
  const king = 'WB'.includes(on(board, from));
  return NUMBERS.flatMap((to) => {
    const passed = lineOf(from, to);
    if (passed === null || on(board, to) !== '.') return [];
    const isAhead = white ? to < from : to > from;
    const isFree = passed.every((number) => on(board, number) === '.');
    const isStep = passed.length === 0 && isAhead;
    return (king ? isFree : isStep) ? [{ path: [from, to], captured: [] }] : [];
  });
}

/** Every legal move of the side, each with all its ways. */
export function oracleMoves(board: string, white: boolean): OracleMove[] {
  const [own, enemies] = white ? ['wW', 'bB'] : ['bB', 'wW'];
  const origins = NUMBERS.filter((number) => own.includes(on(board, number)));
  const chains = origins.flatMap((from) => {
    const king = 'WB'.includes(on(board, from));
    return captures(put(board, from, '.'), king, enemies, { path: [from], captured: [] });
  });
  const most = Math.max(0, ...chains.map(({ captured }) => captured.length));
  const ways =
    most > 0
      ? chains.filter(({ captured }) => captured.length === most)
      : origins.flatMap((from) => quiet(board, from, white));
  const same = Map.groupBy(ways, ({ path, captured }) =>
    [path[0], path.at(-1), ...captured.toSorted((a, b) => a - b)].join(),
  );
  return [...same].map(([key, alike]) => {
    const [from = 0, to = 0, ...captured] = key.split(',').map(Number);
    const paths = alike.map(({ path }) => path);
    return { from, to, captured, paths, after: played(board, from, to, captured) };
  });
}

function played(board: string, from: number, to: number, captured: readonly number[]): string {
  const piece = on(board, from);
  const crowned = (piece === 'w' && to <= 5) || (piece === 'b' && to >= 46);
  const cleared = [from, ...captured].reduce((rest, number) => put(rest, number, '.'), board);
  return put(cleared, to, crowned ? piece.toUpperCase() : piece);
}

/** Plies to a draw: 10, 32 or 50. */
function limit(board: string): number {
  const material = ['w', 'b'].map((side) =>
    [...board].filter((piece) => piece.toLowerCase() === side).sort(),
  );
  const [few = [], many = []] = material.sort((a, b) => a.length - b.length);
  const isLoneKing = few.length === 1 && 'WB'.includes(few[0] ?? '?');
  if (!isLoneKing || !/[WB]/.test(many.join(''))) return 50;
  return many.length > 3 ? 50 : many.length === 3 ? 32 : 10;
}

const menOf = (board: string): string => board.replace(/[WB]/g, '.');
const piecesOn = (board: string): number => board.replaceAll('.', '').length;

/** The end of a game given all its boards so far, oldest first and white to move on it. */
export function oracleEnd(boards: readonly string[]) {
  const board = boards.at(-1) ?? '';
  const white = boards.length % 2 === 1;
  if (oracleMoves(board, white).length === 0) {
    return { winner: white ? 'second' : 'first', ending: 'noMove' };
  }
  const sameTurn = boards.filter((_, ply) => ply % 2 === (boards.length - 1) % 2);
  if (sameTurn.filter((earlier) => earlier === board).length > 2) {
    return { winner: null, ending: 'threefold' };
  }
  const plies = limit(board);
  let counted = 0;
  for (let ply = boards.length - 1; ply > 0; ply--) {
    const [before = '', after = ''] = boards.slice(ply - 1, ply + 1);
    if (limit(before) !== limit(after)) break;
    const isQuiet = menOf(before) === menOf(after) && piecesOn(before) === piecesOn(after);
    if (plies === 50 && !isQuiet) break;
    counted++;
  }
  return counted < plies ? null : { winner: null, ending: `moves${plies / 2}` };
}
