import type { Arena } from '../../arena/arena.ts';
import type { Series } from '../../arena/series.ts';
import type { ArenaId } from '../../core/ids.ts';
import { arenaFrom } from '../arenas.ts';

/** The arena of a series at this start, by its template of today. */
export function editionArena(
  { id, name, owner, organisers, template }: Series,
  edition: { readonly id: ArenaId; readonly startsAtMs: number; readonly nowMs: number },
): Arena {
  const { durationMs, ...same } = template;
  const { startsAtMs } = edition;
  const parts = { ...same, name, owner, organisers, announcement: '', series: id };
  return arenaFrom(
    edition.id,
    { ...parts, startsAtMs, endsAtMs: startsAtMs + durationMs },
    edition.nowMs,
  );
}
