import type { ArenaId, GameId } from '../core/ids.ts';
import type { GameKind } from '../rules/rules.ts';
import { deadlineMs, initialTimeMs } from './clock.ts';
import type { BySide, LiveGame, Seat } from './game.ts';

export interface GameStart {
  readonly id: GameId;
  readonly arena: ArenaId;
  readonly kind: GameKind;
  readonly seats: BySide<Seat>;
  readonly limitMs: number;
  readonly incrementMs: number;
  readonly berserkable: boolean;
  readonly firstMoveMs: number | null;
  readonly startedAtMs: number;
  readonly endsAtMs: number;
}

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
