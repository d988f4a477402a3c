import type { GameKind } from '../../rules/rules.ts';
import { SIDE_WORDS, type SideWords } from '../words.ts';
import { movesOf, pointsText, type Unit, unitsOf } from './numbers.ts';

interface KindWords extends SideWords {
  readonly name: string;
  /** Before the word "rating". */
  readonly rating: string;
  readonly asSecond: string;
}

const BOARD = { asSecond: 'with the black pieces' };
const { oware, chess, draughts } = SIDE_WORDS.en;

export const KINDS: { readonly [K in GameKind]: KindWords } = {
  oware: { name: 'Oware', rating: 'oware', ...oware, asSecond: 'as North' },
  chess: { name: 'Chess', rating: 'chess', ...chess, ...BOARD },
  draughts: { name: 'International draughts', rating: 'draughts', ...draughts, ...BOARD },
};

const FORMAT = new Intl.NumberFormat('en', { maximumSignificantDigits: 12, useGrouping: false });

export const number = (value: number): string => FORMAT.format(value);

/** A count of something: `1 game`, `2 games`. */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

/** Half points: `1 point`, `½ point`, `2½ points`. */
export const points = (halfPoints: number): string =>
  `${pointsText(halfPoints)} ${halfPoints === 1 || halfPoints === 2 ? 'point' : 'points'}`;

/** What something pays. */
export const paid = (halfPoints: number): string =>
  halfPoints === 0 ? 'nothing' : points(halfPoints);

const UNITS: { readonly [U in Unit]: string } = {
  hour: 'hour',
  minute: 'minute',
  second: 'second',
};

/** A duration in ms: `1 minute and 30 seconds`. */
export function duration(ms: number): string {
  const units = unitsOf(ms).map(([value, unit]) => count(value, UNITS[unit]));
  const last = units.pop() ?? '';
  return units.length === 0 ? last : `${units.join(', ')} and ${last}`;
}

/** Within so many plies, said in moves too. */
export function withinPlies(plies: number): string {
  const { moves, whole } = movesOf(plies);
  const turns = `${count(plies, 'turn')} of both players together`;
  return whole
    ? `within the first ${moves === 1 ? 'move' : `${moves} moves`} (${turns})`
    : `in at most ${turns} (before the second player’s move ${moves + 1})`;
}

/** At least so many plies, said in moves too. */
export function fromPlies(plies: number): string {
  const { moves, whole } = movesOf(plies);
  const turns = `at least ${count(plies, 'turn')} of both players together`;
  if (whole) return `at least ${count(moves, 'whole move')} (${turns})`;
  return moves === 0 ? turns : `more than ${count(moves, 'move')} (${turns})`;
}
