import type { ArenaId, GameId, PlayerId } from '../core/ids.ts';
import type { BySide, Ending, Game, Seat } from '../game/game.ts';
import { displayed } from '../game/glicko.ts';
import { ratingsAfter } from '../game/ratings.ts';
import { rulesOf } from '../rules/registry.ts';
import type { GameKind, Side } from '../rules/rules.ts';
import { pointsOf } from './arena-view.ts';

/** A player as others see him; where he stood in the arena when the game was paired. */
export interface PlayerView {
  readonly id: PlayerId;
  readonly name: string;
  readonly rating: number;
  /** null: not in the table yet. */
  readonly rank: number | null;
  readonly points: number;
  readonly onFire: boolean;
}

/** Both clocks (ms) as of `lastAtMs`; the side to move loses at `deadlineMs` unless it moves. */
export interface ClockView {
  readonly remainingMs: BySide<number>;
  readonly lastAtMs: number;
  readonly deadlineMs: number;
}

/** How a game ended; `winner` null is a draw. */
export interface EndView {
  readonly winner: Side | null;
  readonly ending: Ending;
  readonly endedAtMs: number;
  /** Displayed ratings before and after; null: the game changes none. */
  readonly ratings: BySide<RatingChange> | null;
}

export interface RatingChange {
  readonly before: number;
  readonly after: number;
}

/** A whole game: what a client needs to draw it from nothing. Moves are separated by blanks. */
export interface GameView {
  readonly id: GameId;
  readonly arena: ArenaId;
  readonly kind: GameKind;
  readonly first: PlayerView;
  readonly second: PlayerView;
  readonly limitMs: number;
  readonly incrementMs: number;
  readonly berserkable: boolean;
  readonly berserk: BySide<boolean>;
  readonly startedAtMs: number;
  readonly ply: number;
  readonly moves: string;
  readonly clock: ClockView;
  readonly offer: Side | null;
  /** Who says that the other one has left; it has won at the deadline of the clock. */
  readonly claimedBy: Side | null;
  readonly end: EndView | null;
}

export function viewGame(game: Game): GameView {
  return {
    id: game.id,
    arena: game.arena,
    kind: game.kind,
    first: viewSeat(game.seats.first),
    second: viewSeat(game.seats.second),
    limitMs: game.limitMs,
    incrementMs: game.incrementMs,
    berserkable: game.berserkable,
    berserk: game.berserk,
    startedAtMs: game.startedAtMs,
    ply: game.ply,
    moves: rulesOf(game.kind).texts(game.moves).join(' '),
    clock: viewClock(game),
    offer: game.state === 'live' ? game.offer : null,
    claimedBy: game.state === 'live' ? (game.claim?.by ?? null) : null,
    end: viewEnd(game),
  };
}

/**
 * A game as those see it who do not play: while it runs, without its last `delayPlies` turns and
 * without what its players have not settled yet. The clocks are those of now.
 */
export function viewForPublic(game: Game, delayPlies: number): GameView {
  const view = viewGame(game);
  if (game.state === 'done' || delayPlies === 0) return view;
  const seen = rulesOf(game.kind).texts(game.moves).slice(0, -delayPlies);
  return { ...view, ply: seen.length, moves: seen.join(' '), offer: null, claimedBy: null };
}

export const viewClock = ({ remainingMs, lastAtMs, deadlineMs }: Game): ClockView => ({
  remainingMs,
  lastAtMs,
  deadlineMs,
});

export function viewEnd(game: Game): EndView | null {
  if (game.state === 'live') return null;
  const { winner, ending, endedAtMs } = game;
  const after = ratingsAfter(game);
  const change = (side: Side): RatingChange => ({
    before: game.seats[side].rating,
    after: displayed(after?.[side] ?? game.seats[side].glicko),
  });
  const ratings = after === null ? null : { first: change('first'), second: change('second') };
  return { winner, ending, endedAtMs, ratings };
}

const viewSeat = ({ player, name, rating, rank, points, onFire }: Seat): PlayerView => ({
  ...{ id: player, name, rating, rank, onFire },
  points: pointsOf(points),
});
