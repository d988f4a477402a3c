import { refuse } from '../core/refusal.ts';
import type { Side } from '../rules/rules.ts';
import { berserkLimitMs, deadlineOf } from './clock.ts';
import type { Decision } from './command.ts';
import { type LiveGame, withSide } from './game.ts';

/**
 * Half the time and the whole increment for one more point on a win: before one's own first move,
 * once. Flag and clock change in one write. Refusal: berserkNotAllowed.
 */
export function applyBerserk(game: LiveGame, side: Side, atMs: number): Decision {
  const refused = { kind: 'refused', refusal: refuse('berserkNotAllowed') } as const;
  if (!game.berserkable || hasMoved(game, side)) return refused;
  const limitMs = berserkLimitMs(game.limitMs, game.incrementMs);
  const faster: LiveGame = {
    ...game,
    remainingMs: withSide(game.remainingMs, side, limitMs),
    berserk: withSide(game.berserk, side, true),
    version: game.version + 1,
  };
  const berserked = { ...faster, deadlineMs: deadlineOf(faster) };
  // Without a countdown the clock itself runs: who has used up half of it has nothing to give.
  if (berserked.deadlineMs < atMs) return refused;
  return { kind: 'progress', game: berserked, event: { t: 'berserked', by: side } };
}

const hasMoved = (game: LiveGame, side: Side): boolean => game.ply > (side === 'first' ? 0 : 1);
