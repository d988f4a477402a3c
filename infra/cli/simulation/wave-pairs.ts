import { bestMatching } from '../../../shared/arena/matching.ts';
import { type SideHistory, sideHistory } from '../../../shared/arena/sides.ts';
import { present } from '../../../shared/core/assert.ts';
import { coin } from '../../../shared/core/random.ts';
import type { Player } from './player.ts';
import type { Seats, World } from './world.ts';

export type Pair = readonly [Player, Player];
export type Ranks = ReadonlyMap<Player, number>;

/** Up to so many players are matched at once. */
const GROUP_MAX = 100;

/** What may not be paired in this wave, and whether only two are active, who may meet again. */
export interface Wave {
  /** Zero-based, of every player in the wave. */
  readonly ranks: Ranks;
  readonly lastOpponents: ReadonlyMap<Player, Player>;
  readonly isDuel: boolean;
}

const rankOf = (ranks: Ranks, player: Player): number =>
  present(ranks.get(player), 'rank of a player in a wave');

const byRank = (ranks: Ranks, players: readonly Player[]): Player[] =>
  [...players].sort((a, b) => rankOf(ranks, a) - rankOf(ranks, b));

/** Neighbours by rank; of an odd number the latest arrival is left out. */
export function neighbours(ranks: Ranks, waiting: readonly Player[]): Pair[] {
  const even = waiting.length % 2 === 0 ? waiting : withoutLatest(waiting);
  return inTwos(byRank(ranks, even));
}

function inTwos(line: readonly Player[]): Pair[] {
  return line.flatMap((player, place): Pair[] => {
    const next = line[place + 1];
    return place % 2 === 0 && next !== undefined ? [[player, next]] : [];
  });
}

/** The waiting are listed by how long they wait. */
const withoutLatest = (waiting: readonly Player[]): readonly Player[] => waiting.slice(0, -1);

/**
 * The cheapest pairs among the most: of an odd number without the latest arrival, unless that
 * leaves nobody to pair. More than a group's size are matched in two groups from the top, and up to
 * `neighbourGroups` more of that size as neighbours whatever they have played.
 */
export function cheapestPairs(
  wave: Wave,
  waiting: readonly Player[],
  neighbourGroups: number,
): Pair[] {
  if (waiting.length % 2 === 1) {
    const pairs = pairsInGroups(wave, withoutLatest(waiting), neighbourGroups);
    if (pairs.length > 0) return pairs;
  }
  return pairsInGroups(wave, waiting, neighbourGroups);
}

function pairsInGroups(wave: Wave, waiting: readonly Player[], neighbourGroups: number): Pair[] {
  const line = byRank(wave.ranks, waiting);
  if (line.length <= GROUP_MAX) return matchGroup(wave, line);
  const size = Math.min(GROUP_MAX, 2 * Math.floor(line.length / 4));
  return [
    ...matchGroup(wave, line.slice(0, size)),
    ...matchGroup(wave, line.slice(size, 2 * size)),
    ...inTwos(line.slice(2 * size, (2 + neighbourGroups) * size)),
  ];
}

/**
 * The servers use an exact algorithm; the window of ours is exact for up to nine players, and above
 * stays within about 1 % of the cheapest on average for such a mixed cost. All costs of a group
 * together stay far below what the matching charges for a player left out.
 */
function matchGroup(wave: Wave, line: readonly Player[]): Pair[] {
  const worst = Math.max(...line.map((player) => rankOf(wave.ranks, player)));
  const at = (place: number): Player => present(line[place], 'player on the line');
  const matches = bestMatching({
    length: line.length,
    distance: (above, below) => costOf(wave, worst, at(above), at(below)),
    urgency: () => 0,
  });
  return matches.map(([above, below]): Pair => [at(above), at(below)]);
}

/** Ranks apart, each dearer towards the top (300 to 2000), plus ratings apart; null: forbidden. */
export function costOf(wave: Wave, worst: number, a: Player, b: Player): number | null {
  if (wave.isDuel) return 1;
  const { lastOpponents, ranks } = wave;
  if (lastOpponents.get(a) === b || lastOpponents.get(b) === a) return null;
  const [strikeA, strikeB] = [strikeOf(sideHistory(a.log)), strikeOf(sideHistory(b.log))];
  if (Math.min(strikeA, strikeB) >= 3 || Math.max(strikeA, strikeB) <= -3) return null;
  const [rankA, rankB] = [rankOf(ranks, a), rankOf(ranks, b)];
  const fromTop = worst === 0 ? 0 : (worst - Math.min(rankA, rankB)) / worst;
  const factor = 300 + Math.floor(1_700 * fromTop);
  return Math.abs(rankA - rankB) * factor + Math.abs(a.person.rating - b.person.rating);
}

/** Games in a row with the same side: positive as first, negative as second. */
const strikeOf = ({ last, run }: SideHistory): number => (last === 'second' ? -run : run);

/** So many games of the waiting players are looked back at, four for each of them at most. */
const LOOK_BACK_MAX = 300;

/** The last opponents that the latest games of these players know of. */
export function lastOpponentsOf(waiting: readonly Player[]): ReadonlyMap<Player, Player> {
  const latest = Math.min(LOOK_BACK_MAX, 4 * waiting.length);
  const numbers = waiting.flatMap(({ numbers }) => numbers.slice(-latest));
  const sorted = [...new Set(numbers)].sort((a, b) => b - a);
  const oldest = sorted[Math.min(latest, sorted.length) - 1] ?? 0;
  return new Map(
    waiting.flatMap((player): [Player, Player][] => {
      const known = (player.numbers.at(-1) ?? -1) >= oldest;
      return known && player.lastOpponent !== null ? [[player, player.lastOpponent]] : [];
    }),
  );
}

/** The player with fewer games as first in a row, then in all, moves first; else a coin. */
export function seatsOf({ coins }: World, [a, b]: Pair): Seats {
  const [sidesA, sidesB] = [sideHistory(a.log), sideHistory(b.log)];
  const lead = strikeOf(sidesA) - strikeOf(sidesB) || sidesA.balance - sidesB.balance;
  const isFirst = lead === 0 ? coin(coins) : lead < 0;
  return isFirst ? { first: a, second: b } : { first: b, second: a };
}

/** Sides of a first wave. */
export function tossedSeats({ coins }: World, [a, b]: Pair): Seats {
  return coin(coins) ? { first: a, second: b } : { first: b, second: a };
}
