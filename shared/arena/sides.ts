import { coin, type Random } from '../core/random.ts';
import { otherSide, type Side } from '../rules/rules.ts';
import type { LogEntry } from './log.ts';
import type { Policy } from './policy.ts';

/** What the choice of sides looks at. */
export interface SideHistory {
  readonly last: Side | null;
  /** How many games in a row he has had the last side. */
  readonly run: number;
  /** Games as first mover minus games as second. */
  readonly balance: number;
}

export function sideHistory(log: readonly LogEntry[]): SideHistory {
  const last = log.at(-1)?.side ?? null;
  const change = log.findLastIndex((entry) => entry.side !== last);
  const firsts = log.filter((entry) => entry.side === 'first').length;
  return { last, run: log.length - 1 - change, balance: 2 * firsts - log.length };
}

/**
 * The side of player `a` against `b`: sides alternate. When both are due the same side, the longer
 * run of the other one decides, then the balance, then a coin; or at once the coin, by policy.
 */
export function chooseSide(
  a: SideHistory,
  b: SideHistory,
  conflict: Policy['sideConflict'],
  random: Random,
): Side {
  const dueA = a.last === null ? null : otherSide(a.last);
  const dueB = b.last === null ? null : otherSide(b.last);
  if (dueA !== null && dueA !== dueB) return dueA;
  if (dueA === null && dueB !== null) return otherSide(dueB);
  const tossed: Side = coin(random) ? 'first' : 'second';
  if (dueA === null || conflict === 'coin') return tossed;
  if (a.run === b.run && a.balance === b.balance) return tossed;
  return whoRepeats(a, b) === a ? otherSide(dueA) : dueA;
}

/**
 * Of two who are due the same side the one who repeats his last: the shorter run, then whoever has
 * had less of it. null: both can alternate.
 */
export function whoRepeats(a: SideHistory, b: SideHistory): SideHistory | null {
  if (a.last === null || a.last !== b.last) return null;
  if (a.run !== b.run) return a.run < b.run ? a : b;
  return surplusOf(a) < surplusOf(b) ? a : b;
}

/** Games with his last side minus games with the other one. */
export const surplusOf = ({ last, balance }: SideHistory): number =>
  last === 'first' ? balance : -balance;
