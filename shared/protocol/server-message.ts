import type { EntryCondition } from '../arena/entry.ts';
import type { Wait } from '../arena/pool.ts';
import type { ArenaId, GameId, PlayerId } from '../core/ids.ts';
import type { Refusal } from '../core/refusal.ts';
import type { GameEvent } from '../game/command.ts';
import type { Game } from '../game/game.ts';
import type { Side } from '../rules/rules.ts';
import type { ArenaView, SeatView } from './arena-view.ts';
import { type ClockView, type EndView, type GameView, viewClock, viewEnd } from './game-view.ts';
import type { StandingBlock } from './table-view.ts';

interface GameNews {
  readonly game: GameId;
  /** Turns played so far: apply only the next one, else ask for the state with `hello`. */
  readonly ply: number;
  readonly clock: ClockView;
  readonly end: EndView | null;
}

/** News of one game: the answer to whoever caused it, the push to the opponent. */
export type GameMessageOut =
  | ({ readonly t: 'moved'; readonly by: Side; readonly move: string } & GameNews)
  | ({ readonly t: 'berserked'; readonly by: Side } & GameNews)
  | ({ readonly t: 'drawOffered'; readonly by: Side } & GameNews)
  | ({ readonly t: 'drawDeclined'; readonly by: Side } & GameNews)
  /** `by` claims that the other one has left, who loses at the deadline of the clock. */
  | ({ readonly t: 'areYouThere'; readonly by: Side } & GameNews)
  | ({ readonly t: 'stillHere'; readonly by: Side } & GameNews)
  | ({ readonly t: 'ended' } & GameNews);

export type ServerMessage =
  | GameMessageOut
  /** The whole truth about the player in this arena. */
  | {
      readonly t: 'state';
      readonly nowMs: number;
      readonly arena: ArenaView;
      readonly you: SeatView;
      readonly game: GameView | null;
      /** The game that `hello` named, where it has ended and is scored since. */
      readonly ended: GameView | null;
      /** After `hello`: where he stands, once there is a table. */
      readonly table: StandingBlock | null;
    }
  | { readonly t: 'paired'; readonly nowMs: number; readonly game: GameView }
  /** Why there is no game yet; repeated whenever it changes. */
  | ({ readonly t: 'waiting'; readonly arena: ArenaId; readonly nowMs: number } & Wait)
  /** The game could not be told to the other player; go on waiting. */
  | { readonly t: 'voided'; readonly arena: ArenaId; readonly game: GameId }
  | ({
      readonly t: 'scored';
      readonly arena: ArenaId;
      readonly game: GameId;
      readonly points: number;
      readonly reason: string;
      readonly total: number;
      /** Wins in a row up to this game. */
      readonly streak: number;
      readonly onFire: boolean;
      readonly paused: boolean;
      /** Until the end of the arena; 0 after it. */
      readonly endsInMs: number;
    } & StandingBlock)
  /** The organiser has taken him out of the arena. */
  | { readonly t: 'removed'; readonly arena: ArenaId; readonly reason: string }
  /**
   * He has left, as he wanted (both null); or the arena is about to begin and asks for something
   * that he does not have any more.
   */
  | {
      readonly t: 'left';
      readonly arena: ArenaId;
      readonly condition: EntryCondition | null;
      readonly expected: string | null;
    }
  /** The organiser has called the arena off; a game that still ran is void. */
  | { readonly t: 'cancelled'; readonly arena: ArenaId; readonly reason: string }
  /** The organiser has something to say to all players. */
  | { readonly t: 'note'; readonly arena: ArenaId; readonly text: string }
  | {
      readonly t: 'frozen';
      readonly arena: ArenaId;
      readonly version: number;
      readonly winners: readonly PlayerId[];
    }
  | { readonly t: 'bye'; readonly code: 'superseded' | 'upgrade' }
  | ({ readonly t: 'refused' } & Refusal);

/** What is told about a change of a game. */
export const gameNews = (game: Game, event: GameEvent): GameMessageOut => ({
  ...event,
  game: game.id,
  ply: game.ply,
  clock: viewClock(game),
  end: viewEnd(game),
});

/** A message as text, with the client's own mark when it is an answer. */
export const encode = (message: ServerMessage, cid?: string): string =>
  JSON.stringify(cid === undefined ? message : { ...message, cid });
