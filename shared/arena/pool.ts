import { present } from '../core/assert.ts';
import type { ArenaId, ConnectionId, PlayerId } from '../core/ids.ts';
import type { Arena } from './arena.ts';
import type { Row } from './row.ts';
import { buildSheet } from './sheet.ts';
import { type SideHistory, sideHistory } from './sides.ts';

/** More waiting players than this are read from their rows instead. */
export const POOL_TICKETS_MAX = 200;

/** A ready player as the pairing sees him: all that a game and the choice of pairs need. */
export interface Ticket {
  readonly player: PlayerId;
  readonly shard: number;
  readonly name: string;
  readonly rating: number;
  /** Half points so far. */
  readonly points: number;
  readonly joinedAtMs: number;
  readonly readySinceMs: number;
  /** As of the last look: a renewal wakes nobody, so the row may know a later one. */
  readonly leaseUntilMs: number;
  readonly connection: ConnectionId;
  readonly connectedAtMs: number;
  readonly lastOpponent: PlayerId | null;
  readonly sides: SideHistory;
  readonly gameNumber: number;
}

/**
 * The waiting players of one arena and the single-writer lock of its pairing: whoever writes the
 * next version has decided on exactly this pool.
 */
export interface Pool {
  readonly type: 'pool';
  readonly arena: ArenaId;
  readonly version: number;
  readonly open: boolean;
  readonly tickets: readonly Ticket[];
  /** More are waiting than the pool holds: read the rows. */
  readonly overflow: boolean;
  /** A clock message will look again at this instant, so nobody else has to send one. */
  readonly lookAtMs: number;
}

/** The ticket of a row, or null when it is not ready or cannot be told of a game. */
export function ticketOf(arena: Arena, row: Row): Ticket | null {
  if (row.state !== 'ready' || !row.seated || row.connection === null) return null;
  return {
    player: row.player,
    shard: row.shard,
    name: row.name,
    rating: row.rating,
    points: buildSheet(arena, row.log).points,
    joinedAtMs: row.joinedAtMs,
    readySinceMs: present(row.readySinceMs, 'instant since which a ready row is ready'),
    leaseUntilMs: present(row.leaseUntilMs, 'lease of a ready row'),
    connection: row.connection,
    connectedAtMs: row.connectedAtMs,
    lastOpponent: row.log.at(-1)?.opponent ?? null,
    sides: sideHistory(row.log),
    gameNumber: row.log.length + 1,
  };
}

/** The tickets with newer ones replacing older ones of the same players. */
export function mergeTickets(known: readonly Ticket[], fresh: readonly Ticket[]): Ticket[] {
  const byPlayer = new Map(known.map((ticket) => [ticket.player, ticket]));
  for (const ticket of fresh) {
    const older = byPlayer.get(ticket.player);
    // Stream records come late and out of order: the later return to the lobby is the true one.
    if (older === undefined || isNewer(ticket, older)) byPlayer.set(ticket.player, ticket);
  }
  return [...byPlayer.values()];
}

const isNewer = (a: Ticket, b: Ticket): boolean =>
  a.gameNumber !== b.gameNumber ? a.gameNumber > b.gameNumber : a.leaseUntilMs >= b.leaseUntilMs;

/** Pairing looks again this soon while players wait that could not be paired. */
export const LOOK_AGAIN_MS = 1_000;

/** The next version of a pool that keeps these tickets, due for another look if two could meet. */
export function keepTickets(pool: Pool, tickets: readonly Ticket[], nowMs: number): Pool {
  const lookAgain = tickets.length > 1 && pool.lookAtMs <= nowMs;
  return {
    ...pool,
    version: pool.version + 1,
    tickets: tickets.slice(0, POOL_TICKETS_MAX),
    overflow: tickets.length > POOL_TICKETS_MAX,
    lookAtMs: lookAgain ? nowMs + LOOK_AGAIN_MS : pool.lookAtMs,
  };
}

/** The pool of an arena that has just opened: everybody who is ready is still to be read. */
export const openPool = (arena: ArenaId): Pool => ({
  type: 'pool',
  arena,
  version: 0,
  open: true,
  tickets: [],
  overflow: true,
  lookAtMs: 0,
});
