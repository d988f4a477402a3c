import { accountPlayer, checkGuest, createGuest, issueTicket } from '../../shared/app/players.ts';
import { type PlayerId, parseId } from '../../shared/core/ids.ts';
import { refuse } from '../../shared/core/refusal.ts';
import { checked } from '../../shared/protocol/client-message.ts';
import { guestTicketSchema, newGuestSchema } from '../../shared/protocol/http.ts';
import { accountOf } from '../aws/claims.ts';
import { type HttpEvent, json, problem } from '../aws/http-handler.ts';
import { env } from '../aws/runtime.ts';
import { type Answer, ports } from './ports.ts';

export async function postTicket(event: HttpEvent): Answer {
  const player = await accountPlayer(ports, accountOf(event));
  return ticketFor(player);
}

export async function postGuest(event: HttpEvent): Answer {
  const body = checked(newGuestSchema, event.json);
  if (!body.ok) return problem(body.error);
  return json(201, await createGuest(ports, body.value.name));
}

export async function postGuestTicket(event: HttpEvent): Answer {
  const body = checked(guestTicketSchema, event.json);
  if (!body.ok) return problem(body.error);
  const id = parseId<PlayerId>(event.path.id);
  if (id === null) return problem(refuse('notFound', { field: 'id', expected: 'a guest' }));
  const guest = await checkGuest(ports, id, body.value.secret);
  return guest.ok ? ticketFor(guest.value) : problem(guest.error);
}

async function ticketFor(player: PlayerId): Answer {
  const ticket = await issueTicket(ports, player);
  return json(201, { player, ...ticket, url: `${env('WEBSOCKET_URL')}?ticket=${ticket.ticket}` });
}
