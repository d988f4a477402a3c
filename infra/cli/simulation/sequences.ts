import type { Side } from '../../../shared/rules/rules.ts';
import { otherSide } from '../../../shared/rules/rules.ts';
import type { History, PastGame, PastSeat } from './history.ts';

/** One seat with what its player had before: two of them for every game. */
export interface Step {
  readonly game: PastGame;
  readonly side: Side;
  readonly seat: PastSeat;
  readonly opponent: number;
  /** The same player's game before this one; null: this is his first. */
  readonly before: Step | null;
  /** He has met this opponent before. */
  readonly isRepeat: boolean;
}

/** The seats of every player (by index), each in the order of his games. */
export function sequencesOf({ players, games }: History): Step[][] {
  const sequences = players.map((): Step[] => []);
  const met = players.map(() => new Set<number>());
  for (const game of games) {
    for (const side of ['first', 'second'] as const) {
      const seat = game.seats[side];
      const opponent = game.seats[otherSide(side)].player;
      const own = sequences[seat.player] ?? [];
      const opponents = met[seat.player] ?? new Set();
      const isRepeat = opponents.has(opponent);
      own.push({ game, side, seat, opponent, before: own.at(-1) ?? null, isRepeat });
      opponents.add(opponent);
    }
  }
  return sequences;
}

/** Games as first minus games as second, without its sign. */
export function imbalanceOf(sequence: readonly Step[]): number {
  const firsts = sequence.filter(({ side }) => side === 'first').length;
  return Math.abs(2 * firsts - sequence.length);
}

/** The most games in a row with the same side. */
export function longestRunOf(sequence: readonly Step[]): number {
  let [run, longest] = [0, 0];
  for (const { side, before } of sequence) {
    run = before?.side === side ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}
