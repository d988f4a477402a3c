import { sha256Hex } from '../core/hash.ts';
import { ID_BYTES, idFromBytes, type PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Guest } from './entities.ts';
import { networkOf } from './network.ts';
import { newProfile, RATING_START, secretText } from './players.ts';
import type { Ports } from './ports.ts';
import { createCounted, hourOf } from './quota.ts';

const DAY_MS = 24 * 3_600_000;

export interface NewGuest {
  readonly id: PlayerId;
  readonly secret: string;
}

/** Where somebody comes from, how many guests may come from there in an hour, and for how long. */
export interface Origin {
  readonly address: string;
  readonly guestsPerHour: number;
  /** Days that a guest is kept. */
  readonly guestDays: number;
}

/**
 * A player without an account; the secret is shown once. Of the address a hash with the hour is
 * kept, until the hour is over. His name goes with his secret. Refusals: tooMany, busy.
 */
export async function createGuest(
  ports: Pick<Ports, 'store' | 'random' | 'now'>,
  name: string,
  { address, guestsPerHour: max, guestDays }: Origin,
): Promise<Result<NewGuest, Refusal>> {
  const nowMs = ports.now();
  const player = idFromBytes<PlayerId>(ports.random.bytes(ID_BYTES));
  const secret = secretText(ports.random);
  const guest: Guest = {
    type: 'guest',
    player,
    version: 0,
    secretHash: await sha256Hex(secret),
    expiresAtMs: nowMs + guestDays * DAY_MS,
  };
  const profile = {
    ...newProfile(ports, player, name, RATING_START),
    ...{ guest: true, createdAtMs: nowMs },
  };
  const key = `guests ${await sha256Hex(`${networkOf(address)} ${hourOf(nowMs)}`)}`;
  const expected = `at most ${max} guests an hour from one address`;
  const stored = await createCounted(ports, { key, max, expected }, guest, profile);
  return stored.ok ? ok({ id: player, secret }) : stored;
}

/** Whether the secret is the guest's. Refusal: forbidden, also for an unknown guest. */
export async function checkGuest(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  player: PlayerId,
  secret: string,
): Promise<Result<PlayerId, Refusal>> {
  const guest = await store.guest(player);
  // Hashes are compared, so the time it takes tells nothing about the secret.
  const known = guest !== null && now() < guest.expiresAtMs;
  const same = known && guest.secretHash === (await sha256Hex(secret));
  return same ? ok(player) : err(refuse('forbidden', { field: 'secret' }));
}
