import { present } from '../core/assert.ts';
import type { ArenaId, ConnectionId, PlayerId } from '../core/ids.ts';
import type { Rating } from '../game/glicko.ts';
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
  readonly glicko: Rating;
  /** Half points so far. */
  readonly points: number;
  readonly onFire: boolean;
  readonly joinedAtMs: number;
  readonly readySinceMs: number;
  /** As of the last look: a renewal wakes nobody, so the row may know a later one. */
  readonly leaseUntilMs: number;
  readonly connection: ConnectionId;
  readonly connectedAtMs: number;
  readonly lastOpponent: PlayerId | null;
  readonly sides: SideHistory;
  readonly gameNumber: number;
  /** What he was last told of his waiting; null: nothing yet. */
  readonly told: Wait | null;
}

/**
 * `odd`: nobody is left for him; `onlyLastOpponent`: only whom he has just met; `noOneClose`:
 * nobody near enough yet; `pairingClosed`: the arena pairs no more.
 */
export const WAIT_REASONS = ['noOneClose', 'onlyLastOpponent', 'odd', 'pairingClosed'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Why a player waits, and when he may meet more of the others (epoch ms; null: no such time). */
export interface Wait {
  readonly reason: WaitReason;
  readonly widensAtMs: number | null;
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
  /** The first wave is still to be paired, or to be finished. */
  readonly firstWave: boolean;
  /** A clock message will look again at this instant, so nobody else has to send one. */
  readonly lookAtMs: number;
}

/** The ticket of a row, or null when it is not ready or cannot be told of a game. */
export function ticketOf(arena: Arena, row: Row): Ticket | null {
  if (row.state !== 'ready' || !row.seated || row.connection === null) return null;
  const { points, onFire } = buildSheet(arena, row.log);
  return {
    player: row.player,
    shard: row.shard,
    name: row.name,
    rating: row.rating,
    glicko: row.glicko,
    points,
    onFire,
    joinedAtMs: row.joinedAtMs,
    readySinceMs: present(row.readySinceMs, 'instant since which a ready row is ready'),
    leaseUntilMs: present(row.leaseUntilMs, 'lease of a ready row'),
    connection: row.connection,
    connectedAtMs: row.connectedAtMs,
    lastOpponent: row.log.at(-1)?.opponent ?? null,
    sides: sideHistory(row.log),
    gameNumber: row.log.length + 1,
    told: null,
  };
}

/** The tickets with newer ones replacing older ones of the same players. */
export function mergeTickets(known: readonly Ticket[], fresh: readonly Ticket[]): Ticket[] {
  const byPlayer = new Map(known.map((ticket) => [ticket.player, ticket]));
  for (const ticket of fresh) {
    const older = byPlayer.get(ticket.player);
    // Stream records come late and out of order: the later return to the lobby is the true one.
    if (older === undefined) byPlayer.set(ticket.player, ticket);
    else if (isNewer(ticket, older)) byPlayer.set(ticket.player, remember(ticket, older));
  }
  return [...byPlayer.values()];
}

/** The tickets without those whose players have given up this very waiting. */
export const withoutGivenUp = (tickets: readonly Ticket[], rows: readonly Row[]): Ticket[] =>
  tickets.filter(
    (ticket) =>
      !rows.some(
        ({ player, state, readySinceMs }) =>
          player === ticket.player && state === 'idle' && readySinceMs === ticket.readySinceMs,
      ),
  );

/** What was told on a line that is gone has not been told. */
const remember = (ticket: Ticket, older: Ticket): Ticket =>
  ticket.connection === older.connection && ticket.readySinceMs === older.readySinceMs
    ? { ...ticket, told: older.told }
    : ticket;

const isNewer = (a: Ticket, b: Ticket): boolean =>
  a.gameNumber !== b.gameNumber ? a.gameNumber > b.gameNumber : a.leaseUntilMs >= b.leaseUntilMs;

/** By points, before any game by rating; then who joined first. */
export const compareByPoints = (a: Ticket, b: Ticket): number =>
  b.points - a.points ||
  b.rating - a.rating ||
  a.joinedAtMs - b.joinedAtMs ||
  (a.player < b.player ? -1 : 1);

/** Who has waited longest comes first. */
export const byReadiness = (a: Ticket, b: Ticket): number =>
  a.readySinceMs - b.readySinceMs || (a.player < b.player ? -1 : 1);

/** Pairing looks again this soon while players wait that could not be paired. */
export const LOOK_AGAIN_MS = 1_000;
/** One alone cannot be paired before another wakes the pairing, but hears when it closes. */
export const LOOK_ALONE_MS = 600_000;

/**
 * The next version of a pool that keeps these tickets, the longest waiting if not all of them, due
 * for another look while anybody waits; it closes at `closesAtMs`.
 */
export function keepTickets(
  pool: Pool,
  tickets: readonly Ticket[],
  nowMs: number,
  closesAtMs: number,
): Pool {
  const overflow = tickets.length > POOL_TICKETS_MAX;
  return {
    ...pool,
    version: pool.version + 1,
    tickets: overflow ? tickets.toSorted(byReadiness).slice(0, POOL_TICKETS_MAX) : tickets,
    overflow,
    lookAtMs: nextLookMs(pool, tickets.length, nowMs, closesAtMs),
  };
}

/** A message may come this much early by another function's clock: it never relies on itself. */
const LOOK_SKEW_MS = 500;

/**
 * When to look again: a look that is under way and comes in time need not be asked for. Where
 * pairing has closed meanwhile that is at once: those who wait are still to be told.
 */
function nextLookMs(pool: Pool, waiting: number, nowMs: number, closesAtMs: number): number {
  if (waiting === 0) return pool.lookAtMs;
  const afterMs = waiting > 1 ? LOOK_AGAIN_MS : LOOK_ALONE_MS;
  const wantedMs = Math.max(nowMs, Math.min(nowMs + afterMs, closesAtMs));
  const isUnderWay = pool.lookAtMs > nowMs + LOOK_SKEW_MS && pool.lookAtMs <= wantedMs;
  if (isUnderWay) return pool.lookAtMs;
  // Another instant is another message.
  return wantedMs === pool.lookAtMs ? wantedMs + 1 : wantedMs;
}

/** The pool in the middle of a run that others may have to finish: its rows say who waits. */
export const unfinishedPool = (pool: Pool): Pool => ({
  ...pool,
  version: pool.version + 1,
  tickets: [],
  overflow: true,
});

/** From here on no pairing can be stored: each one is written together with the pool. */
export const closePool = (pool: Pool): Pool => ({
  ...pool,
  open: false,
  tickets: [],
  version: pool.version + 1,
});

/** The pool of an arena that has just opened: everybody who is ready is still to be read. */
export const openPool = (arena: ArenaId): Pool => ({
  type: 'pool',
  arena,
  version: 0,
  open: true,
  tickets: [],
  overflow: true,
  firstWave: true,
  lookAtMs: 0,
});
