import { deadlineMs, initialTimeMs } from './clock.ts';
import type { LiveGame } from './game.ts';

/** What the pairing decides; the rest of a game follows from it. */
export type GameStart = Pick<
  LiveGame,
  | 'id'
  | 'arena'
  | 'kind'
  | 'seats'
  | 'limitMs'
  | 'incrementMs'
  | 'berserkable'
  | 'firstMoveMs'
  | 'startedAtMs'
  | 'endsAtMs'
>;

/** A game before its first move; the first mover's countdown runs from the pairing. */
export function startGame(start: GameStart): LiveGame {
  const initialMs = initialTimeMs(start.limitMs, start.incrementMs);
  const clock = {
    ply: 0,
    remainingMs: { first: initialMs, second: initialMs },
    lastAtMs: start.startedAtMs,
  };
  return {
    ...start,
    ...clock,
    type: 'game',
    state: 'live',
    version: 0,
    moves: new Uint8Array(),
    berserk: { first: false, second: false },
    deadlineMs: deadlineMs({ ...clock, firstMoveMs: start.firstMoveMs }, 'first'),
    offer: null,
    offeredAtPly: { first: null, second: null },
    endedNotBeforeMs: null,
  };
}
