import { compareMeans } from '../../../shared/arena/performance.ts';
import { assert } from '../../../shared/core/assert.ts';
import type { Player } from './player.ts';

/** The table of the simulated arena, always in order. */
export interface Table {
  readonly rows: readonly Player[];
  readonly enter: (player: Player) => void;
  /** Changes what a player is ranked by; he gets his new place. */
  readonly rescore: (player: Player, change: () => void) => void;
  /** How many stand above him. */
  readonly positionOf: (player: Player) => number;
}

/**
 * One player moves at a time: sorting 10,000 rows for every game would take longer than all the
 * pairing. Other tie-breaks than the performance are left out: positions within equal points.
 */
export function newTable(): Table {
  const rows: Player[] = [];
  const positionOf = (player: Player): number => {
    const position = placeFor(rows, player);
    assert(rows[position] === player, 'a player stands where his score says');
    return position;
  };
  const enter = (player: Player): void => {
    rows.splice(placeFor(rows, player), 0, player);
  };
  return {
    rows,
    enter,
    positionOf,
    rescore: (player, change) => {
      rows.splice(positionOf(player), 1);
      change();
      enter(player);
    },
  };
}

/** Before any game the order is by rating. */
const compare = (a: Player, b: Player): number =>
  b.points - a.points ||
  compareMeans(a.performance, b.performance) ||
  b.person.rating - a.person.rating ||
  a.person.index - b.person.index;

/** The first place whose player does not stand above this one. */
function placeFor(rows: readonly Player[], player: Player): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && compare(row, player) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
