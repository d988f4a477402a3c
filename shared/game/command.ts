import type { Refusal } from '../core/refusal.ts';
import type { Side } from '../rules/rules.ts';
import type { Game } from './game.ts';

/** What a player may ask of a game. `ply` is the number of turns he has seen. */
export type Command =
  | { readonly t: 'move'; readonly ply: number; readonly move: string }
  | { readonly t: 'resign' }
  | { readonly t: 'berserk' }
  | { readonly t: 'offerDraw'; readonly ply: number }
  | { readonly t: 'acceptDraw' }
  | { readonly t: 'declineDraw' }
  | { readonly t: 'claimDraw' }
  | { readonly t: 'claimFlag' }
  | { readonly t: 'claimAbandoned' }
  | { readonly t: 'here' };

/** What happened to a game, besides its end, which the game itself shows. */
export type GameEvent =
  | { readonly t: 'moved'; readonly by: Side; readonly move: string }
  | { readonly t: 'berserked'; readonly by: Side }
  | { readonly t: 'drawOffered'; readonly by: Side }
  | { readonly t: 'drawDeclined'; readonly by: Side }
  | { readonly t: 'areYouThere'; readonly by: Side }
  | { readonly t: 'stillHere'; readonly by: Side }
  | { readonly t: 'ended' };

/** The two clocks of a decision: the gateway's time of the message, and the function's own. */
export interface Moment {
  readonly atMs: number;
  readonly nowMs: number;
}

/** A command decided: a next state to store, an effect already stored, or a refusal. */
export type Decision =
  | { readonly kind: 'progress'; readonly game: Game; readonly event: GameEvent }
  | { readonly kind: 'repeat'; readonly event: GameEvent }
  | { readonly kind: 'refused'; readonly refusal: Refusal };
