import type { ConnectionId } from '../core/ids.ts';
import { isAsked, withoutClaim } from '../game/claim.ts';
import { type Game, type Seat, sideOf, withSide } from '../game/game.ts';
import { type Change, change } from './change.ts';
import type { Caller, Ports } from './ports.ts';

/**
 * The player's running game with his seat on this connection, so that the opponent's moves reach
 * him. Asked at every visit, not only at the first one of a connection: that one may have crashed
 * between the row and the game.
 */
export async function followPlayer(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  game: Game,
): Promise<Game> {
  if (moveSeat(game, caller).kind === 'keep') return game;
  const changed = await change<Game, Game | null>(
    store,
    (read) => store.game(game.id, read),
    (current) => moveSeat(current, caller),
  );
  // Too busy now: his next message tries again.
  return changed.kind === 'refused' ? game : (changed.value ?? game);
}

/** Tells a connection that another one of its player has taken over, and closes it. */
export async function dismiss(
  { push }: Pick<Ports, 'push'>,
  superseded: ConnectionId,
): Promise<void> {
  await push.send(superseded, { t: 'bye', code: 'superseded' });
  await push.close(superseded);
}

function moveSeat(game: Game | null, caller: Caller): Change<Game, Game | null> {
  const side = game === null ? null : sideOf(game, caller.player);
  // A game that is over is told nothing more, and never changes.
  if (game?.state !== 'live' || side === null) return { kind: 'keep', value: game };
  const seat = game.seats[side];
  if (seat.connectedAtMs > caller.connectedAtMs) return { kind: 'keep', value: game };
  if (seat.connection === caller.connection && !isAsked(game, side)) {
    return { kind: 'keep', value: game };
  }
  const { connection, connectedAtMs } = caller;
  const moved: Seat = { ...seat, connection, connectedAtMs };
  const seats = withSide(game.seats, side, moved);
  // Whoever is asked whether he is there has just said so, unless it is too late.
  const there = caller.atMs > game.deadlineMs ? game : withoutClaim(game, side, caller.atMs);
  const after: Game = { ...there, seats, version: game.version + 1 };
  return { kind: 'store', before: game, after, value: after };
}
