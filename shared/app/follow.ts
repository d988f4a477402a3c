import type { ConnectionId } from '../core/ids.ts';
import { isAsked, withoutClaim } from '../game/claim.ts';
import { type Game, type Seat, sideOf, withSide } from '../game/game.ts';
import { gameNews } from '../protocol/server-message.ts';
import { otherSide, type Side } from '../rules/rules.ts';
import { type Change, change } from './change.ts';
import type { Caller, Ports } from './ports.ts';

/**
 * The player's running game with his seat on this connection, so that the opponent's moves reach
 * him. Asked at every visit, not only at the first one of a connection: that one may have crashed
 * between the row and the game. An opponent who thought that he had left is told.
 */
export async function followPlayer(
  { store, push }: Pick<Ports, 'store' | 'push'>,
  caller: Caller,
  game: Game,
): Promise<Game> {
  if (moveSeat(game, caller).kind === 'keep') return game;
  const changed = await change<Game, Moved | null>(
    store,
    (read) => store.game(game.id, read),
    (current) => moveSeat(current, caller),
  );
  // Too busy now: his next message tries again.
  if (changed.kind === 'refused' || changed.value === null) return game;
  const { game: moved, answers } = changed.value;
  const opponent = answers === null ? null : moved.seats[otherSide(answers)].connection;
  if (changed.kind === 'stored' && answers !== null && opponent !== null) {
    await push.send(opponent, gameNews(moved, { t: 'stillHere', by: answers }));
  }
  return moved;
}

interface Moved {
  readonly game: Game;
  /** The side that has been asked whether it is there, and has said so with this. */
  readonly answers: Side | null;
}

/** Tells a connection that another one of its player has taken over, and closes it. */
export async function dismiss(
  { push }: Pick<Ports, 'push'>,
  superseded: ConnectionId,
): Promise<void> {
  await push.send(superseded, { t: 'bye', code: 'superseded' });
  await push.close(superseded);
}

function moveSeat(game: Game | null, caller: Caller): Change<Game, Moved | null> {
  const side = game === null ? null : sideOf(game, caller.player);
  const kept = { kind: 'keep', value: game === null ? null : { game, answers: null } } as const;
  // A game that is over is told nothing more, and never changes.
  if (game?.state !== 'live' || side === null) return kept;
  const seat = game.seats[side];
  if (seat.connectedAtMs > caller.connectedAtMs) return kept;
  if (seat.connection === caller.connection && !isAsked(game, side)) return kept;
  const { connection, connectedAtMs } = caller;
  const moved: Seat = { ...seat, connection, connectedAtMs };
  const seats = withSide(game.seats, side, moved);
  // Whoever is asked whether he is there has just said so, unless it is too late.
  const there = caller.atMs > game.deadlineMs ? game : withoutClaim(game, side, caller.atMs);
  const after: Game = { ...there, seats, version: game.version + 1 };
  const answers = there.claim === game.claim ? null : side;
  return { kind: 'store', before: game, after, value: { game: after, answers } };
}
