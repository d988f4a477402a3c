/** Oware once more, seed by seed and one side at a time: slow, plain, and sharing no code. */
export interface OracleMove {
  readonly house: number;
  readonly houses: readonly number[];
  readonly captured: number;
  readonly grandSlam: boolean;
}

const SOUTH = [0, 1, 2, 3, 4, 5];
const NORTH = [6, 7, 8, 9, 10, 11];
const sum = (board: readonly number[], row: readonly number[]): number =>
  row.reduce((seeds, house) => seeds + Number(board[house]), 0);

/** Every legal move; after it the other side must have seeds if it had none before. */
export function oracleMoves(board: readonly number[], southMoves: boolean): OracleMove[] {
  const [own, other] = southMoves ? [SOUTH, NORTH] : [NORTH, SOUTH];
  const moves = own.filter((house) => board[house] !== 0).map((house) => sown(board, house, other));
  return sum(board, other) > 0 ? moves : moves.filter((move) => sum(move.houses, other) > 0);
}

function sown(board: readonly number[], house: number, other: readonly number[]): OracleMove {
  const after = [...board];
  const hand = Number(after[house]);
  after[house] = 0;
  let last = house;
  for (let seed = 0; seed < hand; seed++) {
    last = last === 11 ? 0 : last + 1;
    if (last === house) last = last === 11 ? 0 : last + 1;
    after[last] = Number(after[last]) + 1;
  }
  const taken = [...after];
  for (let at = last; other.includes(at) && [2, 3].includes(Number(after[at])); at--) taken[at] = 0;
  const captured = sum(after, other) - sum(taken, other);
  const grandSlam = captured > 0 && sum(taken, other) === 0;
  return {
    house,
    houses: grandSlam ? after : taken,
    captured: grandSlam ? 0 : captured,
    grandSlam,
  };
}

/** The end of a game given all its boards so far, oldest first: a word and the final seeds. */
export function oracleEnd(boards: readonly (readonly number[])[], captured: readonly number[]) {
  const board = boards.at(-1) ?? [];
  const [south = 0, north = 0] = captured;
  if (south > 24 || north > 24) return { ending: 'majority', seeds: [south, north] };
  const seeds = [south + sum(board, SOUTH), north + sum(board, NORTH)];
  const southMoves = boards.length % 2 === 1;
  if (oracleMoves(board, southMoves).length === 0) return { ending: 'noMove', seeds };
  const bothRows = sum(board, SOUTH) > 0 && sum(board, NORTH) > 0;
  const sameTurn = boards.filter((_, ply) => ply % 2 === (boards.length - 1) % 2);
  const times = sameTurn.filter((earlier) => earlier.join() === board.join()).length;
  return bothRows && times > 1 ? { ending: 'repetition', seeds } : null;
}
