import type { Arena } from '../../shared/arena/arena.ts';
import { type ArenaId, type PlayerId, parseId } from '../../shared/core/ids.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';
import type { Operation } from '../../shared/protocol/api/operation.ts';
import { type HttpEvent, type HttpResult, json, problem } from '../aws/http-handler.ts';
import { ports } from './ports.ts';
import { type Call, ownedRoute, type Route } from './route.ts';

/** An operation on the arena that the path names. Refusal: noSuchArena. */
export const arenaRoute = <Query, Body>(
  operation: Operation<Query, Body>,
  run: (call: Call<Query, Body>, arena: Arena) => Promise<HttpResult>,
): Route => ownedRoute(operation, arenaOf, run);

async function arenaOf(event: HttpEvent): Promise<Result<Arena, Refusal>> {
  const id = arenaIdOf(event);
  if (!id.ok) return id;
  const arena = await ports.store.arena(id.value, 'consistent');
  return arena === null ? err(refuse('noSuchArena', { field: 'id' })) : ok(arena);
}

export function arenaIdOf({ path }: HttpEvent): Result<ArenaId, Refusal> {
  const id = parseId<ArenaId>(path.id);
  return id === null ? err(refuse('noSuchArena', { field: 'id' })) : ok(id);
}

export function playerIdOf({ path }: HttpEvent): Result<PlayerId, Refusal> {
  const id = parseId<PlayerId>(path.player);
  return id === null ? err(refuse('notEntered', { field: 'player' })) : ok(id);
}

/** The player whom the path names as `id`; `expected` says who it may be. Refusal: notFound. */
export function personIdOf({ path }: HttpEvent, expected = 'a player'): Result<PlayerId, Refusal> {
  const id = parseId<PlayerId>(path.id);
  return id === null ? err(refuse('notFound', { field: 'id', expected })) : ok(id);
}

/** What was found, or why not. */
export const shown = <T extends object>(
  result: Result<T, Refusal>,
  headers: Record<string, string> = {},
): HttpResult => (result.ok ? json(200, result.value, headers) : problem(result.error));

/** A page of a list with a link to the page behind it; `path` with its other parameters. */
export function paged<T extends { readonly next: string | null }>(
  path: string,
  result: Result<T, Refusal>,
): HttpResult {
  if (!result.ok) return problem(result.error);
  const { next } = result.value;
  const mark = path.includes('?') ? '&' : '?';
  return json(200, result.value, {
    ...(next !== null && { link: `<${path}${mark}cursor=${next}>; rel="next"` }),
  });
}
