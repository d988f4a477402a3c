import { sha256, sha256Hex } from '../core/hash.ts';
import { ID_BYTES, idFromBytes, type PlayerId } from '../core/ids.ts';
import type { Random } from '../core/random.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { create } from './change.ts';
import type { Account, Guest, Profile } from './entities.ts';
import type { Ports } from './ports.ts';

type PlayerPorts = Pick<Ports, 'store' | 'random' | 'now'>;

/** A ticket opens one connection within this time; it travels in a URL, so it is short. */
export const TICKET_MS = 30_000;
/** A guest who does not come back is forgotten. */
const GUEST_MS = 90 * 24 * 3_600_000;
const SECRET_BYTES = 24;
export const RATING_START = 1500;

/**
 * The player that an account is, whether he has ever been here or not. A deployment has one issuer,
 * whose address may change: players are their subjects.
 */
export async function idOfAccount({ subject }: Pick<Account, 'subject'>): Promise<PlayerId> {
  const hash = await sha256(`account ${subject}`);
  return idFromBytes<PlayerId>(hash.subarray(0, ID_BYTES));
}

/** The player of an account, with a profile at his first visit. */
export async function accountPlayer(ports: PlayerPorts, account: Account): Promise<PlayerId> {
  const player = await idOfAccount(account);
  const known = await ports.store.profile(player);
  if (known === null) {
    const profile = newProfile(ports, player, account.name, account.rating ?? RATING_START);
    // Lost only to another visit of the same account, which has stored the same.
    await create(ports.store, profile);
  }
  return player;
}

export interface NewGuest {
  readonly id: PlayerId;
  readonly secret: string;
}

/** A player without an account; the secret is shown once. */
export async function createGuest(ports: PlayerPorts, name: string): Promise<NewGuest> {
  const player = idFromBytes<PlayerId>(ports.random.bytes(ID_BYTES));
  const secret = secretText(ports.random);
  const guest: Guest = {
    type: 'guest',
    player,
    version: 0,
    secretHash: await sha256Hex(secret),
    expiresAtMs: ports.now() + GUEST_MS,
  };
  await create(ports.store, guest, {
    ...newProfile(ports, player, name, RATING_START),
    guest: true,
  });
  return { id: player, secret };
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

export interface Ticket {
  readonly ticket: string;
  readonly expiresInMs: number;
}

/** A ticket for one connection of this player. */
export async function issueTicket(ports: PlayerPorts, player: PlayerId): Promise<Ticket> {
  const ticket = secretText(ports.random);
  const expiresAtMs = ports.now() + TICKET_MS;
  const ticketHash = await sha256Hex(ticket);
  await create(ports.store, { type: 'admission', ticketHash, version: 0, player, expiresAtMs });
  return { ticket, expiresInMs: TICKET_MS };
}

/** The player whom this ticket admits, or null; it is used up either way. */
export async function admit(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  ticket: string,
): Promise<PlayerId | null> {
  const admission = await store.takeAdmission(await sha256Hex(ticket));
  return admission !== null && now() < admission.expiresAtMs ? admission.player : null;
}

const newProfile = (
  { now }: PlayerPorts,
  player: PlayerId,
  name: string,
  rating: number,
): Profile => ({
  ...{ type: 'profile', player, version: 0, name, rating },
  ...{ guest: false, createdAtMs: now() },
});

function secretText(random: Random): string {
  return btoa(String.fromCharCode(...random.bytes(SECRET_BYTES)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
