import type { Row } from '../../arena/row.ts';
import type { PlayerId } from '../../core/ids.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { ErasureView } from '../../protocol/privacy-view.ts';
import { ATTEMPTS_MAX } from '../change.ts';
import type { Guest, Profile, SeatClaim } from '../entities.ts';
import { leaveSeat } from '../entry/seat-writes.ts';
import type { Clocked, Ports, Store, Write } from '../ports.ts';
import type { Erasure } from '../records.ts';
import { pseudonymOf } from './pseudonym.ts';

export type RequestPorts = Pick<Ports, 'store' | 'push' | 'now'> & Clocked;

/**
 * Stores that a player is to be forgotten, and takes his profile away and the seat from under him,
 * all in one: from then on nobody can pair him, and he cannot enter before all is done. The rest is
 * done by whoever looks at what is stored here. Whoever has never been here has been forgotten.
 * Refusals: gameRunning, busy.
 */
export async function requestErasure(
  ports: RequestPorts,
  player: PlayerId,
): Promise<Result<ErasureView, Refusal>> {
  const { store, queues, push, now } = ports;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const known = await knownOf(store, player);
    const { profile, row, erasure } = known;
    const view = { player, name: pseudonymOf(player) };
    if (profile === null) return ok({ ...view, done: erasure === null });
    if (row?.state === 'play') return err(refuse('gameRunning'));
    const commit = await store.commit(writesOf(known, profile, now()));
    if (commit.kind !== 'stored') continue;
    await queues.clock({ t: 'erase', player }, 0);
    const connection = row?.connection ?? null;
    if (row !== null && connection !== null) {
      await push.send(connection, { t: 'left', arena: row.arena, condition: null, expected: null });
    }
    return ok({ ...view, done: false });
  }
  return err(refuse('busy'));
}

interface Known {
  readonly player: PlayerId;
  readonly seat: SeatClaim | null;
  /** Where he sits; null: nowhere. */
  readonly row: Row | null;
  readonly profile: Profile | null;
  readonly guest: Guest | null;
  readonly erasure: Erasure | null;
}

async function knownOf(store: Store, player: PlayerId): Promise<Known> {
  const [seat, profile, guest, erasure] = await Promise.all([
    store.seat(player),
    store.profile(player),
    store.guest(player),
    store.erasure(player),
  ]);
  const arena = seat?.arena ?? null;
  const row =
    seat === null || arena === null ? null : await store.rowAt({ ...seat, arena }, 'consistent');
  return { player, seat, row, profile, guest, erasure };
}

/**
 * The claim to a seat is written even where he has none. Whoever enters has read the claim first
 * and the profile after it, so with the profile that is gone now he cannot store his new claim.
 */
function writesOf(
  { player, seat, row, guest, erasure }: Known,
  profile: Profile,
  nowMs: number,
): readonly Write[] {
  const wish: Erasure = {
    ...{ type: 'erasure', player, version: erasure === null ? 0 : erasure.version + 1 },
    ...{ askedAtMs: nowMs, stage: 'sources', after: null, dueAtMs: nowMs },
  };
  const claim: SeatClaim =
    seat === null
      ? { type: 'seat', player, version: 0, arena: null, shard: 0 }
      : { ...seat, version: seat.version + 1, arena: null };
  return [
    { op: 'delete', entity: profile },
    erasure === null
      ? { op: 'create', entity: wish }
      : { op: 'update', before: erasure, after: wish },
    seat === null ? { op: 'create', entity: claim } : { op: 'update', before: seat, after: claim },
    ...(row?.seated ? [leaveSeat(row)] : []),
    ...(guest === null ? [] : [{ op: 'delete', entity: guest } as const]),
  ];
}
