import type { Row } from '../arena/row.ts';
import { type Game, type Seat, sideOf, withSide } from '../game/game.ts';
import { type Change, change } from './change.ts';
import type { Caller, Ports } from './ports.ts';

/**
 * After a player's row has moved to his new connection: his running game follows, so that the
 * opponent's moves reach him, and the old connection is told good-bye.
 */
export async function followPlayer(
  ports: Pick<Ports, 'store' | 'push'>,
  caller: Caller,
  before: Row,
  after: Row,
): Promise<void> {
  const { store } = ports;
  const { game } = after;
  if (game !== null) {
    await change<Game, null>(
      store,
      (read) => store.game(game, read),
      (current) => moveSeat(current, caller),
    );
  }
  if (before.connection !== null) {
    await ports.push.send(before.connection, { t: 'bye', code: 'superseded' });
    await ports.push.close(before.connection);
  }
}

function moveSeat(game: Game | null, caller: Caller): Change<Game, null> {
  const side = game === null ? null : sideOf(game, caller.player);
  // A game that is over is told nothing more, and never changes.
  if (game?.state !== 'live' || side === null) return { kind: 'keep', value: null };
  const seat = game.seats[side];
  if (seat.connection === caller.connection || seat.connectedAtMs > caller.connectedAtMs) {
    return { kind: 'keep', value: null };
  }
  const { connection, connectedAtMs } = caller;
  const moved: Seat = { ...seat, connection, connectedAtMs };
  const seats = withSide(game.seats, side, moved);
  return {
    kind: 'store',
    before: game,
    after: { ...game, seats, version: game.version + 1 },
    value: null,
  };
}
