import { type RefusalCode, refuse } from '../core/refusal.ts';
import { rulesOf } from '../rules/registry.ts';
import { otherSide, type Side } from '../rules/rules.ts';
import type { Decision } from './command.ts';
import { finish } from './finish.ts';
import { type Ending, type LiveGame, withSide } from './game.ts';

/** A draw may be offered from this ply on. */
export const OFFER_FROM_PLY = 2;
/** Plies between two offers of the same player. */
export const OFFER_EVERY_PLIES = 20;

export function resign(game: LiveGame, side: Side, atMs: number): Decision {
  return ended(game, otherSide(side), 'resign', atMs);
}

/**
 * Offers a draw; where the opponent's offer stands this agrees to it.
 * Refusals: stalePly, drawTooSoon (`expected` says from which ply).
 */
export function offerDraw(game: LiveGame, side: Side, ply: number, atMs: number): Decision {
  if (game.offer === otherSide(side)) return acceptDraw(game, side, atMs);
  if (ply !== game.ply) return refused('stalePly');
  const last = game.offeredAtPly[side];
  const fromPly = last === null ? OFFER_FROM_PLY : last + OFFER_EVERY_PLIES;
  if (game.ply < fromPly) return refused('drawTooSoon', `ply ${fromPly} or later`);
  const offered: LiveGame = {
    ...game,
    offer: side,
    offeredAtPly: withSide(game.offeredAtPly, side, game.ply),
    version: game.version + 1,
  };
  return { kind: 'progress', game: offered, event: { t: 'drawOffered', by: side } };
}

/** Refusal: noOffer. */
export function acceptDraw(game: LiveGame, side: Side, atMs: number): Decision {
  if (game.offer !== otherSide(side)) return refused('noOffer');
  return ended(game, null, 'agreement', atMs);
}

/** Refusal: noOffer. */
export function declineDraw(game: LiveGame, side: Side): Decision {
  if (game.offer !== otherSide(side)) return refused('noOffer');
  const declined: LiveGame = { ...game, offer: null, version: game.version + 1 };
  return { kind: 'progress', game: declined, event: { t: 'drawDeclined', by: side } };
}

/** Ends the game where its rules leave that to the players. Refusal: nothingToClaim. */
export function claimDraw(game: LiveGame, atMs: number): Decision {
  const rules = rulesOf(game.kind);
  const outcome = rules.outcome(rules.replay(game.moves), true);
  if (outcome === null) return refused('nothingToClaim');
  return ended(game, outcome.winner, outcome.ending, atMs);
}

function ended(game: LiveGame, winner: Side | null, ending: Ending, endedAtMs: number): Decision {
  const done = finish(game, { winner, ending, endedAtMs });
  return { kind: 'progress', game: done, event: { t: 'ended' } };
}

const refused = (code: RefusalCode, expected?: string): Decision => ({
  kind: 'refused',
  refusal: refuse(code, expected === undefined ? {} : { expected }),
});
