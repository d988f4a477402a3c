import { copyArena, createArena } from '../../shared/app/arenas.ts';
import { changeArenaSettings } from '../../shared/app/change-arena.ts';
import { listArenas, listOwnArenas } from '../../shared/app/list-arenas.ts';
import { defenderOf } from '../../shared/app/series/shield.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import type { Result } from '../../shared/core/result.ts';
import {
  changeArenaOperation,
  copyArenaOperation,
  createArenaOperation,
  getArenaOperation,
  listArenasOperation,
  myArenasOperation,
} from '../../shared/protocol/api/arena-operations.ts';
import { viewDetails } from '../../shared/protocol/arena-details.ts';
import { type HttpResult, json, problem } from '../aws/http-handler.ts';
import { rememberingFor } from '../aws/remembered.ts';
import { arenaRoute, paged } from './paths.ts';
import { ports } from './ports.ts';
import { etag, type Route, route } from './route.ts';

const postArena = route(createArenaOperation, async ({ account, body, random }) =>
  created(await createArena({ ...ports, random }, account.subject, body)),
);

const postCopy = arenaRoute(copyArenaOperation, async ({ account, body, random }, arena) =>
  created(await copyArena({ ...ports, random }, account.subject, arena, body)),
);

async function created(result: Result<Arena, Refusal>): Promise<HttpResult> {
  return result.ok
    ? showArena(result.value, 201, { location: `/arenas/${result.value.id}` })
    : problem(result.error);
}

const getArenas = route(listArenasOperation, async ({ query: { state, cursor } }) =>
  paged(`/arenas?state=${state}`, await listArenas(ports, state, cursor ?? null)),
);

const getMyArenas = route(myArenasOperation, async ({ account, query: { cursor } }) =>
  paged('/me/arenas', await listOwnArenas(ports, account.subject, cursor ?? null)),
);

const getArena = arenaRoute(getArenaOperation, async (_, arena) => showArena(arena));

const patchArena = arenaRoute(
  changeArenaOperation,
  async ({ account, body, random, ifMatch }, { id }) => {
    const by = { actor: account.subject, version: ifMatch };
    return shownArena(await changeArenaSettings({ ...ports, random }, id, by, body));
  },
);

/** An arena as it is now, or why not. */
export const shownArena = async (result: Result<Arena, Refusal>): Promise<HttpResult> =>
  result.ok ? showArena(result.value) : problem(result.error);

/** Everybody who opens the page of an edition asks, and it takes several reads. */
const SHIELD_KEPT_MS = 2_000;
const defenders = rememberingFor(
  SHIELD_KEPT_MS,
  ports.now,
  ({ id, startsAtMs }: Arena) => `${id} ${startsAtMs}`,
  (arena) => defenderOf(ports, arena),
);

async function showArena(
  arena: Arena,
  status = 200,
  headers: Record<string, string> = {},
): Promise<HttpResult> {
  const [players, shield] = await Promise.all([
    ports.store.placesTaken(arena),
    arena.series === null ? null : defenders(arena),
  ]);
  const details = viewDetails(arena, { players, defenders: shield?.winners ?? [] });
  return json(status, details, { ...etag(arena), ...headers });
}

export const ARENA_ROUTES: readonly Route[] = [
  postArena,
  postCopy,
  getArenas,
  getMyArenas,
  getArena,
  patchArena,
];
