import { createSeries } from '../../shared/app/series/new-series.ts';
import { seriesCalendar } from '../../shared/app/series/series-calendar.ts';
import { showHistory } from '../../shared/app/series/series-history.ts';
import { listSeries, showSeries } from '../../shared/app/series/show-series.ts';
import {
  changeSeriesSettings,
  pauseSeries,
  resumeSeries,
  setSeriesOrganisers,
} from '../../shared/app/series/steer-series.ts';
import type { Series } from '../../shared/arena/series.ts';
import { parseId, type SeriesId } from '../../shared/core/ids.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';
import type { Operation } from '../../shared/protocol/api/operation.ts';
import {
  changeSeriesOperation,
  createSeriesOperation,
  getCalendarOperation,
  getHistoryOperation,
  getSeriesOperation,
  getSeriesOrganisersOperation,
  listSeriesOperation,
  pauseSeriesOperation,
  resumeSeriesOperation,
  setSeriesOrganisersOperation,
} from '../../shared/protocol/api/series-operations.ts';
import { type HttpEvent, type HttpResult, json, problem, textual } from '../aws/http-handler.ts';
import { paged } from './paths.ts';
import { ports } from './ports.ts';
import { type Call, etag, ownedRoute, type Route, route } from './route.ts';

/** An operation on the series that the path names. Refusal: notFound. */
const seriesRoute = <Query, Body>(
  operation: Operation<Query, Body>,
  run: (call: Call<Query, Body>, series: Series) => Promise<HttpResult>,
): Route => ownedRoute(operation, seriesOf, run);

async function seriesOf({ path }: HttpEvent): Promise<Result<Series, Refusal>> {
  const id = parseId<SeriesId>(path.id);
  const series = id === null ? null : await ports.store.series(id);
  return series === null
    ? err(refuse('notFound', { field: 'id', expected: 'a series' }))
    : ok(series);
}

const postSeries = route(createSeriesOperation, async ({ account, body, random }) => {
  const created = await createSeries({ ...ports, random }, account.subject, body);
  if (!created.ok) return problem(created.error);
  return show(created.value, 201, { location: `/series/${created.value.id}` });
});

const getAll = route(listSeriesOperation, async ({ query: { state, cursor } }) =>
  paged(`/series?state=${state}`, await listSeries(ports, state, cursor ?? null)),
);

const getOne = seriesRoute(getSeriesOperation, async (_, series) => show(series));

const patchSeries = seriesRoute(changeSeriesOperation, async ({ body, random, ifMatch }, { id }) =>
  shown(await changeSeriesSettings({ ...ports, random }, id, ifMatch, body)),
);

const postPause = seriesRoute(pauseSeriesOperation, async (_, { id }) =>
  shown(await pauseSeries(ports, id)),
);

const postResume = seriesRoute(resumeSeriesOperation, async (_, { id }) =>
  shown(await resumeSeries(ports, id)),
);

const getOrganisers = seriesRoute(getSeriesOrganisersOperation, async (_, series) =>
  json(200, { organisers: series.organisers }, etag(series)),
);

const putOrganisers = seriesRoute(
  setSeriesOrganisersOperation,
  async ({ body, ifMatch }, { id }) => {
    const set = await setSeriesOrganisers(ports, id, ifMatch, body.organisers);
    if (!set.ok) return problem(set.error);
    return json(200, { organisers: set.value.organisers }, etag(set.value));
  },
);

const getHistory = seriesRoute(getHistoryOperation, async ({ query: { cursor } }, { id }) =>
  paged(`/series/${id}/history`, await showHistory(ports, id, cursor ?? null)),
);

/** Calendars ask again every few hours, all of them at the full one. */
const CALENDAR_CACHED = { 'cache-control': 'public, max-age=300' };

const getCalendar = seriesRoute(getCalendarOperation, async (_, series) =>
  textual('text/calendar', await seriesCalendar(ports, series), CALENDAR_CACHED),
);

/** A series as it is now, or why not. */
const shown = async (result: Result<Series, Refusal>): Promise<HttpResult> =>
  result.ok ? show(result.value) : problem(result.error);

async function show(
  series: Series,
  status = 200,
  headers: Record<string, string> = {},
): Promise<HttpResult> {
  return json(status, await showSeries(ports, series), { ...etag(series), ...headers });
}

export const SERIES_ROUTES: readonly Route[] = [
  postSeries,
  getAll,
  getOne,
  patchSeries,
  postPause,
  postResume,
  getOrganisers,
  putOrganisers,
  getHistory,
  getCalendar,
];
