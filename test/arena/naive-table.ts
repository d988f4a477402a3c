import type { Policy, TieBreak } from '../../shared/arena/policy.ts';
import { oracle } from './oracle.ts';
import { type Contestant, entrantsOf, type Played } from './tournaments.ts';

/** An exact number; null: there is none. */
export type Fraction = { readonly n: bigint; readonly d: bigint } | null;

export interface Tournament {
  readonly policy: Policy;
  readonly endsAtMs: number;
  readonly contestants: readonly Contestant[];
  readonly games: readonly Played[];
}

/** One counted game from one of its sides; `paid` in half points. */
interface Seen {
  readonly opponent: string;
  readonly rating: number;
  readonly result: string;
  readonly side: string;
  readonly paid: number;
}

interface Naive {
  readonly name: string;
  readonly rating: number;
  readonly seen: readonly Seen[];
  /** Half points. */
  readonly points: number;
}

const of = (n: number, d = 1): Fraction => ({ n: BigInt(n), d: BigInt(d) });
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const mean = (values: readonly number[]): Fraction =>
  values.length === 0 ? null : of(sum(values), values.length);
const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** Above zero when `a` is more; nothing is less than everything. */
export function compare(a: Fraction, b: Fraction): number {
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
  const [left, right] = [a.n * b.d, b.n * a.d];
  return left > right ? 1 : left < right ? -1 : 0;
}

/** Every contestant with what the sums are made of. */
export function seenBy({ policy, endsAtMs, contestants, games }: Tournament): Naive[] {
  return entrantsOf(contestants, games).map(({ player, joinedRating, log }) => {
    const { paid, points } = oracle(policy, endsAtMs, log);
    const seen = log.flatMap(({ opponent, opponentRating: rating, result, side }, index) => {
      const [half = '', reason] = (paid[index] ?? '').split(' ');
      return reason === 'afterEnd' ? [] : [{ opponent, rating, result, side, paid: Number(half) }];
    });
    return { name: player, rating: joinedRating, seen, points };
  });
}

const SWING: Readonly<Record<string, number>> = { win: 500, draw: 0, loss: -500 };
const SHARE: Readonly<Record<string, number>> = { win: 1, draw: 0.5, loss: 0 };

/** The value of a tie-break, points in whole points; those of opponents taken from `all`. */
export function naiveValue(key: TieBreak, one: Naive, all: readonly Naive[]): Fraction {
  const half = (name: string): number => all.find((other) => other.name === name)?.points ?? 0;
  const theirs = one.seen.map(({ opponent }) => half(opponent));
  const gains = one.seen.map(({ rating, result }) => rating + (SWING[result] ?? 0));
  const wins = one.seen.filter(({ result }) => result === 'win');
  switch (key) {
    case 'performance':
      return mean(gains);
    case 'performanceRolling':
      return rolling(gains);
    case 'buchholzCut1':
      return of(sum(ascending(theirs).slice(1)), 2);
    case 'buchholz':
      return of(sum(theirs), 2);
    case 'sonnebornBerger':
      return of(
        sum(one.seen.map(({ result }, i) => 2 * (SHARE[result] ?? 0) * (theirs[i] ?? 0))),
        4,
      );
    case 'wins':
      return of(wins.length);
    case 'winsAsSecond':
      return of(wins.filter(({ side }) => side === 'second').length);
    case 'aroc1':
      return mean(ascending(one.seen.map(({ rating }) => rating)).slice(1));
    case 'directEncounter':
      throw new Error('a value of the group');
  }
}

/** Rounded half up to an integer after every game. */
function rolling(gains: readonly number[]): Fraction {
  if (gains.length === 0) return null;
  let value = 0n;
  for (const [index, gain] of gains.entries()) {
    const count = BigInt(index + 1);
    value = (2n * (value * BigInt(index) + BigInt(gain)) + count) / (2n * count);
  }
  return { n: value, d: 1n };
}

/** Whether every two of them have met. */
export const allMet = (group: readonly Naive[]): boolean =>
  group.every((a) =>
    group.every((b) => a === b || a.seen.some(({ opponent }) => opponent === b.name)),
  );

/** What he got from the others of the group in whole points; nothing unless all have met. */
function encounter(one: Naive, group: readonly Naive[]): Fraction {
  if (!allMet(group)) return null;
  const names = group.map(({ name }) => name);
  const among = one.seen.filter(({ opponent }) => names.includes(opponent));
  return of(sum(among.map(({ paid }) => paid)), 2);
}

/** The rank of everybody who is not removed: one more than those who are better. */
export function naiveRanks(tournament: Tournament): Map<string, number> {
  const all = seenBy(tournament);
  const keys = new Map(all.map((one) => [one.name, [] as Fraction[]]));
  const keysOf = (one: Naive): Fraction[] => keys.get(one.name) ?? [];
  for (const column of columns(tournament.policy, all, keysOf)) {
    const values = all.map(column);
    for (const [index, one] of all.entries()) keysOf(one).push(values[index] ?? null);
  }
  const shown = all.filter(
    ({ name }) => !tournament.contestants.some((one) => one.name === name && one.removed),
  );
  return new Map(
    shown.map((one) => [
      one.name,
      1 + shown.filter((other) => ahead(keysOf(other), keysOf(one)) > 0).length,
    ]),
  );
}

/** Compares two lists of keys by the first that differs. */
const ahead = (a: readonly Fraction[], b: readonly Fraction[]): number =>
  a.map((value, index) => compare(value, b[index] ?? null)).find((sign) => sign !== 0) ?? 0;

/** The keys of a policy, the most important first; more is better in each. */
function columns(
  policy: Policy,
  all: readonly Naive[],
  keysOf: (one: Naive) => readonly Fraction[],
): ((one: Naive) => Fraction)[] {
  const { withoutGames, tiedRanks, tieBreaks } = policy;
  const idle = ({ seen }: Naive) => seen.length === 0;
  const equals = (one: Naive) => all.filter((other) => ahead(keysOf(other), keysOf(one)) === 0);
  const byIds = all.map(({ name }) => name).sort();
  const tieBreak = (key: TieBreak) => (one: Naive) => {
    if (key === 'directEncounter') return encounter(one, equals(one));
    const isMean = key === 'performance' || key === 'performanceRolling';
    if (isMean && idle(one)) return withoutGames === 'byRating' ? of(one.rating) : null;
    return naiveValue(key, one, all);
  };
  return [
    (one) => of(idle(one) && withoutGames !== 'byRating' ? 0 : 1),
    ({ points }) => of(points, 2),
    ...tieBreaks.map(tieBreak),
    (one) => of(idle(one) && withoutGames === 'last' ? one.rating : 0),
    ({ rating }) => of(tiedRanks === 'consecutive' ? rating : 0),
    ({ name }) => of(tiedRanks === 'consecutive' ? -byIds.indexOf(name) : 0),
  ];
}
