import type { Arena } from '../../shared/arena/arena.ts';
import { type ArenaId, type PlayerId, parseId } from '../../shared/core/ids.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';
import { type HttpEvent, json, problem } from '../aws/http-handler.ts';
import { type Answer, ports } from './ports.ts';

/** The arena that the path names. Refusal: noSuchArena. */
export async function arenaOf(event: HttpEvent): Promise<Result<Arena, Refusal>> {
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

/** A whole number in the query, or `absent` where it is not there. Refusal: invalid. */
export function wholeNumber(
  { query }: HttpEvent,
  field: string,
  { from, absent }: { readonly from: number; readonly absent: number },
): Result<number, Refusal> {
  const text = query[field];
  if (text === undefined) return ok(absent);
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= from) return ok(value);
  return err(refuse('invalid', { field, expected: `an integer from ${from}` }));
}

/** What was found, or why not. */
export const shown = <T extends object>(result: Result<T, Refusal>): Awaited<Answer> =>
  result.ok ? json(200, result.value) : problem(result.error);
