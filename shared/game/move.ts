import { refuse } from '../core/refusal.ts';
import { rulesOf } from '../rules/registry.ts';
import type { Side } from '../rules/rules.ts';
import { clockAfterMove, deadlineOf } from './clock.ts';
import type { Decision } from './command.ts';
import { finish } from './finish.ts';
import { type LiveGame, PLIES_MAX } from './game.ts';
import { appendTime } from './times.ts';

/** The side to move moves. Refusal: illegalMove. */
export function applyMove(game: LiveGame, side: Side, text: string, atMs: number): Decision {
  const rules = rulesOf(game.kind);
  const played = rules.move(rules.replay(game.moves), text);
  if (played === null) return { kind: 'refused', refusal: refuse('illegalMove') };
  const moved = afterMove(game, side, played.packed, atMs);
  const event = { t: 'moved', by: side, move: rules.texts(played.packed)[0] ?? text } as const;
  const outcome = rules.outcome(played.position);
  if (outcome !== null) {
    return { kind: 'progress', game: finish(moved, { ...outcome, endedAtMs: atMs }), event };
  }
  if (moved.ply >= PLIES_MAX) {
    const end = { winner: null, ending: 'tooLong', endedAtMs: atMs } as const;
    return { kind: 'progress', game: finish(moved, end), event };
  }
  return { kind: 'progress', game: { ...moved, version: game.version + 1 }, event };
}

/** The game one ply on, its version not yet raised. The opponent's offer is declined by moving. */
function afterMove(game: LiveGame, side: Side, packed: Uint8Array, atMs: number): LiveGame {
  const moves = new Uint8Array(game.moves.length + packed.length);
  moves.set(game.moves);
  moves.set(packed, game.moves.length);
  const moved = {
    ...game,
    moves,
    times: appendTime(game.times, atMs - game.lastAtMs),
    ply: game.ply + 1,
    lastAtMs: atMs,
    remainingMs: clockAfterMove(game, atMs),
    offer: game.offer === side ? side : null,
  };
  return { ...moved, deadlineMs: deadlineOf(moved) };
}
