import { assert, present } from '../core/assert.ts';
import { SIDES, type Side, sideAt } from '../rules/rules.ts';
import { berserkLimitMs, clockChangeMs, initialTimeMs } from './clock.ts';
import type { BySide, Game } from './game.ts';

/** Times (ms) from which on two bytes are not enough, three are not, and none are. */
const THREE_BYTES_FROM = 2 ** 15;
const FOUR_BYTES_FROM = 2 ** 22;
/** Twelve days: every clock has run out long before. */
const TURN_MS_END = 2 ** 30;

/** The first bits of a time say how many bytes it has: 0 two, 10 three, 11 four. */
const THREE_BYTES = 0x80_00_00;
const FOUR_BYTES = 0xc0_00_00_00;

/**
 * Packed times with one more behind them (ms). Each is big endian in two bytes up to 32.767 s, as
 * nearly every turn of an arena is; in three up to 69 minutes; else in four.
 */
export function appendTime(times: Uint8Array, ms: number): Uint8Array {
  const time = packTime(ms);
  const all = new Uint8Array(times.length + time.length);
  all.set(times);
  all.set(time, times.length);
  return all;
}

function packTime(ms: number): readonly number[] {
  assert(Number.isSafeInteger(ms) && ms >= 0 && ms < TURN_MS_END, `a turn of ${ms} ms`);
  if (ms < THREE_BYTES_FROM) return bytesOf(ms, 2);
  return ms < FOUR_BYTES_FROM ? bytesOf(ms + THREE_BYTES, 3) : bytesOf(ms + FOUR_BYTES, 4);
}

/** Whole numbers whose lowest eight bits are the bytes: more is not kept of them. */
const bytesOf = (value: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => value >>> (8 * (count - 1 - index)));

/**
 * What every turn took (ms): from the turn before it, or the pairing, to the instant its move was
 * received. Nothing is taken off: the lag allowance and the free first moves are left to the clock,
 * so that all of these together are `lastAtMs` − `startedAtMs`. null: nobody knows, for at least
 * one of the moves was stored by a version that did not store its time.
 */
export function timesOf({ times, ply }: Pick<Game, 'times' | 'ply'>): readonly number[] | null {
  const all = unpackTimes(times);
  return all.length === ply ? all : null;
}

/** Packed times, one after the other (ms). */
function unpackTimes(times: Uint8Array): readonly number[] {
  const all: number[] = [];
  for (let at = 0; at < times.length; ) {
    const head = present(times[at], 'first byte of a time');
    const count = head < 0x80 ? 2 : head < 0xc0 ? 3 : 4;
    const rest = times.subarray(at + 1, at + count);
    assert(rest.length === count - 1, 'the last time has all its bytes');
    const first = count === 2 ? head : head & 0x3f;
    all.push(rest.reduce((ms, byte) => ms * 0x1_00 + byte, first));
    at += count;
  }
  return all;
}

/** What both clocks follow from, with the times of the turns. */
export type ClockTerms = Pick<Game, 'limitMs' | 'incrementMs' | 'lagAllowanceMs' | 'berserk'>;

/** What the clock of whoever moved shows after each of these turns (ms), to the millisecond. */
export function clocksAfter(terms: ClockTerms, times: readonly number[]): readonly number[] {
  const clocks = { first: startMs(terms, 'first'), second: startMs(terms, 'second') };
  return times.map((ms, ply) => {
    clocks[sideAt(ply)] += clockChangeMs(terms, ply, ms);
    return clocks[sideAt(ply)];
  });
}

/** What both clocks show after the last of these turns (ms). */
export function remainingAfter(terms: ClockTerms, times: readonly number[]): BySide<number> {
  const clocks = clocksAfter(terms, times);
  const [first = 0, second = 0] = SIDES.map(
    (side) => clocks.findLast((_, ply) => sideAt(ply) === side) ?? startMs(terms, side),
  );
  return { first, second };
}

/** Who goes berserk does it before his first move: his clock has then just been set. */
const startMs = ({ limitMs, incrementMs, berserk }: ClockTerms, side: Side): number =>
  berserk[side] ? berserkLimitMs(limitMs, incrementMs) : initialTimeMs(limitMs, incrementMs);
