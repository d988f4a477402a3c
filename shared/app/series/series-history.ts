import type { PlayerId, SeriesId } from '../../core/ids.ts';
import type { Refusal } from '../../core/refusal.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { EditionView, HistoryPage } from '../../protocol/api/series-view.ts';
import type { PersonName } from '../../protocol/arena-details.ts';
import { namesOf } from '../names.ts';
import { cursorRefusal, cutPage } from '../place-cursor.ts';
import { type Played, played, type ShieldPorts } from './shield.ts';

/** Editions on one page: each costs two reads. */
const EDITIONS_PER_PAGE = 20;

/**
 * The editions of a series that have started, or should have, the newest first. Winners are those
 * of the valid version of each ranking. Refusal: invalid (`cursor`).
 */
export async function showHistory(
  ports: ShieldPorts,
  series: SeriesId,
  cursor: string | null,
): Promise<Result<HistoryPage, Refusal>> {
  if (cursor !== null && !/^\d{1,14}$/.test(cursor)) {
    return err(cursorRefusal());
  }
  const beforeMs = Math.min(Number(cursor ?? Number.POSITIVE_INFINITY), ports.now() + 1);
  const found = await ports.store.editions(series, beforeMs, EDITIONS_PER_PAGE + 1);
  const { page, next } = cutPage(found, EDITIONS_PER_PAGE, (last) => `${last.startsAtMs}`);
  const all = await Promise.all(page.map((edition) => played(ports, edition)));
  const winners = all.flatMap(({ final }) => final?.winners ?? []);
  const names = await namesOf(ports.store, winners);
  return ok({ series, editions: all.map((one) => viewEdition(one, names)), next });
}

function viewEdition(
  { arena, final }: Played,
  names: (player: PlayerId) => PersonName,
): EditionView {
  const { id, name, startsAtMs, endsAtMs, state, finalVersion } = arena;
  return {
    ...{ arena: id, name, startsAtMs, endsAtMs, state, finalVersion },
    players: final?.players ?? 0,
    winners: (final?.winners ?? []).map(names),
  };
}
