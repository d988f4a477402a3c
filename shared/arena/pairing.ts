import { candidateAt, candidatesOf, distanceBetween, mayBePaired } from './closeness.ts';
import { bestMatching } from './matching.ts';
import { addMissedPairs, type Link, type Matched } from './missed-pairs.ts';
import { byReadiness, compareByPoints, type Ticket } from './pool.ts';
import type { Candidate, Sight } from './reach.ts';

export type Pair = readonly [Ticket, Ticket];

export interface Pairing {
  readonly pairs: readonly Pair[];
  readonly waiting: readonly Ticket[];
}

/**
 * The first wave of an arena: neighbours by rating, then by who joined first. With an odd number
 * the last to become ready waits. Who is back from a game already waits for the next run.
 */
export function pairFirstWave(tickets: readonly Ticket[]): Pairing {
  const [fresh, back] = [tickets.filter(isFresh), tickets.filter((ticket) => !isFresh(ticket))];
  const last = fresh.length % 2 === 0 ? undefined : fresh.toSorted(byReadiness).at(-1);
  const line = fresh.filter((ticket) => ticket !== last).sort(compareByPoints);
  const pairs = line.flatMap((ticket, place): Pair[] => {
    const next = line[place + 1];
    return place % 2 === 0 && next !== undefined ? [[ticket, next]] : [];
  });
  return { pairs, waiting: last === undefined ? back : [...back, last] };
}

const isFresh = ({ gameNumber }: Ticket): boolean => gameNumber === 1;

/**
 * The pairs among these waiting players, each of two who are close enough and have not just met: as
 * many as possible, of those the smallest total distance, of those the least waiting left out.
 */
export function pairClosest(sight: Sight, tickets: readonly Ticket[]): Pairing {
  const line = candidatesOf(sight, tickets);
  const { links, left } = addMissedPairs(sight, matchAgain(sight, line));
  return {
    pairs: links.map(([a, b]): Pair => [a.ticket, b.ticket]),
    waiting: left.map(({ ticket }) => ticket),
  };
}

/** Passes over those who are left: each costs as much as the first one where nobody is close. */
const PASSES_MAX = 3;

/** Once the others are paired and gone, two who were too many places apart come together. */
function matchAgain(sight: Sight, line: readonly Candidate[]): Matched {
  const links: Link[] = [];
  let left = line;
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const matched = matchOnce(sight, left);
    if (matched.length === 0) break;
    links.push(...matched);
    const paired = new Set(matched.flat());
    left = left.filter((candidate) => !paired.has(candidate));
  }
  return { links, left };
}

function matchOnce(sight: Sight, line: readonly Candidate[]): Link[] {
  const urgencies = urgenciesOf(line);
  const matches = bestMatching({
    length: line.length,
    distance: (above, below) => {
      const [a, b] = [candidateAt(line, above), candidateAt(line, below)];
      return mayBePaired(sight, a, b) ? distanceBetween(sight, a, b) : null;
    },
    urgency: (place) => urgencies[place] ?? 0,
  });
  return matches.map(([above, below]) => [candidateAt(line, above), candidateAt(line, below)]);
}

/** By place on the line: the longer somebody waits, the more it matters that he is paired. */
function urgenciesOf(line: readonly Candidate[]): Float64Array {
  const urgencies = new Float64Array(line.length);
  const places = [...line.entries()].sort(([, a], [, b]) => byReadiness(a.ticket, b.ticket));
  for (const [index, [place]] of places.entries()) urgencies[place] = line.length - index;
  return urgencies;
}
