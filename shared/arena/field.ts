import type { PlayerId } from '../core/ids.ts';
import { compareByPoints, type Ticket } from './pool.ts';

/** Who is around, in the order of the last table: what the pairing measures distances on. */
export interface Field {
  /** Players around: those of the table, and all who wait. */
  readonly size: number;
  /** How many of them stand above this player; below everybody for one who is not around. */
  readonly positionOf: (player: PlayerId) => number;
  /** Only two players are around; false where no table says who plays. */
  readonly isDuel: boolean;
}

/** So few around may meet again at once. */
const DUEL_PLAYERS = 2;

/**
 * The field of these tickets and of the players around, the best first (null: no table yet). Those
 * who wait and are not in the table yet stand below it, by points, then rating.
 */
export function fieldOf(around: readonly PlayerId[] | null, tickets: readonly Ticket[]): Field {
  const positions = new Map((around ?? []).map((player, position) => [player, position]));
  const newcomers = tickets.filter(({ player }) => !positions.has(player)).sort(compareByPoints);
  for (const { player } of newcomers) positions.set(player, positions.size);
  const { size } = positions;
  return {
    size,
    positionOf: (player) => positions.get(player) ?? size,
    isDuel: around !== null && size <= DUEL_PLAYERS,
  };
}
