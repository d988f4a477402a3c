import type { Arena } from '../arena/arena.ts';
import { isSuperseded, onLine, pause, resume, returnToLobby } from '../arena/presence.ts';
import type { Row } from '../arena/row.ts';
import type { GameId } from '../core/ids.ts';
import { type Rate, take } from '../core/rate.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { type Game, sideOf } from '../game/game.ts';
import { viewArena, viewSeat } from '../protocol/arena-view.ts';
import type { ArenaMessage } from '../protocol/client-message.ts';
import { type GameView, viewGame } from '../protocol/game-view.ts';
import type { ServerMessage } from '../protocol/server-message.ts';
import { viewStanding } from '../protocol/table-view.ts';
import { type Change, change, find } from './change.ts';
import { takeSeat } from './enter.ts';
import { type LeavePorts, leaveArena } from './entry/leave-arena.ts';
import { dismiss, followPlayer } from './follow.ts';
import type { Caller, Ports, Read } from './ports.ts';

/** Words of one player in the lobby that are stored. */
export const WORDS: Rate = { burst: 20, everyMs: 1_000 };

type LobbyPorts = Pick<Ports, 'tables'> & LeavePorts;

/**
 * One message of a player about his place in an arena. It is answered with the whole state, whether
 * it changed something or not: a client that was behind is up to date afterwards.
 */
export async function visitLobby(
  ports: LobbyPorts,
  caller: Caller,
  message: ArenaMessage,
): Promise<ServerMessage> {
  const arena = await find((read) => ports.store.arena(message.arena, read));
  if (arena === null) return refused(refuse('noSuchArena', { field: 'arena' }));
  if (message.t === 'leave') return leaveArena(ports, caller, arena);
  if (message.t === 'enter') {
    const entered = await takeSeat(ports, caller, arena, message.password);
    if (!entered.ok) return refused(entered.error);
  }
  const changed = await change<Row, Visit>(
    ports.store,
    (read) => ports.store.row(arena, caller.player, read),
    (row) => decide(row, caller, message, arena),
  );
  if (changed.kind === 'refused') return refused(changed.refusal);
  const { before, after } = changed.value;
  if (isSuperseded(after, caller)) return { t: 'bye', code: 'superseded' };
  const old = before.connection;
  if (old !== null && old !== caller.connection) await dismiss(ports, old);
  if (message.t !== 'hello') return answer(ports, caller, arena, after, 'eventual');
  const [state, ended, order] = await Promise.all([
    answer(ports, caller, arena, after, 'consistent'),
    endedSince(ports, after, message.game ?? null),
    ports.tables.order(arena.id),
  ]);
  return { ...state, ended, table: order === null ? null : viewStanding(order, after.player) };
}

type StayMessage = Exclude<ArenaMessage, { readonly t: 'leave' }>;

interface Visit {
  readonly before: Row;
  readonly after: Row;
}

function decide(
  row: Row | null,
  caller: Caller,
  message: StayMessage,
  arena: Arena,
): Change<Row, Visit> {
  if (row === null) return { kind: 'refused', refusal: refuse('notEntered', { field: 'arena' }) };
  const after = isSuperseded(row, caller)
    ? row
    : onLine(row, caller, (own) => step(own, caller, message, arena));
  if (after === row) return { kind: 'keep', value: { before: row, after } };
  const taken = take(row.paidOffAtMs, caller.nowMs, WORDS);
  if (taken.kind === 'empty')
    return { kind: 'refused', refusal: refuse('slowDown', { retryInMs: taken.retryInMs }) };
  const value = { before: row, after: { ...after, paidOffAtMs: taken.paidOffAtMs } };
  return { kind: 'store', ...value, value };
}

function step(row: Row, caller: Caller, message: StayMessage, arena: Arena): Row {
  switch (message.t) {
    case 'hello':
    case 'enter':
      return row;
    case 'lobby':
      return caller.nowMs < arena.endsAtMs && arena.state !== 'cancelled'
        ? returnToLobby(row, message.after, caller.nowMs, arena.startsAtMs)
        : row;
    case 'pause':
      return pause(row);
    case 'resume':
      return resume(row);
  }
}

async function answer(
  ports: LobbyPorts,
  caller: Caller,
  arena: Arena,
  row: Row,
  read: Read,
): Promise<StateMessage> {
  const found = row.game === null ? null : await findGame(ports, row.game, read);
  const game = found === null ? null : await followPlayer(ports, caller, found);
  return {
    t: 'state',
    nowMs: caller.nowMs,
    arena: viewArena(arena),
    you: viewSeat(arena, row),
    game: game === null ? null : viewGame(game),
    ended: null,
    table: null,
  };
}

/** The game that a client still shows, when the arena is done with it: how it has ended. */
async function endedSince(
  { store }: LobbyPorts,
  row: Row,
  shown: GameId | null,
): Promise<GameView | null> {
  if (shown === null || shown === row.game) return null;
  // An older version of it may still run, and would be believed.
  const game = await store.game(shown, 'consistent');
  const isHis = game?.arena === row.arena && sideOf(game, row.player) !== null;
  return isHis && game.state === 'done' ? viewGame(game) : null;
}

type StateMessage = Extract<ServerMessage, { readonly t: 'state' }>;

const findGame = ({ store }: LobbyPorts, id: GameId, least: Read): Promise<Game | null> =>
  least === 'consistent' ? store.game(id, least) : find((read) => store.game(id, read));

const refused = (refusal: Refusal): ServerMessage => ({ t: 'refused', ...refusal });
