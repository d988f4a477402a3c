import * as v from 'valibot';
import { oneOf } from '../fields.ts';
import { resultSchema } from '../results-view.ts';
import { visitPageSchema } from '../spectate-view.ts';
import { operation, page } from './operation.ts';
import { cursor, wholeNumber } from './parameters.ts';

export const RESULT_FORMATS = ['ndjson', 'csv'] as const;

export const getResultsOperation = operation({
  ...{ id: 'getResults', method: 'GET', path: '/arenas/{id}/results', tag: 'arenas' },
  access: 'open',
  summary:
    'The published table, or one version of the final ranking, a hundred lines a page in the ' +
    'order of the ranks. CSV (RFC 4180) has its header on the first page, so that pages together ' +
    'are one file; what a spreadsheet would take for a formula gets an apostrophe.',
  query: v.object({
    format: v.optional(oneOf(RESULT_FORMATS)),
    version: v.optional(wholeNumber(1)),
    cursor,
  }),
  success: {
    status: 200,
    about: 'By `format`, or what the client accepts.',
    content: { 'application/x-ndjson': resultSchema, 'text/csv': null },
    headers: ['link'],
  },
  refusals: ['noSuchArena', 'notFound'],
});

export const getVisitsOperation = operation({
  ...{ id: 'getPlayerArenas', method: 'GET', path: '/players/{id}/arenas', tag: 'players' },
  access: 'open',
  summary: 'The arenas that a player is, or was, in, the latest start first.',
  query: v.object({ cursor }),
  success: page(visitPageSchema, 'A page of them.'),
  refusals: ['notFound'],
});

export const SPECTATE_OPERATIONS = [getResultsOperation, getVisitsOperation];
