import type { GameKind } from '../../rules/rules.ts';
import { SIDE_WORDS, type SideWords } from '../words.ts';
import { movesOf, pointsText, type Unit, unitsOf } from './numbers.ts';

interface KindWords extends SideWords {
  readonly name: string;
  readonly rating: string;
  readonly asSecond: string;
}

const BOARD = { asSecond: 'met zwart' };
const { oware, chess, draughts } = SIDE_WORDS.nl;

export const KINDS: { readonly [K in GameKind]: KindWords } = {
  oware: { name: 'Oware', rating: 'owarerating', ...oware, asSecond: 'als Noord' },
  chess: { name: 'Schaken', rating: 'schaakrating', ...chess, ...BOARD },
  draughts: { name: 'Internationaal dammen', rating: 'damrating', ...draughts, ...BOARD },
};

const FORMAT = new Intl.NumberFormat('nl', { maximumSignificantDigits: 12, useGrouping: false });

export const number = (value: number): string => FORMAT.format(value);

/** A count of something: `1 zet`, `2 zetten`. */
export const count = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`;

/** Half points; halves stay singular in Dutch: `1 punt`, `2½ punt`, `3 punten`. */
export const points = (halfPoints: number): string =>
  `${pointsText(halfPoints)} ${halfPoints === 2 || halfPoints % 2 === 1 ? 'punt' : 'punten'}`;

/** What something pays. */
export const paid = (halfPoints: number): string =>
  halfPoints === 0 ? 'niets' : points(halfPoints);

/** Hours stay singular after a number. */
const UNITS: { readonly [U in Unit]: readonly [string, string] } = {
  hour: ['uur', 'uur'],
  minute: ['minuut', 'minuten'],
  second: ['seconde', 'seconden'],
};

/** A duration in ms: `1 minuut en 30 seconden`. */
export function duration(ms: number): string {
  const units = unitsOf(ms).map(([value, unit]) => count(value, ...UNITS[unit]));
  const last = units.pop() ?? '';
  return units.length === 0 ? last : `${units.join(', ')} en ${last}`;
}

const turnsOf = (plies: number): string =>
  `${count(plies, 'beurt', 'beurten')} van beide spelers samen`;

/** Within so many plies, said in moves too. */
export function withinPlies(plies: number): string {
  const { moves, whole } = movesOf(plies);
  return whole
    ? `binnen de eerste ${moves === 1 ? 'zet' : `${moves} zetten`} (${turnsOf(plies)})`
    : `in hoogstens ${turnsOf(plies)} (vóór zet ${moves + 1} van de tweede speler)`;
}

/** At least so many plies, said in moves too. */
export function fromPlies(plies: number): string {
  const { moves, whole } = movesOf(plies);
  const turns = `minstens ${turnsOf(plies)}`;
  if (whole) return `minstens ${count(moves, 'hele zet', 'hele zetten')} (${turns})`;
  return moves === 0 ? turns : `meer dan ${count(moves, 'zet', 'zetten')} (${turns})`;
}
