import { type Rate, take } from '../core/rate.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { applyCommand } from '../game/apply-command.ts';
import type { GameEvent } from '../game/command.ts';
import { type Game, sideOf, withSide } from '../game/game.ts';
import type { GameMessage } from '../protocol/client-message.ts';
import { gameNews, type ServerMessage } from '../protocol/server-message.ts';
import { otherSide } from '../rules/rules.ts';
import { type Change, change } from './change.ts';
import type { Caller, Ports } from './ports.ts';

/** Stored commands of one player in one game: far more than any clock lets anybody play. */
export const COMMANDS: Rate = { burst: 30, everyMs: 200 };

interface Happened {
  readonly game: Game;
  readonly event: GameEvent;
}

/** One command of one player: decided, stored, told to the opponent; the answer is returned. */
export async function play(
  ports: Pick<Ports, 'store' | 'push'>,
  caller: Caller,
  message: GameMessage,
): Promise<ServerMessage> {
  const changed = await change<Game, Happened>(
    ports.store,
    (read) => ports.store.game(message.game, read),
    (game) => decide(game, caller, message),
  );
  if (changed.kind === 'refused') return { t: 'refused', ...changed.refusal };
  const news = gameNews(changed.value.game, changed.value.event);
  if (changed.kind === 'stored') await tellOpponent(ports, changed.value.game, caller, news);
  return news;
}

function decide(game: Game | null, caller: Caller, message: GameMessage): Change<Game, Happened> {
  if (game === null) return refused(refuse('noSuchGame', { field: 'game' }));
  const side = sideOf(game, caller.player);
  if (side === null) return refused(refuse('notAPlayer', { field: 'game' }));
  const decision = applyCommand(game, side, message, caller);
  switch (decision.kind) {
    case 'progress': {
      const { event } = decision;
      // Time never runs backwards inside a game, in its buckets either.
      const atMs = Math.max(caller.atMs, game.lastAtMs);
      const taken = take(game.paidOffAtMs[side], atMs, COMMANDS);
      if (taken.kind === 'empty')
        return refused(refuse('slowDown', { retryInMs: taken.retryInMs }));
      const paidOffAtMs = withSide(game.paidOffAtMs, side, taken.paidOffAtMs);
      const after = { ...decision.game, paidOffAtMs };
      return { kind: 'store', before: game, after, value: { game: after, event } };
    }
    case 'repeat':
      return { kind: 'keep', value: { game, event: decision.event } };
    case 'refused':
      return decision;
  }
}

/** Best effort: who misses it asks for the whole state when he is back. */
async function tellOpponent(
  ports: Pick<Ports, 'push'>,
  game: Game,
  caller: Caller,
  news: ServerMessage,
): Promise<void> {
  const side = sideOf(game, caller.player);
  const opponent = side === null ? null : game.seats[otherSide(side)].connection;
  if (opponent !== null) await ports.push.send(opponent, news);
}

const refused = (refusal: Refusal): { kind: 'refused'; refusal: Refusal } => ({
  kind: 'refused',
  refusal,
});
