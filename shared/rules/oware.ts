import { assert } from '../core/assert.ts';
import {
  BOARD_HOUSES,
  houseNamed,
  letterOf,
  type OwareDiagram,
  ROW_HOUSES,
  TOTAL_SEEDS,
} from './oware-notation.ts';
import { type Outcome, otherSide, type Rules, type Side, sideAt } from './rules.ts';

/**
 * Oware Abapa. Rule books differ; wherever there is a choice this follows the Oware rules of
 * PlayStrategy, and the comment says so. One packed byte per ply: the house that is sown.
 */
export const oware: Rules<OwarePosition> = {
  replay,
  move,
  legal: (position) => position.legal.map(letterOf),
  outcome: (position) => position.outcome,
  canWin: (position, side) => storeOf(position, otherSide(side)) < MAJORITY - 1,
  texts: (moves) => Array.from(moves, letterOf),
};

/** A diagram with what the rules must remember besides it, and what they say about it. */
export interface OwarePosition extends OwareDiagram {
  /** The position one ply earlier, null after a capture: nothing older can occur again. */
  readonly before: OwarePosition | null;
  /** The houses that may be sown, in board order; empty when the game is over. */
  readonly legal: readonly number[];
  readonly outcome: Outcome | null;
}

type Seeds = readonly number[];
type Stores = OwareDiagram['stores'];

const MAJORITY = TOTAL_SEEDS / 2 + 1;
const SEEDS_PER_LAP = BOARD_HOUSES - 1;

/** The position of a diagram that nothing came before, or `before` it and without a capture. */
export function owarePosition(
  { houses, stores, ply }: OwareDiagram,
  before: OwarePosition | null = null,
): OwarePosition {
  const playable = playableHouses(houses, rowOf(sideAt(ply)));
  const outcome = outcomeOf(houses, stores, playable, before);
  return { houses, stores, ply, before, outcome, legal: outcome === null ? playable : [] };
}

export const OWARE_START = owarePosition({
  houses: Array<number>(BOARD_HOUSES).fill(TOTAL_SEEDS / BOARD_HOUSES),
  stores: [0, 0],
  ply: 0,
});

/** Seeds of South and North: captured, and after an end that sweeps also those of the own row. */
export function finalSeeds({ houses, stores, outcome }: OwarePosition): Stores {
  return outcome === null || outcome.ending === 'majority' ? stores : swept(houses, stores);
}

/** Number of move sequences of exactly `depth` plies: the standard check of a move generator. */
export function perft(position: OwarePosition, depth: number): number {
  if (depth === 0) return 1;
  if (depth === 1) return position.legal.length;
  let leaves = 0;
  for (const house of position.legal) leaves += perft(play(position, house), depth - 1);
  return leaves;
}

function replay(moves: Uint8Array, plies?: number): OwarePosition {
  let position = OWARE_START;
  for (const house of moves.subarray(0, plies)) {
    assert(position.legal.includes(house), `stored oware move ${house} at ply ${position.ply}`);
    position = play(position, house);
  }
  return position;
}

function move(position: OwarePosition, text: string) {
  const house = houseNamed(text);
  if (house === null || !position.legal.includes(house)) return null;
  return { packed: Uint8Array.of(house), position: play(position, house) };
}

function play(position: OwarePosition, house: number): OwarePosition {
  const mover = sideAt(position.ply);
  const houses = position.houses.slice();
  const captured = capture(houses, sow(houses, house), rowOf(otherSide(mover)));
  const [south, north] = position.stores;
  const stores: Stores = mover === 'first' ? [south + captured, north] : [south, north + captured];
  return owarePosition({ houses, stores, ply: position.ply + 1 }, captured > 0 ? null : position);
}

/** Sows all seeds of `origin`, which every lap skips; returns the house of the last seed. */
function sow(houses: number[], origin: number): number {
  const seeds = seedsIn(houses, origin);
  const laps = Math.trunc(seeds / SEEDS_PER_LAP);
  const rest = seeds % SEEDS_PER_LAP;
  houses[origin] = 0;
  for (let step = 1; step <= (laps > 0 ? SEEDS_PER_LAP : rest); step++) {
    const house = (origin + step) % BOARD_HOUSES;
    houses[house] = seedsIn(houses, house) + laps + (step <= rest ? 1 : 0);
  }
  return (origin + (rest || SEEDS_PER_LAP)) % BOARD_HOUSES;
}

/**
 * Takes twos and threes from `last` backwards within the opponent's `row`; returns how many seeds.
 * A grand slam, all seeds of that row, is a move that captures nothing (PlayStrategy; other books
 * forbid it, leave the last house, or let it capture).
 */
function capture(houses: number[], last: number, row: number): number {
  if (last >= row + ROW_HOUSES) return 0;
  let captured = 0;
  let house = last;
  for (; house >= row; house--) {
    const seeds = seedsIn(houses, house);
    if (seeds !== 2 && seeds !== 3) break;
    captured += seeds;
  }
  if (captured === rowSeeds(houses, row)) return 0;
  houses.fill(0, house + 1, last + 1);
  return captured;
}

/** An opponent whose row is empty must be fed; PlayStrategy asks no more than that. */
function playableHouses(houses: Seeds, row: number): number[] {
  const end = row + ROW_HOUSES;
  const mustReach = rowSeeds(houses, end % BOARD_HOUSES) === 0 ? end : row;
  const playable: number[] = [];
  for (let house = row; house < end; house++) {
    const seeds = seedsIn(houses, house);
    if (seeds > 0 && house + seeds >= mustReach) playable.push(house);
  }
  return playable;
}

/** PlayStrategy's order: majority at once and unswept, no move, repetition without a claim. */
function outcomeOf(
  houses: Seeds,
  stores: Stores,
  playable: Seeds,
  before: OwarePosition | null,
): Outcome | null {
  if (Math.max(...stores) >= MAJORITY) return { winner: richer(stores), ending: 'majority' };
  if (playable.length === 0) return { winner: richer(swept(houses, stores)), ending: 'noMove' };
  if (!repeats(houses, before)) return null;
  return { winner: richer(swept(houses, stores)), ending: 'repetition' };
}

/**
 * Whether these houses occurred before with the same side to move; once is enough on PlayStrategy.
 * There, too, a game whose seeds all lie in one row goes on: the next ply is looked at again.
 */
function repeats(houses: Seeds, before: OwarePosition | null): boolean {
  if (rowSeeds(houses, 0) === 0 || rowSeeds(houses, ROW_HOUSES) === 0) return false;
  let earlier = before?.before;
  while (earlier && !sameSeeds(houses, earlier.houses)) earlier = earlier.before?.before;
  return Boolean(earlier);
}

const sameSeeds = (a: Seeds, b: Seeds): boolean => a.every((seeds, house) => seeds === b[house]);

const swept = (houses: Seeds, [south, north]: Stores): Stores => [
  south + rowSeeds(houses, 0),
  north + rowSeeds(houses, ROW_HOUSES),
];

const richer = ([south, north]: Stores): Side | null =>
  south === north ? null : south > north ? 'first' : 'second';

const storeOf = ({ stores }: OwarePosition, side: Side): number =>
  side === 'first' ? stores[0] : stores[1];

function rowSeeds(houses: Seeds, row: number): number {
  let seeds = 0;
  for (let house = row; house < row + ROW_HOUSES; house++) seeds += seedsIn(houses, house);
  return seeds;
}

function rowOf(side: Side): number {
  return side === 'first' ? 0 : ROW_HOUSES;
}

function seedsIn(houses: Seeds, house: number): number {
  return houses[house] ?? 0;
}
