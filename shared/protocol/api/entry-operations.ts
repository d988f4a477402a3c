import * as v from 'valibot';
import {
  type AllowListBody,
  allowListSchema,
  allowListViewSchema,
  entryViewSchema,
} from '../entry-view.ts';
import { oneOf } from '../fields.ts';
import { answer, operation } from './operation.ts';

const JSON_TYPE = 'application/json';
export const CSV_TYPE = 'text/csv';
const tag = 'entry';

const theList = {
  status: 200,
  about: 'Who may enter; as CSV with their names.',
  content: { [JSON_TYPE]: allowListViewSchema, [CSV_TYPE]: null },
  headers: ['etag'],
} as const;

export const getAllowListOperation = operation({
  ...{ id: 'getAllowList', method: 'GET', path: '/arenas/{id}/allow-list', tag },
  access: 'steward',
  summary: 'The players who may enter where `entry.access` is `list`, as JSON or CSV.',
  query: v.object({ format: v.optional(oneOf(['json', 'csv'])) }),
  success: theList,
  refusals: ['noSuchArena'],
});

export const setAllowListOperation = operation<undefined, AllowListBody | string>({
  ...{ id: 'setAllowList', method: 'PUT', path: '/arenas/{id}/allow-list', tag },
  access: 'steward',
  ifMatch: true,
  summary:
    'Replaces the whole list, before the start or while the arena runs: players by their ids, ' +
    'accounts by their subjects. As CSV: a header with `player`, `account` or both; where a line ' +
    'is wrong, `field` names it and nothing is stored.',
  body: allowListSchema,
  bodyTypes: [CSV_TYPE],
  success: { ...theList, content: { [JSON_TYPE]: allowListViewSchema } },
  refusals: ['noSuchArena', 'arenaOver', 'busy'],
});

export const getEntryOperation = operation({
  ...{ id: 'getEntry', method: 'GET', path: '/arenas/{id}/entry', tag, access: 'player' },
  summary:
    'Whether the caller may enter, and every condition with what he has. A provisional rating ' +
    'meets no limit. Guests have no token: `enter` tells them.',
  success: answer(entryViewSchema, 'The verdicts.'),
  refusals: ['noSuchArena'],
});

export const ENTRY_OPERATIONS = [getAllowListOperation, setAllowListOperation, getEntryOperation];
