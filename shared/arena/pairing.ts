import { present } from '../core/assert.ts';
import { bestMatching } from './matching.ts';
import type { Ticket } from './pool.ts';

export type Pair = readonly [Ticket, Ticket];

export interface Pairing {
  readonly pairs: readonly Pair[];
  readonly waiting: readonly Ticket[];
}

/**
 * Pairs neighbours of the current table, so that as few as possible wait. Nobody meets the opponent
 * of his own last game again, unless `rematches` says that nobody else is around. With an odd
 * number the last to become ready waits, as long as that does not cost a pair.
 */
export function pairNeighbours(tickets: readonly Ticket[], rematches: boolean): Pairing {
  const ranked = [...tickets].sort(compareRank);
  const everybody = match(ranked, rematches);
  if (ranked.length % 2 === 0) return everybody;
  const newest = ranked.reduce((latest, ticket) => (isLater(ticket, latest) ? ticket : latest));
  const others = match(
    ranked.filter((ticket) => ticket !== newest),
    rematches,
  );
  return others.pairs.length < everybody.pairs.length
    ? everybody
    : { pairs: others.pairs, waiting: [...others.waiting, newest] };
}

/** The most pairs, of those the closest in the order of the table; the longest waiting go first. */
function match(ranked: readonly Ticket[], rematches: boolean): Pairing {
  const newestFirst = ranked.toSorted((a, b) => (isLater(a, b) ? -1 : 1));
  const urgencies = new Map(newestFirst.map((ticket, index) => [ticket, index]));
  const matches = bestMatching({
    length: ranked.length,
    distance: (above, below) =>
      rematches || mayMeet(at(ranked, above), at(ranked, below)) ? below - above : null,
    urgency: (place) => urgencies.get(at(ranked, place)) ?? 0,
  });
  const pairs = matches.map(([above, below]): Pair => [at(ranked, above), at(ranked, below)]);
  const paired = new Set(pairs.flat());
  return { pairs, waiting: ranked.filter((ticket) => !paired.has(ticket)) };
}

const at = (ranked: readonly Ticket[], place: number): Ticket =>
  present(ranked[place], 'ticket at a place');

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
