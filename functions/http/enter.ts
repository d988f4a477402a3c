import { checkGuest, createGuest } from '../../shared/app/guests.ts';
import { accountPlayer, issueTicket } from '../../shared/app/players.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import {
  createGuestOperation,
  createGuestTicketOperation,
  createTicketOperation,
} from '../../shared/protocol/api/read-operations.ts';
import { retention } from '../aws/database.ts';
import { type HttpResult, json, problem } from '../aws/http-handler.ts';
import { daysOf } from '../aws/retention.ts';
import { env } from '../aws/runtime.ts';
import { personIdOf } from './paths.ts';
import { ports } from './ports.ts';
import { type Route, route } from './route.ts';

const postTicket = route(createTicketOperation, async ({ account }) => {
  const player = await accountPlayer(ports, account);
  return player.ok ? ticketFor(player.value) : problem(player.error);
});

const allowed = {
  guestsPerHour: Number(env('GUESTS_PER_HOUR')),
  guestDays: daysOf(retention, 'guests'),
};

const postGuest = route(createGuestOperation, async ({ event: { address }, body }) => {
  const guest = await createGuest(ports, body.name, { address, ...allowed });
  return guest.ok ? json(201, guest.value) : problem(guest.error);
});

const postGuestTicket = route(createGuestTicketOperation, async ({ event, body }) => {
  const id = personIdOf(event, 'a guest');
  if (!id.ok) return problem(id.error);
  const guest = await checkGuest(ports, id.value, body.secret);
  return guest.ok ? ticketFor(guest.value) : problem(guest.error);
});

async function ticketFor(player: PlayerId): Promise<HttpResult> {
  const issued = await issueTicket(ports, player);
  if (!issued.ok) return problem(issued.error);
  const { ticket, expiresInMs } = issued.value;
  const url = `${env('WEBSOCKET_URL')}?ticket=${ticket}`;
  return json(201, { player, ticket, expiresInMs, url });
}

export const ENTER_ROUTES: readonly Route[] = [postTicket, postGuest, postGuestTicket];
