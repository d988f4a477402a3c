import { seededRandom } from '../../shared/core/random.ts';
import { clockChangeMs, deadlineOf, isFirstMove } from '../../shared/game/clock.ts';
import { type DoneGame, type LiveGame, turnOf } from '../../shared/game/game.ts';
import { appendTime, remainingAfter, timesOf } from '../../shared/game/times.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { EVERY_RULE_ENDING, otherSide, sideAt } from '../../shared/rules/rules.ts';

/** The game as if its plies had taken so long (ms each), with all that follows from it. */
export function withTimes<G extends LiveGame | DoneGame>(game: G, times: readonly number[]): G {
  const timed = {
    ...game,
    times: times.reduce<Uint8Array>(appendTime, new Uint8Array()),
    remainingMs: remainingAfter(game, times),
    lastAtMs: times.reduce((sum, ms) => sum + ms, game.startedAtMs),
  };
  return { ...timed, deadlineMs: deadlineOf({ ...timed, state: 'live' }) };
}

const BY_DEADLINE = ['flag', 'noShow'];
/** Of the time that such a game had, so much is over when its last clock begins to run. */
const SHARE_BEFORE_DEADLINE = 0.25;

/**
 * The game at a pace by which it lasts as long as it did, as far as its clocks allow, and ends as
 * it did: with its last move, by a deadline, or some time after its last move.
 */
export function paced(game: DoneGame): DoneGame {
  const endsByMove = EVERY_RULE_ENDING.some((ending) => ending === game.ending);
  const endsByDeadline = BY_DEADLINE.includes(game.ending);
  const random = seededRandom(game.startedAtMs);
  const parts = Array.from({ length: game.ply }, () => random.unit());
  const rest = endsByMove || endsByDeadline ? 0 : random.unit();
  const lastedMs = game.endedAtMs - game.startedAtMs;
  const share = endsByDeadline ? SHARE_BEFORE_DEADLINE : 1;
  const msPerPart = (share * lastedMs) / parts.reduce((sum, part) => sum + part, rest);
  const timed = withTimes(
    game,
    withinClocks(
      game,
      parts.map((part) => part * msPerPart),
    ),
  );
  if (endsByMove) return { ...timed, endedAtMs: timed.lastAtMs };
  if (endsByDeadline) return { ...timed, endedAtMs: timed.deadlineMs };
  return { ...timed, endedAtMs: Math.min(timed.deadlineMs, game.endedAtMs) };
}

/** Whole times of as many ms, or half of what each player has: no clock is used up. */
function withinClocks(game: DoneGame, wishes: readonly number[]): number[] {
  const { firstMoveMs, lagAllowanceMs } = game;
  const left = { ...remainingAfter(game, []) };
  return wishes.map((wishMs, ply) => {
    const side = sideAt(ply);
    const countdownMs = isFirstMove(ply) ? firstMoveMs : null;
    const mostMs = (countdownMs ?? left[side] + lagAllowanceMs) / 2;
    const ms = Math.floor(Math.min(mostMs, wishMs));
    left[side] += clockChangeMs(game, ply, ms);
    return ms;
  });
}

/** The game with its first plies alone. */
export function cutGame(game: DoneGame, plies: number): DoneGame {
  const rules = rulesOf(game.kind);
  const kept: number[] = [];
  let position = rules.replay(new Uint8Array());
  for (const text of rules.texts(game.moves).slice(0, plies)) {
    const move = rules.move(position, text);
    if (move === null) throw new Error(`stored move ${text}`);
    kept.push(...move.packed);
    position = move.position;
  }
  const cut = { ...game, moves: Uint8Array.from(kept), ply: Math.min(plies, game.ply) };
  const timed = withTimes(cut, (timesOf(game) ?? []).slice(0, plies));
  return { ...timed, endedAtMs: Math.min(timed.deadlineMs, game.endedAtMs) };
}

/** The game lost by the deadline of whoever is to move. */
export function runOut(game: DoneGame): DoneGame {
  const isNoShow = isFirstMove(game.ply) && game.firstMoveMs !== null;
  const ending = isNoShow ? 'noShow' : 'flag';
  return { ...game, winner: otherSide(turnOf(game)), ending, endedAtMs: game.deadlineMs };
}
