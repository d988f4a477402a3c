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
const EXCHANGED_MAX = 20;

/**
 * Adds pairs that a window on the line cannot see, because too many stand between: two who are left
 * and may meet, or two of whom each may meet one player of a pair, which then becomes two.
 */
export function addMissedPairs(sight: Sight, matched: Matched): Matched {
  let now = { ...matched, left: matched.left.toSorted((a, b) => byReadiness(a.ticket, b.ticket)) };
  for (;;) {
    const change = join(sight, now) ?? exchange(sight, now);
    if (change === null) return now;
    const { gone, added } = change;
    const paired = new Set(added.flat());
    now = {
      links: [...now.links.filter((link) => link !== gone), ...added],
      left: now.left.filter((candidate) => !paired.has(candidate)),
    };
  }
}

interface Change {
  readonly gone: Link | null;
  readonly added: readonly Link[];
}

/** The nearest two of those who are left. */
function join(sight: Sight, { left }: Matched): Change | null {
  const some = left.slice(0, JOINED_MAX);
  let [best, least] = [null as Change | null, Number.POSITIVE_INFINITY];
  for (const [index, a] of some.entries()) {
    for (const b of some.slice(index + 1)) {
      const gap = distanceBetween(sight, a, b);
      if (gap >= least || !mayBePaired(sight, a, b)) continue;
      [best, least] = [{ gone: null, added: [[a, b]] }, gap];
    }
  }
  return best;
}

/** Two who are left take the two players of a pair between them, where that adds the least. */
function exchange(sight: Sight, { links, left }: Matched): Change | null {
  const some = left.slice(0, EXCHANGED_MAX);
  if (some.length < 2) return null;
  let [best, least] = [null as Change | null, Number.POSITIVE_INFINITY];
  for (const link of links) {
    const [c, d] = link;
    const forC = some.filter((candidate) => mayBePaired(sight, candidate, c));
    if (forC.length === 0) continue;
    const forD = some.filter((candidate) => mayBePaired(sight, candidate, d));
    for (const a of forC) {
      for (const b of forD) {
        const gap = distanceBetween(sight, a, c) + distanceBetween(sight, b, d);
        const more = gap - distanceBetween(sight, c, d);
        if (a === b || more >= least) continue;
        [best, least] = [
          {
            gone: link,
            added: [
              [a, c],
              [b, d],
            ],
          },
          more,
        ];
      }
    }
  }
  return best;
}
