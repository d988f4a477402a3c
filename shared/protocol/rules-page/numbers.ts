/** Numbers as every language writes them. */

import { CALENDAR_ENDS_MS } from '../fields.ts';

/** Half points as points: `0`, `½`, `2½`. */
export function pointsText(halfPoints: number): string {
  const whole = Math.floor(halfPoints / 2);
  if (halfPoints % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A time as a clock shows it: `1:30`, `0:07.5`, `1:00:00`. */
export function clockText(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / HOUR_MS), Math.floor((ms % HOUR_MS) / MINUTE_MS)];
  const [seconds = '', decimals] = String((ms % MINUTE_MS) / SECOND_MS).split('.');
  const below = seconds.padStart(2, '0') + (decimals === undefined ? '' : `.${decimals}`);
  if (hours === 0) return `${minutes}:${below}`;
  return `${hours}:${String(minutes).padStart(2, '0')}:${below}`;
}

/** A clock as players call it (`3+2`), or null where that would not be exact. */
export function clockName(limitMs: number, incrementMs: number): string | null {
  if (limitMs % MINUTE_MS !== 0 || incrementMs % SECOND_MS !== 0) return null;
  return `${limitMs / MINUTE_MS}+${incrementMs / SECOND_MS}`;
}

/** An instant (epoch ms) in UTC, as exact as it is: `2026-12-20 18:00 UTC`. */
export function utcText(atMs: number): string {
  if (Math.abs(atMs) > CALENDAR_ENDS_MS) return `Unix ${atMs} ms`;
  const iso = new Date(atMs).toISOString().replace('T', ' ');
  return `${iso.replace(/(:00)?\.000Z$|Z$/, '')} UTC`;
}

export type Unit = 'hour' | 'minute' | 'second';

/** A duration in the units that it has: 90,000 ms are 1 minute, 30 seconds. */
export function unitsOf(ms: number): readonly (readonly [number, Unit])[] {
  const units: readonly (readonly [number, Unit])[] = [
    [Math.floor(ms / HOUR_MS), 'hour'],
    [Math.floor((ms % HOUR_MS) / MINUTE_MS), 'minute'],
    [(ms % MINUTE_MS) / SECOND_MS, 'second'],
  ];
  const some = units.filter(([count]) => count !== 0);
  return some.length === 0 ? [[0, 'second']] : some;
}

/** A count of plies as moves: a move is one turn of each side. */
export const movesOf = (plies: number): { readonly moves: number; readonly whole: boolean } => ({
  moves: Math.floor(plies / 2),
  whole: plies % 2 === 0,
});
