import type { ArenaId, GameId } from '../core/ids.ts';
import type { GameKind } from '../rules/rules.ts';
import { deadlineMs } from './clock.ts';
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
  const clock = {
    ply: 0,
    remainingMs: { first: start.limitMs, second: start.limitMs },
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
