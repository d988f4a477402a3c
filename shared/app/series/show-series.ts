import { openAfterMs } from '../../arena/planning.ts';
import { nextStart } from '../../arena/recurrence.ts';
import type { Series } from '../../arena/series.ts';
import { parseId, type SeriesId } from '../../core/ids.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { err, ok, type Result } from '../../core/result.ts';
import {
  type SeriesPage,
  viewSeries,
  type WholeSeriesView,
} from '../../protocol/api/series-view.ts';
import type { Ports } from '../ports.ts';
import { arenaOf, holderOf, type ShieldPorts } from './shield.ts';

/** More editions than this are never ahead: ten a week, two months ahead, are 90. */
export const EDITIONS_AHEAD_MAX = 100;
const SERIES_PER_PAGE = 20;

/** A series with whoever holds its shield, and what comes next. */
export async function showSeries(ports: ShieldPorts, series: Series): Promise<WholeSeriesView> {
  const [holder, next] = await Promise.all([holderOf(ports, series.id), nextOf(ports, series)]);
  return { ...viewSeries(series), holder, next };
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
  const place = placeIn(cursor);
  if (!place.ok) return place;
  const found = await store.seriesIn(state, place.value, SERIES_PER_PAGE + 1);
  const page = found.slice(0, SERIES_PER_PAGE);
  const last = page.at(-1);
  const next = found.length > page.length && last !== undefined ? cursorAt(last) : null;
  return ok({ series: page.map(viewSeries), next });
}

type SeriesPlace = Pick<Series, 'planAtMs' | 'id'>;

const cursorAt = ({ planAtMs, id }: SeriesPlace): string => `${planAtMs}-${id}`;

function placeIn(cursor: string | null): Result<SeriesPlace | null, Refusal> {
  if (cursor === null) return ok(null);
  const [, at, text] = /^(\d{1,14})-(\w{11})$/.exec(cursor) ?? [];
  const id = parseId<SeriesId>(text);
  if (id !== null) return ok({ planAtMs: Number(at), id });
  return err(refuse('invalid', { field: 'cursor', expected: 'the cursor that a page ends with' }));
}
