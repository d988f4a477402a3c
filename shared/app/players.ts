import { sha256, sha256Hex } from '../core/hash.ts';
import { ID_BYTES, idFromBytes, type PlayerId } from '../core/ids.ts';
import type { Random } from '../core/random.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { refuseBanned } from './bans.ts';
import { create } from './change.ts';
import type { Account, Profile } from './entities.ts';
import type { Ports } from './ports.ts';
import { erasedInMs } from './privacy/erasing-times.ts';

type PlayerPorts = Pick<Ports, 'store' | 'random' | 'now'>;

/** A ticket opens one connection within this time; it travels in a URL, so it is short. */
export const TICKET_MS = 30_000;
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

/**
 * The player of an account, with a profile at his first visit, and at the first one after he was
 * forgotten. Refusal: erasing.
 */
export async function accountPlayer(
  ports: PlayerPorts,
  account: Account,
): Promise<Result<PlayerId, Refusal>> {
  const { store } = ports;
  const player = await idOfAccount(account);
  if ((await store.profile(player)) !== null) return ok(player);
  const erasure = await store.erasure(player);
  if (erasure !== null) {
    return err(refuse('erasing', { retryInMs: erasedInMs(erasure, ports.now()) }));
  }
  const profile = newProfile(ports, player, account.name, account.rating ?? RATING_START);
  // Lost only to another visit of the same account, which has stored the same.
  await create(store, profile);
  return ok(player);
}

export interface Ticket {
  readonly ticket: string;
  readonly expiresInMs: number;
}

/** A ticket for one connection of this player. Refusal: banned. */
export async function issueTicket(
  ports: PlayerPorts,
  player: PlayerId,
): Promise<Result<Ticket, Refusal>> {
  const allowed = await refuseBanned(ports, player);
  if (!allowed.ok) return allowed;
  const ticket = secretText(ports.random);
  const expiresAtMs = ports.now() + TICKET_MS;
  const ticketHash = await sha256Hex(ticket);
  await create(ports.store, { type: 'admission', ticketHash, version: 0, player, expiresAtMs });
  return ok({ ticket, expiresInMs: TICKET_MS });
}

/** The player whom this ticket admits, or null; it is used up either way. */
export async function admit(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  ticket: string,
): Promise<PlayerId | null> {
  const admission = await store.takeAdmission(await sha256Hex(ticket));
  return admission !== null && now() < admission.expiresAtMs ? admission.player : null;
}

/** Of somebody who has just come. */
export const newProfile = (
  { now }: PlayerPorts,
  player: PlayerId,
  name: string,
  rating: number,
): Profile => ({
  ...{ type: 'profile', player, version: 0, name, rating },
  ...{ guest: false, createdAtMs: now() },
});

/** What only whoever is told it can know; good in an address. */
export function secretText(random: Random): string {
  return btoa(String.fromCharCode(...random.bytes(SECRET_BYTES)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
