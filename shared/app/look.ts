import type { DoneGame } from '../game/game.ts';
import { type PairPorts, pairArena } from './pair-arena.ts';
import type { ClockMessage, Ports } from './ports.ts';
import { continueErasure } from './privacy/continue-erasure.ts';
import { refreshTable } from './refresh-table.ts';
import { scoreGame } from './score-game.ts';
import { watchGame } from './watch-game.ts';

export type LookPorts = PairPorts & Pick<Ports, 'tables' | 'lifecycle'>;

/** Does what a clock message asks to look at. */
export async function look(ports: LookPorts, message: ClockMessage): Promise<void> {
  switch (message.t) {
    case 'game':
      return watchGame(ports, message.game);
    case 'pool':
      return pairArena(ports, message.arena);
    case 'standings':
      return refreshTable(ports, message.arena, message.changedAtMs);
    case 'arena':
      return ports.lifecycle.wake(message.arena);
    case 'erase':
      return continueErasure(ports, message.player);
    case 'rescore': {
      const game = await ports.store.game(message.game, 'consistent');
      if (game?.state === 'done') await scoreOrPostpone(ports, game, message.attempt);
    }
  }
}

/** First and longest pause before a game that could not be scored is tried again. */
const RESCORE_FIRST_MS = 1_000;
const RESCORE_LONGEST_MS = 60_000;

/**
 * Scores a game; where that fails it is sent to the clock queue with a growing delay, so that one
 * bad record does not hold back the games behind it in the stream.
 */
export async function scoreOrPostpone(
  ports: Parameters<typeof scoreGame>[0],
  game: DoneGame,
  attempt: number,
): Promise<void> {
  try {
    await scoreGame(ports, game);
  } catch (cause) {
    ports.count('ScoresPostponed');
    const delayMs = Math.min(RESCORE_FIRST_MS * 2 ** attempt, RESCORE_LONGEST_MS);
    await ports.queues.clock({ t: 'rescore', game: game.id, attempt: attempt + 1 }, delayMs);
    if (attempt >= RESCORES_MAX) throw new Error(`game ${game.id} cannot be scored`, { cause });
  }
}

/** After so many tries the message goes to the dead letters, where an alarm sees it. */
const RESCORES_MAX = 20;
