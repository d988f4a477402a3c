import { distanceBetween, mayBePaired } from './closeness.ts';
import { byReadiness } from './pool.ts';
import type { Candidate, Sight } from './reach.ts';

export type Link = readonly [Candidate, Candidate];

/** A matching of candidates, and who is left. */
export interface Matched {
  readonly links: readonly Link[];
  readonly left: readonly Candidate[];
}

/** So many who are left, the longest waiting, are looked at: the work of a run stays bounded. */
const JOINED_MAX = 200;
/** Of all players a run may ask of so many pairs whether they may be paired, beyond its window. */
const QUESTIONS_MAX = 200_000;

/**
 * Adds pairs that a window on the line cannot see, because too many stand between: the nearest two
 * who are left and may meet, and then whoever finds an opponent if some pairs change theirs.
 */
export function addMissedPairs(sight: Sight, matched: Matched): Matched {
  const left = matched.left.toSorted((a, b) => byReadiness(a.ticket, b.ticket));
  return rearrange(sight, join(sight, { links: matched.links, left }));
}

/** Pairs the nearest two of those who are left, again and again. */
function join(sight: Sight, { links, left }: Matched): Matched {
  const some = left.slice(0, JOINED_MAX);
  const near = some.flatMap((a, index) =>
    some.slice(index + 1).flatMap((b): Link[] => (mayBePaired(sight, a, b) ? [[a, b]] : [])),
  );
  const paired = new Set<Candidate>();
  const added = near
    .sort((one, other) => distanceBetween(sight, ...one) - distanceBetween(sight, ...other))
    .filter((link) => {
      if (link.some((candidate) => paired.has(candidate))) return false;
      for (const candidate of link) paired.add(candidate);
      return true;
    });
  return { links: [...links, ...added], left: left.filter((one) => !paired.has(one)) };
}

/**
 * Lets the longest waiting of those who are left take the opponent of a pair, whose other player
 * takes another one's, until somebody else who is left is found: an augmenting path, which leaves
 * two more players paired. Paths through odd circles are not searched for.
 */
function rearrange(sight: Sight, { links, left }: Matched): Matched {
  if (left.length < 2) return { links, left };
  const mates = new Map<Candidate, Candidate>();
  for (const [a, b] of links) mates.set(a, b).set(b, a);
  const everybody = [...mates.keys(), ...left];
  let questions = QUESTIONS_MAX;
  const finds = (from: Candidate, seen: Set<Candidate>): boolean => {
    questions -= everybody.length;
    if (questions < 0) return false;
    for (const to of nearest(sight, from, everybody, seen)) {
      if (seen.has(to)) continue;
      const mate = mates.get(to);
      seen.add(to);
      if (mate !== undefined && !finds(mate, seen.add(mate))) continue;
      mates.set(from, to).set(to, from);
      return true;
    }
    return false;
  };
  for (const from of left) if (!mates.has(from)) finds(from, new Set([from]));
  return { links: linksOf(everybody, mates), left: left.filter((one) => !mates.has(one)) };
}

/** Those whom he may meet, the nearest first. */
const nearest = (
  sight: Sight,
  from: Candidate,
  everybody: readonly Candidate[],
  seen: ReadonlySet<Candidate>,
): Candidate[] =>
  everybody
    .filter((to) => !seen.has(to) && mayBePaired(sight, from, to))
    .sort((a, b) => distanceBetween(sight, from, a) - distanceBetween(sight, from, b));

/** Each pair once. */
function linksOf(
  everybody: readonly Candidate[],
  mates: ReadonlyMap<Candidate, Candidate>,
): Link[] {
  const listed = new Set<Candidate>();
  return everybody.flatMap((a): Link[] => {
    const b = mates.get(a);
    if (b === undefined || listed.has(a)) return [];
    listed.add(b);
    return [[a, b]];
  });
}
