import { openAfterMs } from '../../arena/planning.ts';
import { nextStart } from '../../arena/recurrence.ts';
import type { Series } from '../../arena/series.ts';
import type { SeriesId } from '../../core/ids.ts';
import type { Refusal } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import {
  type SeriesPage,
  viewSeries,
  type WholeSeriesView,
} from '../../protocol/api/series-view.ts';
import { cutPage, decodePlace, encodePlace } from '../place-cursor.ts';
import type { Ports } from '../ports.ts';
import { arenaOf, holderOf, type ShieldPorts } from './shield.ts';

/** More editions than this are never ahead: ten a week, two months ahead, are 90. */
const EDITIONS_AHEAD_MAX = 100;
const SERIES_PER_PAGE = 20;

/** A series with whoever holds its shield, and what comes next. */
export async function showSeries(ports: ShieldPorts, series: Series): Promise<WholeSeriesView> {
  const [view, holder, next] = await Promise.all([
    viewSeries(series),
    holderOf(ports, series.id),
    nextOf(ports, series),
  ]);
  return { ...view, holder, next };
}

/** The next start that takes place: of an arena that there is, or that will be created. */
async function nextOf(ports: ShieldPorts, series: Series): Promise<WholeSeriesView['next']> {
  const nowMs = ports.now();
  const latest = await ports.store.editions(series.id, null, EDITIONS_AHEAD_MAX);
  const ahead = latest.filter(({ startsAtMs }) => startsAtMs > nowMs).reverse();
  for (const edition of ahead) {
    const { id, state, startsAtMs } = await arenaOf(ports, edition);
    if (state === 'created' && startsAtMs > nowMs) return { startsAtMs, arena: id };
  }
  if (series.state === 'paused') return null;
  const startsAtMs = nextStart(series, openAfterMs(series, nowMs));
  return startsAtMs === null ? null : { startsAtMs, arena: null };
}

/**
 * Series in this state, by the instant at which the planner looks at them next.
 * Refusal: invalid (`cursor`).
 */
export async function listSeries(
  { store }: Pick<Ports, 'store'>,
  state: Series['state'],
  cursor: string | null,
): Promise<Result<SeriesPage, Refusal>> {
  const place = decodePlace<SeriesId>(cursor, Number.isInteger);
  if (!place.ok) return place;
  const after = place.value && { planAtMs: place.value.at, id: place.value.id };
  const found = await store.seriesIn(state, after, SERIES_PER_PAGE + 1);
  const { page, next } = cutPage(found, SERIES_PER_PAGE, ({ planAtMs: at, id }) =>
    encodePlace({ at, id }),
  );
  return ok({ series: await Promise.all(page.map(viewSeries)), next });
}
