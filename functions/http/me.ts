import { idOfAccount } from '../../shared/app/players.ts';
import { showMe } from '../../shared/app/show-me.ts';
import { getMeOperation } from '../../shared/protocol/api/read-operations.ts';
import { problem } from '../aws/http-handler.ts';
import { arenaIdOf, shown } from './paths.ts';
import { type Route, route } from './route.ts';
import { watching } from './watching.ts';

/** The place of whoever the token speaks of, in this arena. */
const getMe = route(getMeOperation, async ({ event, account }) => {
  const id = arenaIdOf(event);
  if (!id.ok) return problem(id.error);
  return shown(await showMe(watching, id.value, await idOfAccount(account)));
});

export const ME_ROUTES: readonly Route[] = [getMe];
