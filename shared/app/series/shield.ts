import type { Arena } from '../../arena/arena.ts';
import { present } from '../../core/assert.ts';
import type { ArenaId, SeriesId } from '../../core/ids.ts';
import type { Shield } from '../../protocol/api/series-view.ts';
import { find } from '../change.ts';
import { namesOf } from '../names.ts';
import type { Ports } from '../ports.ts';
import type { Edition } from '../records.ts';
import type { FinalHead } from '../tables.ts';

export type ShieldPorts = Pick<Ports, 'store' | 'tables' | 'now'>;

/** A shield that nobody has won in so many editions in a row is vacant. */
export const EDITIONS_BACK_MAX = 24;

/** The arena of an edition; `final` is the valid version of its ranking, once there is one. */
export interface Played {
  readonly arena: Arena;
  readonly final: FinalHead | null;
}

/** Who holds the shield of a series now; null: nobody. */
export const holderOf = (ports: ShieldPorts, series: SeriesId): Promise<Shield | null> =>
  shieldBefore(ports, series, ports.now() + 1, null);

/** Who held the shield when this arena began, or does until it begins; null: nobody. */
export async function defenderOf(
  ports: ShieldPorts,
  { id, series, startsAtMs }: Pick<Arena, 'id' | 'series' | 'startsAtMs'>,
): Promise<Shield | null> {
  if (series === null) return null;
  return shieldBefore(ports, series, Math.min(startsAtMs, ports.now() + 1), id);
}

/**
 * The winners of the last finished edition that started before this instant. It is never stored:
 * a correction of that edition's ranking is one of the holder. An edition that was cancelled, or
 * in which nobody has a game that counts, changes nothing.
 */
async function shieldBefore(
  ports: ShieldPorts,
  series: SeriesId,
  beforeMs: number,
  except: ArenaId | null,
): Promise<Shield | null> {
  const editions = await ports.store.editions(series, beforeMs, EDITIONS_BACK_MAX);
  for (const edition of editions) {
    if (edition.arena === except) continue;
    const { arena, final } = await played(ports, edition);
    if (final === null || final.winners.length === 0) continue;
    const names = await namesOf(ports.store, final.winners);
    const { id, startsAtMs } = arena;
    return { arena: id, startsAtMs, winners: final.winners.map(names) };
  }
  return null;
}

export async function played(ports: ShieldPorts, edition: Edition): Promise<Played> {
  const arena = await arenaOf(ports, edition);
  const { id, state, finalVersion } = arena;
  const final = state === 'frozen' ? await ports.tables.finalHead(id, finalVersion) : null;
  return { arena, final };
}

/** An edition is stored together with its arena, so there always is one. */
export const arenaOf = async (
  { store }: Pick<Ports, 'store'>,
  { arena }: Edition,
): Promise<Arena> =>
  present(await find((read) => store.arena(arena, read)), `arena ${arena} of an edition`);
