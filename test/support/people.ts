import type { Account } from '../../shared/app/entities.ts';
import { createGuest, type NewGuest, type Origin } from '../../shared/app/guests.ts';
import { accountPlayer, issueTicket, type Ticket } from '../../shared/app/players.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { showPerson } from '../../shared/app/show-person.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { PersonView } from '../../shared/protocol/person-view.ts';

/** Where nobody else comes from, as often as one likes. */
const fromOwn = (name: string): Origin => ({
  address: `of ${name}`,
  guestsPerHour: 1_000_000,
  guestDays: 90,
});

/** A new guest; a refusal throws. */
export async function guestOn(
  ports: Pick<Ports, 'store' | 'random' | 'now'>,
  name: string,
): Promise<NewGuest> {
  const guest = await createGuest(ports, name, fromOwn(name));
  if (!guest.ok) throw new Error(guest.error.code);
  return guest.value;
}

/** The player of an account that comes; a refusal throws. */
export async function accountOn(
  ports: Pick<Ports, 'store' | 'random' | 'now'>,
  account: Account,
): Promise<PlayerId> {
  const player = await accountPlayer(ports, account);
  if (!player.ok) throw new Error(player.error.code);
  return player.value;
}

/** A ticket of this player; a refusal throws. */
export async function ticketOn(
  ports: Pick<Ports, 'store' | 'random' | 'now'>,
  player: PlayerId,
): Promise<Ticket> {
  const ticket = await issueTicket(ports, player);
  if (!ticket.ok) throw new Error(ticket.error.code);
  return ticket.value;
}

/** What showing a person takes. */
export type Shows = Pick<Ports, 'store' | 'tables' | 'now'>;

/** A page of a person; a refusal throws. */
export async function personOn(
  ports: Shows,
  player: PlayerId,
  cursor: string | null = null,
): Promise<PersonView> {
  const person = await showPerson(ports, player, cursor);
  if (!person.ok) throw new Error(person.error.code);
  return person.value;
}
