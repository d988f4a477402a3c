import type { ArenaId, ConnectionId, GameId, PlayerId } from '../core/ids.ts';
import { type GameKind, type Outcome, type Side, sideAt } from '../rules/rules.ts';
import type { Rating } from './glicko.ts';

/** A game that nobody ends is a draw after this many turns. */
export const PLIES_MAX = 1000;

export interface BySide<T> {
  readonly first: T;
  readonly second: T;
}

/** Who sits where, as of the pairing; the connection alone follows its player. */
export interface Seat {
  readonly player: PlayerId;
  readonly name: string;
  /** Displayed rating at the start of this game: scoring must not depend on later ones. */
  readonly rating: number;
  /** What is behind it: rating the game depends on nothing else. */
  readonly glicko: Rating;
  /** In the last table before the pairing; null: not in it. */
  readonly rank: number | null;
  /** Half points at the pairing. */
  readonly points: number;
  readonly onFire: boolean;
  /** Counts this player's games in the arena from 1. */
  readonly gameNumber: number;
  readonly connection: ConnectionId | null;
  readonly connectedAtMs: number;
}

/** Everything that can end a game; the rules' own endings first. */
export type Ending =
  | Outcome['ending']
  | 'agreement'
  | 'resign'
  | 'flag'
  | 'noShow'
  | 'abandoned'
  | 'tooLong'
  | 'removed';

/** One player says that the other one, whose turn it is, has left. */
export interface Claim {
  readonly by: Side;
  /** The claimant has won then, unless the other one shows up (epoch ms). */
  readonly deadlineMs: number;
}

/** Whether a game changes ratings: `played` where both first moves were made. */
export type Rated = 'never' | 'played' | 'always';

interface Common {
  readonly type: 'game';
  readonly id: GameId;
  /** Counts saves; the condition of every save. Not the ply: an offer saves without a move. */
  readonly version: number;
  readonly arena: ArenaId;
  readonly kind: GameKind;
  readonly seats: BySide<Seat>;
  readonly limitMs: number;
  readonly incrementMs: number;
  readonly berserkable: boolean;
  readonly rated: Rated;
  /** The countdown for each side's first move; null: the clock itself is the countdown. */
  readonly firstMoveMs: number | null;
  /** How long a player who seems to have left is asked whether he is there; null: never. */
  readonly abandonClaimMs: number | null;
  /** So much of every turn costs no time: what a message needs on its way. */
  readonly lagAllowanceMs: number;
  readonly startedAtMs: number;
  /** The arena's end, copied at the pairing and final: the arena item is never asked. */
  readonly endsAtMs: number;
  /** Packed by the kind's rules. */
  readonly moves: Uint8Array;
  /** What each of them took, packed; see `times.ts`. */
  readonly times: Uint8Array;
  readonly ply: number;
  readonly remainingMs: BySide<number>;
  readonly berserk: BySide<boolean>;
  /** When the last move was received, or the pairing. */
  readonly lastAtMs: number;
  /** When the side to move has lost, unless it moves. Timers only make us look at it. */
  readonly deadlineMs: number;
  readonly offer: Side | null;
  readonly offeredAtPly: BySide<number | null>;
  /** The buckets of both players' commands, see core/rate. */
  readonly paidOffAtMs: BySide<number>;
  /** Stands until the side to move shows up; its deadline is that of the game if it is earlier. */
  readonly claim: Claim | null;
  /** After an answer the next claim may not come before this instant. */
  readonly claimableFromMs: number;
  /** Where set, no ending may be stamped earlier: the arena's table is closed (law 7). */
  readonly endedNotBeforeMs: number | null;
}

export interface LiveGame extends Common {
  readonly state: 'live';
}

export interface DoneGame extends Common {
  readonly state: 'done';
  /** null: a draw. */
  readonly winner: Side | null;
  readonly ending: Ending;
  readonly endedAtMs: number;
}

export type Game = LiveGame | DoneGame;

/** The side to move. */
export const turnOf = (game: Game): Side => sideAt(game.ply);

/** The player's side, or null when he does not play here. */
export function sideOf(game: Game, player: PlayerId): Side | null {
  if (game.seats.first.player === player) return 'first';
  return game.seats.second.player === player ? 'second' : null;
}

/** A pair of values with one side's replaced. */
export const withSide = <T>(pair: BySide<T>, side: Side, value: T): BySide<T> => ({
  ...pair,
  [side]: value,
});
