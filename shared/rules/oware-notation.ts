import { present } from '../core/assert.ts';

/** What lies on an oware board. */
export interface OwareDiagram {
  /** Houses 0..5 are South's (first) row from its left, 6..11 North's; seeds travel upwards. */
  readonly houses: readonly number[];
  /** Captured seeds, South then North; the sweep at the end of a game is never added here. */
  readonly stores: readonly [number, number];
  /** Turns since the start of the game; its parity is the side to move. */
  readonly ply: number;
}

export const ROW_HOUSES = 6;
export const BOARD_HOUSES = 2 * ROW_HOUSES;
export const TOTAL_SEEDS = 48;

const LETTERS = [...'ABCDEFabcdef'];
/** North's letters run against the files of the board: house 'a' is f2 and 'f' is a2. */
const COORDINATES = ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'f2', 'e2', 'd2', 'c2', 'b2', 'a2'];
const ORIGIN_AND_LANDING = /^[a-f][12][a-f][12]$/;

const CELL = '(?:[1-6]|[1-9]\\d?S)';
const ROW = `${CELL}(?:,${CELL}){0,5}`;
const STORE = '0|[1-9]\\d?';
const FEN = new RegExp(`^(${ROW})/(${ROW}) (${STORE}) (${STORE}) ([SN]) ([1-9]\\d{0,3})$`);

/** The name of a house: `A` to `F` for South, `a` to `f` for North. */
export const letterOf = (house: number): string => present(LETTERS[house], `oware house ${house}`);

/**
 * The house named by a letter, or by the first half of a move such as `a1e1`, whose landing says
 * nothing that the board does not; null for any other text.
 */
export function houseNamed(text: string): number | null {
  const isMove = ORIGIN_AND_LANDING.test(text);
  const house = isMove ? COORDINATES.indexOf(text.slice(0, 2)) : LETTERS.indexOf(text);
  return house < 0 ? null : house;
}

/**
 * PlayStrategy's diagram text: North's row as South sees it, `/`, South's row, both stores (South
 * first), side to move, full move. `4S` is a house with four seeds, `4` four empty houses.
 */
export function formatFen({ houses, stores, ply }: OwareDiagram): string {
  const north = formatRow(houses.slice(ROW_HOUSES).reverse());
  const south = formatRow(houses.slice(0, ROW_HOUSES));
  const toMove = ply % 2 === 0 ? 'S' : 'N';
  return `${north}/${south} ${stores.join(' ')} ${toMove} ${Math.trunc(ply / 2) + 1}`;
}

/** Reads a diagram text; null when it is malformed or does not account for 48 seeds. */
export function parseFen(fen: string): OwareDiagram | null {
  const [, northRow = '', southRow = '', south, north, toMove, fullMove] = FEN.exec(fen) ?? [];
  const southHouses = parseRow(southRow);
  const northHouses = parseRow(northRow).reverse();
  if (southHouses.length !== ROW_HOUSES || northHouses.length !== ROW_HOUSES) return null;
  const stores = unswept([Number(south), Number(north)], total(southHouses), total(northHouses));
  const ply = 2 * Number(fullMove) - (toMove === 'S' ? 2 : 1);
  return stores && { houses: [...southHouses, ...northHouses], stores, ply };
}

function formatRow(row: readonly number[]): string {
  const cells = row.map((seeds) => (seeds === 0 ? '-' : `${seeds}S`)).join(',');
  return cells.replace(/-(,-)*/g, (empty) => String((empty.length + 1) / 2));
}

function parseRow(row: string): number[] {
  return row.split(',').flatMap((cell) => {
    const count = Number.parseInt(cell, 10);
    return cell.endsWith('S') ? count : Array<number>(count || 0).fill(0);
  });
}

/**
 * The captured seeds alone. PlayStrategy adds the swept seeds of a finished game to the stores
 * and still draws them on the board: then the stores hold all 48, and the rows come off again.
 */
function unswept(
  stores: [number, number],
  southRow: number,
  northRow: number,
): [number, number] | null {
  const stored = total(stores);
  if (stored + southRow + northRow === TOTAL_SEEDS) return stores;
  if (stored !== TOTAL_SEEDS || stores[0] < southRow || stores[1] < northRow) return null;
  return [stores[0] - southRow, stores[1] - northRow];
}

const total = (seeds: readonly number[]): number => seeds.reduce((sum, more) => sum + more, 0);
