import { checkGuest } from '../../shared/app/guests.ts';
import { idOfAccount } from '../../shared/app/players.ts';
import { requestErasure } from '../../shared/app/privacy/request-erasure.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import {
  eraseGuestOperation,
  eraseMeOperation,
} from '../../shared/protocol/api/privacy-operations.ts';
import { type HttpResult, json, problem } from '../aws/http-handler.ts';
import { personIdOf } from './paths.ts';
import { ports } from './ports.ts';
import { type Route, route } from './route.ts';

const deleteMe = route(eraseMeOperation, async ({ account }) =>
  erasureOf(await idOfAccount(account)),
);

const postGuestErase = route(eraseGuestOperation, async ({ event, body }) => {
  const id = personIdOf(event, 'a guest');
  if (!id.ok) return problem(id.error);
  const guest = await checkGuest(ports, id.value, body.secret);
  return guest.ok ? erasureOf(guest.value) : problem(guest.error);
});

async function erasureOf(player: PlayerId): Promise<HttpResult> {
  const erasure = await requestErasure(ports, player);
  return erasure.ok ? json(202, erasure.value) : problem(erasure.error);
}

export const PRIVACY_ROUTES: readonly Route[] = [deleteMe, postGuestErase];
