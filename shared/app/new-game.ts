import {
  type Arena,
  abandonClaimMsOf,
  firstMoveMsOf,
  isBerserkable,
  ratedIn,
} from '../arena/arena.ts';
import type { Pair } from '../arena/pairing.ts';
import type { Ticket } from '../arena/pool.ts';
import { chooseSide } from '../arena/sides.ts';
import { type GameId, ID_BYTES, idFromBytes, type PlayerId } from '../core/ids.ts';
import type { LiveGame, Seat } from '../game/game.ts';
import { startGame } from '../game/start.ts';
import type { Ports } from './ports.ts';

/** Where a player stands in the last table; null: not in it. */
export type RankOf = (player: PlayerId) => number | null;

/** The game of two waiting players, by the arena's rules; nothing is stored yet. */
export function newGame(
  { random, now }: Pick<Ports, 'random' | 'now'>,
  arena: Arena,
  [a, b]: Pair,
  rankOf: RankOf,
): LiveGame {
  const side = chooseSide(a.sides, b.sides, arena.policy.sideConflict, random);
  const [first, second] = side === 'first' ? [a, b] : [b, a];
  return startGame({
    id: idFromBytes<GameId>(random.bytes(ID_BYTES)),
    arena: arena.id,
    kind: arena.kind,
    seats: { first: seatOf(first, rankOf), second: seatOf(second, rankOf) },
    limitMs: arena.limitMs,
    incrementMs: arena.incrementMs,
    berserkable: isBerserkable(arena),
    rated: ratedIn(arena),
    firstMoveMs: firstMoveMsOf(arena),
    abandonClaimMs: abandonClaimMsOf(arena),
    lagAllowanceMs: arena.policy.lagAllowanceMs,
    // Whatever this clock says: a player's games start in the order in which he plays them.
    startedAtMs: Math.max(now(), a.readySinceMs, b.readySinceMs),
    endsAtMs: arena.endsAtMs,
  });
}

const seatOf = (ticket: Ticket, rankOf: RankOf): Seat => ({
  player: ticket.player,
  name: ticket.name,
  rating: ticket.rating,
  glicko: ticket.glicko,
  rank: rankOf(ticket.player),
  points: ticket.points,
  onFire: ticket.onFire,
  gameNumber: ticket.gameNumber,
  connection: ticket.connection,
  connectedAtMs: ticket.connectedAtMs,
});
