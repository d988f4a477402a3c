import type { GameId } from '../core/ids.ts';
import { FLAG_GRACE_MS } from '../game/clock.ts';
import { finishOverdue } from '../game/finish.ts';
import type { DoneGame, Game } from '../game/game.ts';
import { gameNews } from '../protocol/server-message.ts';
import { SIDES } from '../rules/rules.ts';
import { change, find } from './change.ts';
import { type Clocked, DELAY_MS_MAX, type Ports } from './ports.ts';

type WatchPorts = Pick<Ports, 'store' | 'push' | 'now'> & Clocked;

/**
 * Looks at a game whose deadline may have passed. One clock message per game is under way: an early
 * look sends the next one, a late look ends the game, and the scoring of a finished one is the
 * stream's business.
 */
export async function watchGame(ports: WatchPorts, id: GameId): Promise<void> {
  const game = await find((read) => ports.store.game(id, read));
  if (game === null || game.state === 'done') return;
  const endable = finishOverdue(game, ports.now()) !== null && (await endOverdue(ports, id));
  if (!endable) await watchAgain(ports, game);
}

/** Has the clock queue look at the game when it will be overdue. */
export async function watchAgain(
  { queues, now }: Pick<Ports, 'now'> & Clocked,
  game: Pick<Game, 'id' | 'deadlineMs'>,
): Promise<void> {
  const delayMs = Math.max(0, game.deadlineMs + FLAG_GRACE_MS - now());
  await queues.clock({ t: 'game', game: game.id }, Math.min(delayMs, DELAY_MS_MAX));
}

/** Ends the game by its deadline if it is overdue; whether it is over afterwards. */
export async function endOverdue(
  ports: Pick<Ports, 'store' | 'push' | 'now'>,
  id: GameId,
): Promise<boolean> {
  const changed = await change<Game, DoneGame | null>(
    ports.store,
    (read) => ports.store.game(id, read),
    (game) => {
      if (game === null || game.state === 'done') return { kind: 'keep', value: game };
      const after = finishOverdue(game, ports.now());
      return after === null
        ? { kind: 'keep', value: null }
        : { kind: 'store', before: game, after, value: after };
    },
  );
  if (changed.kind === 'stored') await tellEnd(ports, changed.after);
  return changed.kind !== 'refused' && changed.value !== null;
}

/** Tells both players that their game is over. */
export async function tellEnd({ push }: Pick<Ports, 'push'>, game: Game): Promise<void> {
  const news = gameNews(game, { t: 'ended' });
  const connections = SIDES.map((side) => game.seats[side].connection);
  await Promise.all(connections.map((to) => (to === null ? null : push.send(to, news))));
}
