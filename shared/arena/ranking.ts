import type { PlayerId } from '../core/ids.ts';
import { compareMeans, type Mean } from './performance.ts';
import type { Policy, TieBreak } from './policy.ts';
import type { ScoringRules } from './sheet.ts';
import { type Entrant, type Tally, tally } from './tally.ts';
import { directEncounter } from './tie-breaks.ts';

export type Place<E extends Entrant = Entrant> = Tally<E> & { readonly rank: number };

/** Players who are equal on everything looked at so far. */
type Class<E extends Entrant> = readonly Tally<E>[];

/** The table of these entrants; `all`: with every tie-break, also those it is not ranked by. */
export const rankEntrants = <E extends Entrant>(
  arena: ScoringRules,
  entrants: readonly E[],
  all = false,
): Place<E>[] => rankTallies(arena.policy, tally(arena, entrants, all));

/**
 * The table: points, then the policy's tie-breaks, then what it says about equals and about players
 * without a game. Removed players are ranked with everybody and then taken out, so that all below
 * move up and nothing else changes. Inside a shared rank the order (join time, then id) decides
 * nothing.
 */
export function rankTallies<E extends Entrant>(
  policy: Policy,
  tallies: readonly Tally<E>[],
): Place<E>[] {
  const places: Place<E>[] = [];
  for (const equals of classesOf(policy, tallies)) {
    const rank = places.length + 1;
    for (const one of equals) if (!one.entrant.removed) places.push(placeOf(rank, one));
  }
  return places;
}

/** Field by field: a spread costs ten times as much, and there are thousands. */
const placeOf = <E extends Entrant>(rank: number, one: Tally<E>): Place<E> => ({
  rank,
  entrant: one.entrant,
  player: one.player,
  sheet: one.sheet,
  games: one.games,
  performance: one.performance,
  rolling: one.rolling,
  tieBreaks: one.tieBreaks,
  encounter: one.encounter,
});

/** Classes of players who are equal on everything, the best first. */
function classesOf<E extends Entrant>(policy: Policy, tallies: Class<E>): readonly Class<E>[] {
  const isRanked = ({ games }: Tally) => games > 0 || policy.withoutGames === 'byRating';
  const ranked = policy.tieBreaks.reduce(
    (classes, key) => classes.flatMap((equals) => splitBy(key, equals)),
    split(tallies.filter(isRanked), (a, b) => b.sheet.points - a.sheet.points),
  );
  const idle = tallies.filter((one) => !isRanked(one));
  const last = policy.withoutGames === 'lastShared' ? [idle] : split(idle, byRating);
  return [...ranked, ...last].flatMap((equals) => ordered(policy, equals));
}

/** Negative when `a` is ahead. */
type Compare = (a: Tally, b: Tally) => number;

const byRating: Compare = (a, b) => b.entrant.joinedRating - a.entrant.joinedRating;
const byJoining: Compare = (a, b) => a.entrant.joinedAtMs - b.entrant.joinedAtMs;
const byId: Compare = (a, b) => (a.player < b.player ? -1 : 1);

/** The class in the order in which it is shown; torn into classes of one where ranks run on. */
function ordered<E extends Entrant>(policy: Policy, equals: Class<E>): readonly Class<E>[] {
  if (equals.length < 2) return [equals];
  if (policy.tiedRanks === 'consecutive') {
    return [...equals].sort((a, b) => byRating(a, b) || byId(a, b)).map((one) => [one]);
  }
  // A last rank that players without games share is shown by rating.
  const first = equals.every(({ games }) => games === 0) ? byRating : byJoining;
  return [[...equals].sort((a, b) => first(a, b) || byJoining(a, b) || byId(a, b))];
}

/** The class torn apart by one tie-break. */
function splitBy<E extends Entrant>(key: TieBreak, equals: Class<E>): readonly Class<E>[] {
  if (equals.length < 2) return [equals];
  if (key !== 'directEncounter') return split(equals, COMPARE[key]);
  const points = directEncounter(equals);
  const players = equals.length;
  const seen = equals.map((one): Tally<E> => {
    const encounter = { players, points: points?.get(one.player) ?? null };
    return { ...one, encounter };
  });
  const pointsOf = ({ encounter }: Tally): number => encounter?.points ?? 0;
  return split(seen, (a, b) => pointsOf(b) - pointsOf(a));
}

/** Sorted, and cut wherever two neighbours differ. */
function split<E extends Entrant>(tallies: Class<E>, compare: Compare): readonly Class<E>[] {
  const classes: Tally<E>[][] = [];
  let last: Tally<E> | undefined;
  for (const one of [...tallies].sort(compare)) {
    if (last === undefined || compare(last, one) !== 0) classes.push([one]);
    else classes.at(-1)?.push(one);
    last = one;
  }
  return classes;
}

const NONE: Mean = { sum: 0, count: 0 };

/** Where players without a game are ranked among others, their rating stands in for it. */
const performance = ({ games, performance, entrant }: Tally): Mean =>
  games > 0 ? performance : { sum: entrant.joinedRating, count: 1 };
const rolling = ({ rolling, entrant }: Tally): number => rolling ?? entrant.joinedRating;

const COMPARE: { readonly [Key in Exclude<TieBreak, 'directEncounter'>]: Compare } = {
  performance: (a, b) => compareMeans(performance(a), performance(b)),
  performanceRolling: (a, b) => rolling(b) - rolling(a),
  buchholzCut1: bySum('buchholzCut1'),
  buchholz: bySum('buchholz'),
  sonnebornBerger: bySum('sonnebornBerger'),
  wins: bySum('wins'),
  winsAsSecond: bySum('winsAsSecond'),
  aroc1: (a, b) => compareMeans(a.tieBreaks?.aroc1 ?? NONE, b.tieBreaks?.aroc1 ?? NONE),
};

type Sum = 'buchholzCut1' | 'buchholz' | 'sonnebornBerger' | 'wins' | 'winsAsSecond';

function bySum(key: Sum): Compare {
  return (a, b) => (b.tieBreaks?.[key] ?? 0) - (a.tieBreaks?.[key] ?? 0);
}

/** What decides who has won. Points are half points. */
export interface Ranked {
  readonly rank: number;
  readonly player: PlayerId;
  readonly games: number;
  readonly points: number;
}

/** Those who have won, by this policy: nobody has won an arena without a game. */
export function winnersOf(
  { winners }: Pick<Policy, 'winners'>,
  lines: readonly Ranked[],
): readonly PlayerId[] {
  const played = lines.filter(({ games }) => games > 0);
  const first = Math.min(...played.map(({ rank }) => rank));
  const most = Math.max(...played.map(({ points }) => points));
  return played
    .filter(({ rank, points }) => (winners === 'firstRank' ? rank === first : points === most))
    .map(({ player }) => player);
}
