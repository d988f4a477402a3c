import type { Ticket } from './pool.ts';

export type Pair = readonly [Ticket, Ticket];

export interface Pairing {
  readonly pairs: readonly Pair[];
  readonly waiting: readonly Ticket[];
}

/**
 * Pairs neighbours of the current table. Nobody meets the opponent of his own last game again,
 * unless `rematches` says that nobody else is around. With an odd number the last to become ready
 * waits, as long as that does not cost a pair.
 */
export function pairNeighbours(tickets: readonly Ticket[], rematches: boolean): Pairing {
  const ranked = [...tickets].sort(compareRank);
  const everybody = greedy(ranked, rematches);
  if (ranked.length % 2 === 0) return everybody;
  const newest = ranked.reduce((latest, ticket) => (isLater(ticket, latest) ? ticket : latest));
  const others = greedy(
    ranked.filter((ticket) => ticket !== newest),
    rematches,
  );
  return others.pairs.length < everybody.pairs.length
    ? everybody
    : { pairs: others.pairs, waiting: [...others.waiting, newest] };
}

function greedy(ranked: readonly Ticket[], rematches: boolean): Pairing {
  const pairs: Pair[] = [];
  let free = [...ranked];
  const waiting: Ticket[] = [];
  for (let first = free.shift(); first !== undefined; first = free.shift()) {
    const seeker = first;
    const partner = free.find((other) => rematches || mayMeet(seeker, other));
    if (partner === undefined) waiting.push(seeker);
    else pairs.push([seeker, partner]);
    free = free.filter((other) => other !== partner);
  }
  return { pairs, waiting };
}

/** Either side's memory of the last game suffices: the other row may not be scored yet. */
const mayMeet = (a: Ticket, b: Ticket): boolean =>
  a.lastOpponent !== b.player && b.lastOpponent !== a.player;

/** By points, before any game by rating; then who joined first. */
function compareRank(a: Ticket, b: Ticket): number {
  return (
    b.points - a.points ||
    b.rating - a.rating ||
    a.joinedAtMs - b.joinedAtMs ||
    (a.player < b.player ? -1 : 1)
  );
}

const isLater = (a: Ticket, b: Ticket): boolean =>
  a.readySinceMs !== b.readySinceMs ? a.readySinceMs > b.readySinceMs : a.player > b.player;
