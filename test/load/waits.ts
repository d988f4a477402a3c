import { rowCodec } from '../../functions/aws/arena-item.ts';
import type { Item } from '../../functions/aws/codec.ts';
import { orderCodec } from '../../functions/aws/table-item.ts';
import type { TableOrder } from '../../shared/app/tables.ts';
import { type Arena, pairingEndsAtMs } from '../../shared/arena/arena.ts';
import { areClose, mayMeet } from '../../shared/arena/closeness.ts';
import { fieldOf } from '../../shared/arena/field.ts';
import { type Ticket, ticketOf } from '../../shared/arena/pool.ts';
import { type Candidate, candidateOf } from '../../shared/arena/reach.ts';
import { isPresent, type Row } from '../../shared/arena/row.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { StoredChange } from './recorder.ts';

/** How long acceptable pairs have waited in one arena, all in ms. */
export interface Waits {
  /** By seat: since he has always had another waiting player who is acceptable to him. */
  readonly seats: number[];
  /** By pair: since the two are acceptable, until one of them is paired with whomever. */
  readonly pairs: number[];
  /** From his return to the lobby, by seat, acceptable or not. */
  readonly lobby: number[];
  /** From the opening of the arena, by seat. */
  readonly firstWave: number[];
}

/** Reaches widen with time alone: it is looked at least so often. */
const LOOK_MS = 100;

/**
 * Replays what was stored in an arena and judges with the pairing's own rule who was acceptable to
 * whom, on the rows and on the last stored order of the table, without its clock and its batches.
 */
export function measureWaits(arena: Arena, changes: readonly StoredChange[]): Waits {
  const replay = createReplay(arena);
  const own = changes.filter((change) => 'arena' in change && change.arena === arena.id);
  let lookAtMs = Number.POSITIVE_INFINITY;
  for (const [index, change] of own.entries()) {
    for (; lookAtMs < change.atMs; lookAtMs += LOOK_MS) replay.look(lookAtMs);
    replay.take(change);
    if (change.kind === 'opened') lookAtMs = change.atMs;
    if (own[index + 1]?.commit !== change.commit) replay.look(change.atMs);
  }
  return replay.waits;
}

interface Replay {
  readonly waits: Waits;
  readonly take: (change: StoredChange) => void;
  readonly look: (nowMs: number) => void;
}

function createReplay(arena: Arena): Replay {
  const waits: Waits = { seats: [], pairs: [], lobby: [], firstWave: [] };
  const ready = new Map<PlayerId, { readonly row: Row; readonly ticket: Ticket }>();
  const seats = new Map<PlayerId, number>();
  const pairs = new Map<string, number>();
  const closesAtMs = pairingEndsAtMs(arena);
  let order: TableOrder | null = null;
  let openedAtMs: number | null = null;

  const takeRow = (row: Row, atMs: number): void => {
    const { player } = row;
    const was = ready.get(player);
    const ticket = ticketOf(arena, row);
    ready.delete(player);
    if (ticket !== null) ready.set(player, { row, ticket });
    if (row.state !== 'play' || was === undefined) return;
    const sinceMs = seats.get(player) ?? atMs;
    if (sinceMs === openedAtMs) waits.firstWave.push(atMs - sinceMs);
    else {
      waits.seats.push(atMs - sinceMs);
      waits.lobby.push(atMs - Math.max(was.ticket.readySinceMs, openedAtMs ?? 0));
    }
    seats.delete(player);
    for (const [pair, pairSinceMs] of pairs) {
      if (!pair.split(' ').includes(player)) continue;
      if (sinceMs !== openedAtMs) waits.pairs.push(atMs - pairSinceMs);
      pairs.delete(pair);
    }
  };

  return {
    waits,
    take: (change) => {
      if (change.kind === 'opened') openedAtMs = change.atMs;
      else if (change.kind === 'order') order = orderCodec.decode(change.item as unknown as Item);
      else if (change.kind === 'row') {
        takeRow(rowCodec.decode(change.item as unknown as Item), change.atMs);
      }
    },
    look: (nowMs) => {
      if (openedAtMs === null || nowMs >= closesAtMs) return leave(waits, seats, pairs, nowMs);
      const present = [...ready.values()].filter(({ row }) => isPresent(row, nowMs));
      const acceptable = acceptablePairs(
        arena,
        order,
        present.map(({ ticket }) => ticket),
        nowMs,
      );
      keepSince(pairs, new Set(acceptable.map(([a, b]) => keyOf(a, b))), nowMs);
      keepSince(seats, new Set(acceptable.flat()), nowMs);
    },
  };
}

/** Who waits when pairing closes has waited at least so long; short waits say nothing. */
const SAYS_SOMETHING_MS = 2_000;

function leave(
  waits: Waits,
  seats: Map<PlayerId, number>,
  pairs: Map<string, number>,
  nowMs: number,
): void {
  for (const [since, list] of [[seats, waits.seats] as const, [pairs, waits.pairs] as const]) {
    for (const sinceMs of since.values()) {
      if (nowMs - sinceMs > SAYS_SOMETHING_MS) list.push(nowMs - sinceMs);
    }
    since.clear();
  }
}

const keyOf = (a: PlayerId, b: PlayerId): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Those of `now` with the instant since which they are there without a gap. */
function keepSince<K>(since: Map<K, number>, now: ReadonlySet<K>, nowMs: number): void {
  for (const key of since.keys()) if (!now.has(key)) since.delete(key);
  for (const key of now) if (!since.has(key)) since.set(key, nowMs);
}

function acceptablePairs(
  { policy }: Arena,
  order: TableOrder | null,
  tickets: readonly Ticket[],
  nowMs: number,
): [PlayerId, PlayerId][] {
  if (tickets.length < 2) return [];
  const waiting = new Set(tickets.map(({ player }) => player));
  const sight = { policy, nowMs, field: fieldOf(order?.around(nowMs, waiting) ?? null, tickets) };
  const candidates = tickets.map((ticket) => candidateOf(sight, ticket));
  const meet = (a: Candidate, b: Candidate): boolean =>
    mayMeet(sight, a.ticket, b.ticket) && areClose(sight, a, b);
  return candidates.flatMap((a, place) =>
    candidates
      .slice(place + 1)
      .filter((b) => meet(a, b))
      .map((b): [PlayerId, PlayerId] => [a.ticket.player, b.ticket.player]),
  );
}
