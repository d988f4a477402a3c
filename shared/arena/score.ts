import { present } from '../core/assert.ts';
import type { GameId, PlayerId } from '../core/ids.ts';
import { type DoneGame, type LiveGame, sideOf } from '../game/game.ts';
import { displayed } from '../game/glicko.ts';
import { ratingsAfter } from '../game/ratings.ts';
import type { Side } from '../rules/rules.ts';
import { entryOf } from './log.ts';
import type { Ticket } from './pool.ts';
import { changeRow, freeSince, isPresent, type Row } from './row.ts';

/**
 * The row in its new game, or null when it is not as its ticket says any more. A store that cannot
 * run this states the same as a condition; the contract tests hold the two together.
 */
export function seatRow(row: Row, ticket: Ticket, game: GameId, nowMs: number): Row | null {
  const asTicket =
    isPresent(row, nowMs) &&
    row.connection === ticket.connection &&
    row.readySinceMs === ticket.readySinceMs;
  return asTicket ? changeRow(row, { state: 'play', game, why: 'paired' }) : null;
}

/**
 * The row after this game, or null when it is scored already: only a row that still plays this very
 * game takes it. Scoring is what frees a player; nothing else can pair him before. A wish makes him
 * ready, present as long as his last word in the lobby says: a phone that is silent since then is
 * not paired.
 */
export function scoreRow(row: Row, game: DoneGame, nowMs: number): Row | null {
  if (row.state !== 'play' || row.game !== game.id) return null;
  const side = sideFor(game, row.player);
  const paused = row.paused || (game.ending === 'noShow' && game.winner !== side);
  const readyAgain = row.wish && !paused && !row.removed;
  const glicko = ratingsAfter(game)?.[side] ?? row.glicko;
  return changeRow(row, {
    glicko,
    rating: displayed(glicko),
    state: readyAgain ? 'ready' : 'idle',
    why: readyAgain ? 'scoredReady' : 'scored',
    game: null,
    wish: false,
    paused,
    readySinceMs: readyAgain ? freeSince(game, nowMs) : row.readySinceMs,
    log: [...row.log, entryOf(game, side)],
    scoredAtMs: nowMs,
  });
}

/**
 * The row after its game was voided because the `gone` sides could not be told of it: they are
 * away, the other one keeps his place in the queue. null: the row does not play this game.
 */
export function voidRow(row: Row, game: LiveGame, gone: readonly Side[]): Row | null {
  if (row.state !== 'play' || row.game !== game.id) return null;
  const back = { game: null, wish: false } as const;
  const side = sideFor(game, row.player);
  const away = gone.includes(side);
  // Meanwhile he has come back on another line, and hears of the game there.
  if (away && row.connection !== null && row.connection !== game.seats[side].connection)
    return null;
  if (away) return changeRow(row, { ...back, state: 'idle', connection: null, why: 'voided' });
  if (row.paused || row.removed) return changeRow(row, { ...back, state: 'idle', why: 'voided' });
  return changeRow(row, { ...back, state: 'ready', why: 'ready' });
}

function sideFor(game: DoneGame | LiveGame, player: PlayerId): Side {
  return present(sideOf(game, player), 'side of a player in his own game');
}
