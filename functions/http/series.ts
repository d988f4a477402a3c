import { listSeriesAudit } from '../../shared/app/list-records.ts';
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
import { type Series, settingsVersion } from '../../shared/arena/series.ts';
import { parseId, type SeriesId } from '../../shared/core/ids.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';
import type { Operation } from '../../shared/protocol/api/operation.ts';
import {
  changeSeriesOperation,
  createSeriesOperation,
  getCalendarOperation,
  getHistoryOperation,
  getSeriesAuditOperation,
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

const patchSeries = seriesRoute(
  changeSeriesOperation,
  async ({ account, body, random, ifMatch }, { id }) => {
    const by = { actor: account.subject, version: ifMatch };
    return shown(await changeSeriesSettings({ ...ports, random }, id, by, body));
  },
);

const postPause = seriesRoute(pauseSeriesOperation, async ({ account, random }, { id }) =>
  shown(await pauseSeries({ ...ports, random }, id, account.subject)),
);

const postResume = seriesRoute(resumeSeriesOperation, async ({ account, random }, { id }) =>
  shown(await resumeSeries({ ...ports, random }, id, account.subject)),
);

const getOrganisers = seriesRoute(getSeriesOrganisersOperation, async (_, series) =>
  showOrganisers(series),
);

const putOrganisers = seriesRoute(
  setSeriesOrganisersOperation,
  async ({ account, body, random, ifMatch }, { id }) => {
    const by = { actor: account.subject, organisers: body.organisers };
    const set = await setSeriesOrganisers({ ...ports, random }, id, ifMatch, by);
    return set.ok ? showOrganisers(set.value) : problem(set.error);
  },
);

const showOrganisers = async (series: Series): Promise<HttpResult> =>
  json(200, { organisers: series.organisers }, await etagOf(series));

const getAudit = seriesRoute(getSeriesAuditOperation, async ({ query: { cursor } }, { id }) =>
  paged(`/series/${id}/audit`, await listSeriesAudit(ports, id, cursor ?? null)),
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
  const view = await showSeries(ports, series);
  return json(status, view, { ...etag(view), ...headers });
}

const etagOf = async (series: Series) => etag({ version: await settingsVersion(series) });

export const SERIES_ROUTES: readonly Route[] = [
  postSeries,
  getAll,
  getOne,
  patchSeries,
  postPause,
  postResume,
  getOrganisers,
  putOrganisers,
  getAudit,
  getHistory,
  getCalendar,
];
