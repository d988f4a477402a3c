import { type ArenaId, type PlayerId, parseId, type SeriesId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';

type Listed = ArenaId | PlayerId | SeriesId;

/** A place in a list that is ordered by a number, and among equal numbers by an id. */
interface Place<Id extends Listed> {
  readonly at: number;
  readonly id: Id;
}

/** The place as text that is good in an address; the number keeps every digit. */
export const encodePlace = ({ at, id }: Place<Listed>): string => `${at}-${id}`;

/** Epoch ms, or a rating: never negative, never so large that it is written with an exponent. */
const SHAPE = /^(\d{1,14}(?:\.\d{1,16})?)-(\w+)$/;

/**
 * Reads what `encodePlace` writes, of a list whose numbers are like this; null is the start.
 * Refusal: invalid (`cursor`).
 */
export function decodePlace<Id extends Listed>(
  cursor: string | null,
  isLike: (at: number) => boolean,
): Result<Place<Id> | null, Refusal> {
  if (cursor === null) return ok(null);
  const [, at, text] = SHAPE.exec(cursor) ?? [];
  const id = parseId<Id>(text);
  if (id !== null && isLike(Number(at))) return ok({ at: Number(at), id });
  return err(cursorRefusal());
}

/** Of a list, and of anything else that is given in pages. */
export const cursorRefusal = (): Refusal =>
  refuse('invalid', { field: 'cursor', expected: 'the cursor that a page ends with' });

/** The page of what was found, which is one more where there is another page: behind its last. */
export function cutPage<T>(
  found: readonly T[],
  size: number,
  encode: (last: T) => string,
): { readonly page: readonly T[]; readonly next: string | null } {
  const page = found.slice(0, size);
  const last = page.at(-1);
  const more = found.length > page.length && last !== undefined;
  return { page, next: more ? encode(last) : null };
}
