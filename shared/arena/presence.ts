import type { ConnectionId, GameId } from '../core/ids.ts';
import { changeRow, freeSince, LEASE_MS, lastGameOf, PLACE_KEPT_MS, type Row } from './row.ts';

/** Who speaks: the connection of a message and when it was opened. */
export interface Line {
  readonly connection: ConnectionId;
  readonly connectedAtMs: number;
}

/** Whether a newer connection of the player has taken his row over. */
export const isSuperseded = (row: Row, line: Line): boolean =>
  row.connection !== line.connection && row.connectedAtMs > line.connectedAtMs;

/** The row on this connection, or the same row where it is already. */
export function connect(row: Row, line: Line): Row {
  if (row.connection === line.connection) return row;
  // A waiting ticket names the connection, so a ready player must be looked at anew.
  return changeRow(row, { ...line, why: row.state === 'ready' ? 'ready' : 'connected' });
}

/** A step of a player on this connection: both changes in one version, and one reason. */
export function onLine(row: Row, line: Line, step: (row: Row) => Row): Row {
  const connected = connect(row, line);
  const next = step(connected);
  if (connected === row || next === connected) return next;
  return { ...next, version: row.version + 1, why: next.state === 'ready' ? 'ready' : next.why };
}

/** The row without this connection, or the same row when another one has taken over. */
export function disconnect(row: Row, connection: ConnectionId): Row {
  if (row.connection !== connection) return row;
  return changeRow(row, { connection: null, why: 'disconnected' });
}

/**
 * The lobby return of a player who last played `after`: while that game runs or waits for its
 * scoring a wish, which holds as long as a lease; ready once it is scored; a longer lease when he
 * is ready. Anything else changes nothing (the same row comes back): the client was behind, and is
 * answered with the state.
 */
export function returnToLobby(
  row: Row,
  after: GameId | null,
  nowMs: number,
  startsAtMs: number,
): Row {
  if (row.paused || row.removed || !row.seated) return row;
  if (row.state === 'play') {
    const holds = row.wish && nowMs < (row.leaseUntilMs ?? 0) - LEASE_MS / 2;
    if (row.game !== after || holds) return row;
    const leaseUntilMs = leaseFrom(nowMs, startsAtMs);
    return changeRow(row, { wish: true, leaseUntilMs, why: 'wish' });
  }
  if (lastGameOf(row) !== after) return row;
  return row.state === 'ready' ? renew(row, nowMs, startsAtMs) : makeReady(row, nowMs, startsAtMs);
}

function makeReady(row: Row, nowMs: number, startsAtMs: number): Row {
  const leaseUntilMs = leaseFrom(nowMs, startsAtMs);
  const readySinceMs = freeSince(row.log.at(-1), nowMs);
  return changeRow(row, { state: 'ready', readySinceMs, leaseUntilMs, why: 'ready' });
}

/** From the gateway to the store: timeout and a difference of clocks. */
const RENEWAL_MS_MAX = 5_000;

/** A renewal wakes nobody, unless the lease may have lapsed and the ticket be gone. */
function renew(row: Row, nowMs: number, startsAtMs: number): Row {
  const lapsedAtMs = row.leaseUntilMs ?? 0;
  // A wish may be older than the game took: then he is away since he is ready.
  const awaySinceMs = Math.max(lapsedAtMs, row.readySinceMs ?? 0);
  if (nowMs >= awaySinceMs + PLACE_KEPT_MS) return makeReady(row, nowMs, startsAtMs);
  const leaseUntilMs = leaseFrom(nowMs, startsAtMs);
  // By the time this is stored the pairing may have found the old lease lapsed.
  const isLate = lapsedAtMs <= nowMs + RENEWAL_MS_MAX;
  return changeRow(row, { leaseUntilMs, why: isLate ? 'ready' : 'lease' });
}

/** One lobby return before the start is enough to be in the first wave. */
export const leaseFrom = (nowMs: number, startsAtMs: number): number =>
  Math.max(nowMs, startsAtMs) + LEASE_MS;

/** Not paired any more; a running game goes on. */
export function pause(row: Row): Row {
  if (row.paused) return row;
  const state = row.state === 'ready' ? 'idle' : row.state;
  return changeRow(row, { paused: true, wish: false, state, why: 'paused' });
}

/** Back from a pause; to be paired he returns to the lobby. */
export const resume = (row: Row): Row =>
  row.paused ? changeRow(row, { paused: false, why: 'resumed' }) : row;
