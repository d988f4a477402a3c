import { deadlineOf, initialTimeMs } from './clock.ts';
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
  | 'rated'
  | 'firstMoveMs'
  | 'abandonClaimMs'
  | 'lagAllowanceMs'
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
  const game = {
    ...start,
    ...clock,
    type: 'game',
    state: 'live',
    version: 0,
    moves: new Uint8Array(),
    times: new Uint8Array(),
    berserk: { first: false, second: false },
    offer: null,
    offeredAtPly: { first: null, second: null },
    paidOffAtMs: { first: 0, second: 0 },
    claim: null,
    claimableFromMs: 0,
    endedNotBeforeMs: null,
  } as const;
  return { ...game, deadlineMs: deadlineOf(game) };
}
