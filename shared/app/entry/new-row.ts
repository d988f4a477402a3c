import { type Arena, shardOf } from '../../arena/arena.ts';
import type { Row } from '../../arena/row.ts';
import { displayed, type Rating } from '../../game/glicko.ts';
import type { Profile, SeatClaim } from '../entities.ts';
import type { Caller } from '../ports.ts';

/** No row is written as often as this. */
const ROW_VERSIONS = 2 ** 20;

/**
 * Who has left without a trace may come again: his new row must not be taken for the old one by
 * whoever has read that, so its versions begin beyond all that have been.
 */
const firstVersion = (claim: SeatClaim): number => claim.version * ROW_VERSIONS;

/** What a row begins with. */
export interface Beginning {
  readonly profile: Profile;
  readonly glicko: Rating;
  readonly partsTaken: number;
  /** His claim to the seat in it. */
  readonly claim: SeatClaim;
}

/** The row of somebody who has none in this arena. */
export function newRow(
  caller: Caller,
  arena: Arena,
  { profile, glicko, partsTaken, claim }: Beginning,
): Row {
  const shard = shardOf(caller.player, arena.shards);
  return {
    type: 'row',
    arena: arena.id,
    shard,
    place: (shard + partsTaken) % arena.shards,
    player: caller.player,
    version: firstVersion(claim),
    why: 'entered',
    name: profile.name,
    rating: displayed(glicko),
    glicko,
    joinedRating: displayed(glicko),
    joinedAtMs: caller.nowMs,
    state: 'idle',
    game: null,
    seated: true,
    readySinceMs: null,
    leaseUntilMs: null,
    wish: false,
    paused: false,
    removed: false,
    removal: null,
    connection: caller.connection,
    connectedAtMs: caller.connectedAtMs,
    paidOffAtMs: 0,
    log: [],
    scoredAtMs: null,
  };
}
