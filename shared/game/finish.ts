import { rulesOf } from '../rules/registry.ts';
import { otherSide, type Side } from '../rules/rules.ts';
import { clockDeadlineMs, isFirstMove, isOverdue, LATE_WRITE_MS } from './clock.ts';
import { type DoneGame, type Ending, type LiveGame, turnOf } from './game.ts';

export interface End {
  readonly winner: Side | null;
  readonly ending: Ending;
  readonly endedAtMs: number;
}

/** The game over. A fence set by the arena's end moves the stamp, never the clocks. */
export function finish(game: LiveGame, end: End): DoneGame {
  const endedAtMs = Math.max(end.endedAtMs, game.endedNotBeforeMs ?? 0);
  return { ...game, ...end, endedAtMs, state: 'done', version: game.version + 1 };
}

/**
 * The game ended by its stored deadline, or null while that is not certain. The stamp is the
 * deadline, whoever notices it and whenever.
 */
export function finishOverdue(game: LiveGame, nowMs: number): DoneGame | null {
  if (!isOverdue(game, nowMs)) return null;
  const loser = turnOf(game);
  const winner = otherSide(loser);
  const endedAtMs = game.deadlineMs;
  // At the same instant the clock decides: whoever is there may have lost by it, too.
  if (game.claim !== null && game.claim.deadlineMs < clockDeadlineMs(game, loser)) {
    return finish(game, { winner, ending: 'abandoned', endedAtMs });
  }
  if (isFirstMove(game.ply) && game.firstMoveMs !== null) {
    return finish(game, { winner, ending: 'noShow', endedAtMs });
  }
  const hasWon = canWin(game, winner);
  return finish(game, { winner: hasWon ? winner : null, ending: 'flag', endedAtMs });
}

/** The game lost by a player whom the organiser has removed. */
export function finishRemoved(game: LiveGame, loser: Side, nowMs: number): DoneGame {
  const endedAtMs = Math.max(nowMs, game.lastAtMs);
  const end: End = { winner: otherSide(loser), ending: 'removed', endedAtMs };
  return finish(fencedIfLate(game, nowMs), end);
}

/** Closes the arena's table to this game: whatever ends it from now on is stamped as late. */
export function fence(game: LiveGame): LiveGame {
  return { ...game, endedNotBeforeMs: game.endsAtMs + 1, version: game.version + 1 };
}

/**
 * What a command stores this late is late whatever the gateway's time says. The game is fenced in
 * the same write, so a freeze that runs in time and one that runs an hour late agree.
 */
export function fencedIfLate<G extends LiveGame>(game: G, nowMs: number): G {
  if (nowMs <= game.endsAtMs + LATE_WRITE_MS || game.endedNotBeforeMs !== null) return game;
  return { ...game, endedNotBeforeMs: game.endsAtMs + 1 };
}

function canWin(game: LiveGame, side: Side): boolean {
  const rules = rulesOf(game.kind);
  return rules.canWin(rules.replay(game.moves), side);
}
