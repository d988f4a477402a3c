import { refuse } from '../core/refusal.ts';
import { type Side, sideAt } from '../rules/rules.ts';
import { applyBerserk } from './berserk.ts';
import { claimAbandoned, stillHere, withoutClaim } from './claim.ts';
import { FLAG_GRACE_MS } from './clock.ts';
import type { Command, Decision, Moment } from './command.ts';
import { acceptDraw, claimDraw, declineDraw, offerDraw, resign } from './concede.ts';
import { fencedIfLate, finishOverdue } from './finish.ts';
import type { Game, LiveGame } from './game.ts';
import { applyMove } from './move.ts';
import { repeatOf } from './repeat.ts';

/**
 * Decides a command of `side`: pure, in a fixed order. First its own stored effect (a repeat may be
 * of the last move, so this comes before "game over"), then the end of the game, the clock, and at
 * last what the command asks.
 * Refusals: gameOver, outOfTime, tooEarly (`retryInMs`), and those of the command.
 */
export function applyCommand(game: Game, side: Side, command: Command, moment: Moment): Decision {
  const repeated = repeatOf(game, side, command);
  if (repeated !== null) return { kind: 'repeat', event: repeated };
  if (game.state === 'done') return refused('gameOver');
  // Gateways differ by a little: time never runs backwards inside a game.
  const atMs = Math.max(moment.atMs, game.lastAtMs);
  if (command.t === 'claimFlag' || atMs > game.deadlineMs) return decideClock(game, command, atMs);
  const fenced = fencedIfLate(game, moment.nowMs);
  if (command.t === 'here') return stillHere(fenced, side, atMs);
  return applyInTime(withoutClaim(fenced, side, atMs), side, command, atMs);
}

function decideClock(game: LiveGame, command: Command, atMs: number): Decision {
  const ended = finishOverdue(game, atMs);
  if (ended !== null) return { kind: 'progress', game: ended, event: { t: 'ended' } };
  const code = command.t === 'claimFlag' ? 'tooEarly' : 'outOfTime';
  const retryInMs = game.deadlineMs + FLAG_GRACE_MS - atMs;
  return { kind: 'refused', refusal: refuse(code, { retryInMs }) };
}

function applyInTime(
  game: LiveGame,
  side: Side,
  command: Exclude<Command, { t: 'claimFlag' | 'here' }>,
  atMs: number,
): Decision {
  switch (command.t) {
    case 'move':
      if (command.ply !== game.ply) return refused('stalePly');
      return sideAt(game.ply) === side
        ? applyMove(game, side, command.move, atMs)
        : refused('notYourTurn');
    case 'berserk':
      return applyBerserk(game, side, atMs);
    case 'resign':
      return resign(game, side, atMs);
    case 'offerDraw':
      return offerDraw(game, side, command.ply, atMs);
    case 'acceptDraw':
      return acceptDraw(game, side, atMs);
    case 'declineDraw':
      return declineDraw(game, side);
    case 'claimDraw':
      return claimDraw(game, atMs);
    case 'claimAbandoned':
      return claimAbandoned(game, side, atMs);
  }
}

const refused = (code: 'gameOver' | 'stalePly' | 'notYourTurn'): Decision => ({
  kind: 'refused',
  refusal: refuse(code),
});
