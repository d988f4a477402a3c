import * as v from 'valibot';
import { seriesAuditPageSchema } from '../audit-view.ts';
import { oneOf } from '../fields.ts';
import { organisersSchema } from '../http.ts';
import { operation, page } from './operation.ts';
import { cursor } from './parameters.ts';
import { newSeriesSchema, seriesChangesSchema } from './series-body.ts';
import { historyPageSchema, seriesPageSchema, wholeSeriesSchema } from './series-view.ts';

const JSON_TYPE = 'application/json';
const CALENDAR = 'text/calendar';
const tag = 'series';

const aSeries = (status: 200 | 201, about: string) => ({
  status,
  about,
  content: { [JSON_TYPE]: wholeSeriesSchema },
  headers: status === 201 ? (['etag', 'location'] as const) : (['etag'] as const),
});

export const createSeriesOperation = operation({
  ...{ id: 'createSeries', method: 'POST', path: '/series', tag, access: 'organiser', once: true },
  summary:
    'Makes a series: arenas of one kind that come again and again, with a shield that the winner ' +
    'holds. Each arena is created `aheadMs` before its start, those that are due at once.',
  body: newSeriesSchema,
  success: aSeries(201, 'The new series.'),
  refusals: ['limitReached', 'busy'],
});

export const listSeriesOperation = operation({
  ...{ id: 'listSeries', method: 'GET', path: '/series', tag, access: 'open' },
  summary: 'Series that are active, or paused.',
  query: v.object({ state: v.optional(oneOf(['active', 'paused']), 'active'), cursor }),
  success: page(seriesPageSchema, 'A page of series.'),
  refusals: [],
});

export const getSeriesOperation = operation({
  ...{ id: 'getSeries', method: 'GET', path: '/series/{id}', tag, access: 'open' },
  summary: 'A series, with whoever holds its shield, and when it comes next.',
  success: aSeries(200, 'The series.'),
  refusals: ['notFound'],
});

export const changeSeriesOperation = operation({
  ...{ id: 'changeSeries', method: 'PATCH', path: '/series/{id}', tag, access: 'steward' },
  ifMatch: true,
  summary: 'Changes the named fields, for the arenas that are not created yet.',
  body: seriesChangesSchema,
  success: aSeries(200, 'The series as it is now.'),
  refusals: ['notFound', 'busy'],
});

const turn = (what: 'pause' | 'resume', summary: string) =>
  operation({
    ...{ id: `${what}Series`, method: 'POST', path: `/series/{id}/${what}`, tag },
    ...{ access: 'steward', once: true },
    summary,
    success: aSeries(200, 'The series as it is now.'),
    refusals: ['notFound', 'busy'],
  });
export const pauseSeriesOperation = turn(
  'pause',
  'Creates no arenas any more; those that there are take place.',
);
export const resumeSeriesOperation = turn(
  'resume',
  'Goes on with the starts to come; what was missed is not made up for.',
);

const organisers = {
  status: 200,
  about: 'Who may.',
  content: { [JSON_TYPE]: organisersSchema },
  headers: ['etag'],
} as const;

export const getSeriesOrganisersOperation = operation({
  ...{ id: 'getSeriesOrganisers', method: 'GET', path: '/series/{id}/organisers', tag },
  access: 'steward',
  summary: 'The accounts that may steer this series beside its owner.',
  success: organisers,
  refusals: ['notFound'],
});

export const setSeriesOrganisersOperation = operation({
  ...{ id: 'setSeriesOrganisers', method: 'PUT', path: '/series/{id}/organisers', tag },
  ...{ access: 'owner', ifMatch: true },
  summary: 'Names the accounts that may steer this series and its arenas to come, all at once.',
  body: organisersSchema,
  success: organisers,
  refusals: ['notFound', 'busy'],
});

export const getSeriesAuditOperation = operation({
  ...{ id: 'getSeriesAudit', method: 'GET', path: '/series/{id}/audit', tag, access: 'steward' },
  summary: 'What organisers did with this series, the latest first; its arenas have their own.',
  query: v.object({ cursor }),
  success: page(seriesAuditPageSchema, 'A page of it.'),
  refusals: ['notFound'],
});

export const getHistoryOperation = operation({
  ...{ id: 'getSeriesHistory', method: 'GET', path: '/series/{id}/history', tag, access: 'open' },
  summary: 'The arenas of a series that have started, the newest first, with their winners.',
  query: v.object({ cursor }),
  success: page(historyPageSchema, 'A page of them.'),
  refusals: ['notFound'],
});

export const getCalendarOperation = operation({
  ...{ id: 'getSeriesCalendar', method: 'GET', path: '/series/{id}/calendar.ics', tag },
  access: 'open',
  summary: 'The arenas of a series, and the starts of a year to come, for calendars (RFC 5545).',
  success: { status: 200, about: 'A calendar.', content: { [CALENDAR]: null } },
  refusals: ['notFound'],
});

export const SERIES_OPERATIONS = [
  createSeriesOperation,
  listSeriesOperation,
  getSeriesOperation,
  changeSeriesOperation,
  pauseSeriesOperation,
  resumeSeriesOperation,
  getSeriesOrganisersOperation,
  setSeriesOrganisersOperation,
  getSeriesAuditOperation,
  getHistoryOperation,
  getCalendarOperation,
];
