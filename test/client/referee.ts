import { onLine, pause, resume, returnToLobby } from '../../shared/arena/presence.ts';
import { changeRow, type Row } from '../../shared/arena/row.ts';
import { scoreRow } from '../../shared/arena/score.ts';
import { buildSheet } from '../../shared/arena/sheet.ts';
import { connectionId } from '../../shared/core/ids.ts';
import { applyCommand } from '../../shared/game/apply-command.ts';
import type { Command } from '../../shared/game/command.ts';
import type { Game } from '../../shared/game/game.ts';
import { viewArena, viewSeat } from '../../shared/protocol/arena-view.ts';
import {
  type ArenaMessage,
  type ClientMessage,
  isGameMessage,
} from '../../shared/protocol/client-message.ts';
import { viewGame } from '../../shared/protocol/game-view.ts';
import { gameNews, type ServerMessage } from '../../shared/protocol/server-message.ts';
import { viewLastScore } from '../../shared/protocol/table-view.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { newGame } from '../game/board.ts';
import { anIdleRow, anOpenArena, gameId, playerId } from '../support/builders.ts';
import { START_MS } from './network.ts';

export const ME = playerId(1);
export const ARENA = anOpenArena({
  startsAtMs: START_MS - 60_000,
  endsAtMs: START_MS + 5_400_000,
});

/** One arena with the player who is tested, decided by the product; a test plays the other one. */
export interface Referee {
  row: Row | null;
  game: Game | null;
  readonly answer: (message: ClientMessage, nowMs: number) => ServerMessage;
  /** `shown`: the game that the client named. */
  readonly state: (nowMs: number, shown?: string | null) => ServerMessage;
  /** A new game, of which the player moves first unless told otherwise. */
  readonly pair: (nowMs: number, mine?: Side) => ServerMessage;
  readonly opponent: (command: Command, nowMs: number) => ServerMessage;
  readonly score: (nowMs: number) => ServerMessage;
}

export function createReferee(): Referee {
  let games = 0;
  let mine: Side = 'first';

  const state: Referee['state'] = (nowMs, shown) => {
    if (referee.row === null) return { t: 'refused', code: 'notEntered', field: 'arena' };
    const { game, row } = referee;
    const you = viewSeat(ARENA, row);
    const view = game === null ? null : viewGame(game);
    const [running, ended] = row.game === game?.id ? [view, null] : [null, view];
    const arena = viewArena(ARENA);
    return {
      ...{ t: 'state', nowMs, arena, you, game: running, table: null },
      ended: ended?.id === shown && ended?.end != null ? ended : null,
    };
  };

  const play = (side: Side, command: Command, nowMs: number): ServerMessage => {
    const { game } = referee;
    if (game === null) return { t: 'refused', code: 'noSuchGame' };
    const decision = applyCommand(game, side, command, { atMs: nowMs, nowMs });
    if (decision.kind === 'refused') return { t: 'refused', ...decision.refusal };
    if (decision.kind === 'progress') referee.game = decision.game;
    return gameNews(referee.game ?? game, decision.event);
  };

  const referee: Referee = {
    row: anIdleRow(1),
    game: null,
    state,
    answer: (message, nowMs) => {
      if (isGameMessage(message)) return play(mine, message, nowMs);
      if (message.t === 'enter') referee.row ??= anIdleRow(1);
      if (message.t === 'leave') referee.row = null;
      if (message.t === 'leave') return LEFT;
      const line = { connection: connectionId('c'), connectedAtMs: nowMs };
      if (referee.row !== null) {
        referee.row = onLine(referee.row, line, (row) => step(row, message, nowMs));
      }
      return state(nowMs, message.t === 'hello' ? message.game : null);
    },
    pair: (nowMs, side = 'first') => {
      games += 1;
      mine = side;
      const seats = newGame().seats;
      const [me, other] = [seats.first, seats.second];
      const game = newGame({
        ...{ id: gameId(games), arena: ARENA.id, startedAtMs: nowMs, endsAtMs: ARENA.endsAtMs },
        seats: side === 'first' ? seats : { first: other, second: me },
      });
      referee.game = game;
      const row = referee.row ?? anIdleRow(1);
      referee.row = changeRow(row, { state: 'play', game: game.id, why: 'paired' });
      return { t: 'paired', nowMs, game: viewGame(game) };
    },
    opponent: (command, nowMs) => play(mine === 'first' ? 'second' : 'first', command, nowMs),
    score: (nowMs) => {
      const { row, game } = referee;
      if (row === null || game?.state !== 'done') throw new Error('nothing to score');
      const scored = scoreRow(row, game, nowMs) ?? row;
      referee.row = scored;
      return {
        ...{ t: 'scored', arena: ARENA.id, ...viewLastScore(buildSheet(ARENA, scored.log)) },
        ...{ paused: scored.paused, rank: null, players: 2, leaders: [], endsInMs: 1 },
      };
    },
  };
  return referee;
}

const LEFT = { t: 'left', arena: ARENA.id, condition: null, expected: null } as const;

function step(row: Row, message: ArenaMessage, nowMs: number): Row {
  switch (message.t) {
    case 'lobby':
      return returnToLobby(row, message.after, nowMs, ARENA.startsAtMs);
    case 'pause':
      return pause(row);
    case 'resume':
      return resume(row);
    default:
      return row;
  }
}
