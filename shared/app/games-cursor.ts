import type { Arena } from '../arena/arena.ts';
import { type PlayerId, parseId } from '../core/ids.ts';
import type { Refusal } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { cursorRefusal } from './place-cursor.ts';
import type { RowPlace } from './ports.ts';

/** After this row; with `skip` inside of it, after so many of its games. */
export interface GamesPlace extends RowPlace {
  readonly skip: number;
}

/** The place as text that is good in an address. */
export const encodeGamesCursor = ({ shard, player, skip }: GamesPlace): string =>
  `${shard}-${player}-${skip}`;

const SHAPE = /^(\d{1,3})-(\w+)-(\d{1,9})$/;

/** Reads what `encodeGamesCursor` writes; null is the start. Refusal: invalid (`cursor`). */
export function decodeGamesCursor(
  { shards }: Pick<Arena, 'shards'>,
  cursor: string | null,
): Result<GamesPlace | null, Refusal> {
  if (cursor === null) return ok(null);
  const [, shard, id, skip] = SHAPE.exec(cursor) ?? [];
  const player = parseId<PlayerId>(id);
  if (player !== null && Number(shard) < shards) {
    return ok({ shard: Number(shard), player, skip: Number(skip) });
  }
  return err(cursorRefusal());
}
