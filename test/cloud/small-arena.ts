import type { Arena } from '../../shared/arena/arena.ts';
import { entryOf } from '../../shared/arena/log.ts';
import type { Row } from '../../shared/arena/row.ts';
import { finish } from '../../shared/game/finish.ts';
import { type DoneGame, type Seat, sideOf } from '../../shared/game/game.ts';
import { newRating } from '../../shared/game/glicko.ts';
import { startGame } from '../../shared/game/start.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { anIdleRow, gameId, playerId } from '../support/builders.ts';

/** A finished game of two players. */
export interface Played {
  readonly id: number;
  readonly first: number;
  readonly second: number;
  readonly winner: Side | null;
  readonly plies: number;
  readonly berserk?: Side;
}

const RATING = 1_500;
const GAME_MS = 60_000;

/** Rows 1 to `players` with these games, one after the other; 1 has 100 more rating, 3 less. */
export function smallArena(arena: Arena, players: number, played: readonly Played[]) {
  const games = played.map((one, index) => gameOf(arena, one, index));
  const rows = Array.from({ length: players }, (_, index) => rowOf(arena, index + 1, games));
  return { games, rows };
}

const ratingOf = (who: number): number => RATING + (who === 1 ? 100 : who === 3 ? -100 : 0);

function gameOf(arena: Arena, played: Played, index: number): DoneGame {
  const { id, winner, plies: ply, berserk } = played;
  const started = startGame({
    ...{ id: gameId(id), arena: arena.id, kind: arena.kind, endsAtMs: arena.endsAtMs },
    ...{
      limitMs: arena.limitMs,
      incrementMs: arena.incrementMs,
      berserkable: true,
      rated: 'never',
    },
    seats: { first: seatOf(played.first), second: seatOf(played.second) },
    firstMoveMs: null,
    abandonClaimMs: null,
    lagAllowanceMs: 0,
    startedAtMs: arena.startsAtMs + index * GAME_MS,
  });
  const flags = { first: berserk === 'first', second: berserk === 'second' };
  const endedAtMs = started.startedAtMs + GAME_MS - 1;
  const ending = winner === null ? 'agreement' : 'resign';
  return finish({ ...started, ply, berserk: flags }, { winner, ending, endedAtMs });
}

const seatOf = (who: number): Seat => ({
  player: playerId(who),
  name: `${who}`,
  rating: ratingOf(who),
  glicko: newRating(ratingOf(who)),
  gameNumber: 1,
  ...{ rank: null, points: 0, onFire: false },
  connection: null,
  connectedAtMs: 0,
});

/** `connected` wakes nobody: the tables here are made when the test says so. */
function rowOf(arena: Arena, who: number, games: readonly DoneGame[]): Row {
  const log = games.flatMap((game) => {
    const side = sideOf(game, playerId(who));
    return side === null ? [] : [entryOf(game, side)];
  });
  const ratings = { rating: ratingOf(who), joinedRating: ratingOf(who) };
  const place = { arena: arena.id, joinedAtMs: arena.startsAtMs + who };
  return anIdleRow(who, { ...place, ...ratings, log, why: 'connected', connection: null });
}
