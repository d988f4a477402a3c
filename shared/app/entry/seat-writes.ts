import { type Arena, shardOf } from '../../arena/arena.ts';
import { changeRow, type Row } from '../../arena/row.ts';
import type { PlayerId } from '../../core/ids.ts';
import { displayed, type Rating } from '../../game/glicko.ts';
import type { Attendance, Participation, SeatClaim } from '../entities.ts';
import type { Write } from '../ports.ts';

/** The first time in an arena: a row, one place less, and something to remember it by. */
export function firstSeat(arena: Arena, row: Row): readonly Write[] {
  const { player } = row;
  const { id, startsAtMs, endsAtMs: keptFromMs } = arena;
  return [
    { op: 'create', entity: row, keptFromMs },
    takePlace(arena, row.place),
    {
      op: 'create',
      entity: { type: 'participation', player, arena: id, version: 0, startsAtMs },
      keptFromMs,
    },
  ];
}

/** The parts are as large as each other, but for the rest of the division. */
function takePlace({ id, playersMax, shards }: Arena, part: number): Write {
  const max = Math.floor(playersMax / shards) + (part < playersMax % shards ? 1 : 0);
  return { op: 'take', counter: placesOf(id, part), max };
}

const placesOf = (arena: Arena['id'], part: number): Attendance => ({
  ...{ type: 'attendance', arena, part, version: 0 },
});

/** Nothing of him is left in the arena, and his place is free. */
export const withoutTrace = (row: Row, participation: Participation | null): readonly Write[] => [
  { op: 'delete', entity: row },
  { op: 'giveBack', counter: placesOf(row.arena, row.place) },
  ...(participation === null ? [] : [{ op: 'delete', entity: participation } as const]),
];

/** The seat in this arena after whatever seat he had. */
export const nextClaim = (
  seat: SeatClaim | null,
  player: PlayerId,
  { id, shards }: Arena,
): SeatClaim => ({
  type: 'seat',
  player,
  version: seat === null ? 0 : seat.version + 1,
  arena: id,
  shard: shardOf(player, shards),
});

/** He sits nowhere. The claim stays: its versions go on, see `SeatClaim`. */
export const freeSeat = (seat: SeatClaim): Write => ({
  op: 'update',
  before: seat,
  after: { ...seat, version: seat.version + 1, arena: null },
});

export const claimSeat = (seat: SeatClaim | null, after: SeatClaim): Write =>
  seat === null ? { op: 'create', entity: after } : { op: 'update', before: seat, after };

/** The old row is written even where nothing changes, so that a pairing of it cannot slip in. */
export function leaveSeat(left: Row): Write {
  const after = changeRow(left, { seated: false, state: 'idle', why: 'unseated' });
  return { op: 'update', before: left, after };
}

/** Meanwhile he may have played elsewhere. */
export const seatAgain = (row: Row, glicko: Rating): Row =>
  changeRow(row, { seated: true, glicko, rating: displayed(glicko), why: 'seated' });
