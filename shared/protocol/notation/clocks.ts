import { isFirstMove } from '../../game/clock.ts';
import { type BySide, type DoneGame, turnOf, withSide } from '../../game/game.ts';

/**
 * Both clocks at the end (ms): the side to move has used time since the last move, which nothing
 * stores. A game that was stamped as late keeps the clocks of its last move, for its stamp says
 * nothing of how long it took.
 */
export function clocksAtEnd(game: DoneGame): BySide<number> {
  const { remainingMs, endedAtMs, lastAtMs, lagAllowanceMs } = game;
  const isStill = isFirstMove(game.ply) && game.firstMoveMs !== null;
  if (isStill || endedAtMs === game.endedNotBeforeMs) return remainingMs;
  const side = turnOf(game);
  const spentMs = Math.max(0, endedAtMs - lastAtMs - lagAllowanceMs);
  return withSide(remainingMs, side, Math.max(0, remainingMs[side] - spentMs));
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A clock as people read it: `0:02:57`. */
export function clockText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const seconds = Math.floor((ms % MINUTE_MS) / SECOND_MS);
  return [hours, ...[minutes, seconds].map((part) => `${part}`.padStart(2, '0'))].join(':');
}

/** Initial time and increment in seconds: `180+2`. */
export const timeControlText = (limitMs: number, incrementMs: number): string =>
  `${limitMs / SECOND_MS}+${incrementMs / SECOND_MS}`;
