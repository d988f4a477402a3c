import * as v from 'valibot';
import { arenaDetailsSchema, arenaPageSchema } from '../arena-details.ts';
import { auditPageSchema } from '../audit-view.ts';
import { oneOf } from '../fields.ts';
import {
  arenaChangesSchema,
  arenaCopySchema,
  newArenaSchema,
  noteSchema,
  organisersSchema,
  reasonSchema,
} from '../http.ts';
import { operation, page } from './operation.ts';
import { cursor } from './parameters.ts';
import { removalSchema } from './person-schemas.ts';
import { finalHeadSchema } from './table-schemas.ts';

const JSON_TYPE = 'application/json';
const tag = 'arenas';

/** An arena with its etag. */
const anArena = (status: 200 | 201, about: string) => ({
  status,
  about,
  content: { [JSON_TYPE]: arenaDetailsSchema },
  headers: status === 201 ? (['etag', 'location'] as const) : (['etag'] as const),
});

export const createArenaOperation = operation({
  ...{ id: 'createArena', method: 'POST', path: '/arenas', tag, access: 'organiser', once: true },
  summary: 'Schedules an arena.',
  body: newArenaSchema,
  success: anArena(201, 'The new arena.'),
  refusals: ['limitReached'],
});

export const ARENA_LISTS = ['upcoming', 'running', 'finished', 'current'] as const;

export const listArenasOperation = operation({
  ...{ id: 'listArenas', method: 'GET', path: '/arenas', tag, access: 'open' },
  summary:
    'Arenas by start: `upcoming`, `running`, `finished` (latest first, those called off too), or ' +
    '`current`: the running ones and then the upcoming ones.',
  query: v.object({ state: v.optional(oneOf(ARENA_LISTS), 'current'), cursor }),
  success: page(arenaPageSchema, 'A page of arenas.'),
  refusals: [],
});

export const myArenasOperation = operation({
  ...{ id: 'listMyArenas', method: 'GET', path: '/me/arenas', tag, access: 'organiser' },
  summary: 'The arenas that the caller has made, the latest start first.',
  query: v.object({ cursor }),
  success: page(arenaPageSchema, 'A page of arenas.'),
  refusals: [],
});

export const getArenaOperation = operation({
  ...{ id: 'getArena', method: 'GET', path: '/arenas/{id}', tag, access: 'open' },
  summary: 'An arena.',
  success: anArena(200, 'The arena.'),
  refusals: ['noSuchArena'],
});

export const changeArenaOperation = operation({
  ...{ id: 'changeArena', method: 'PATCH', path: '/arenas/{id}', tag, access: 'steward' },
  summary:
    'Changes the named fields: any before the start, afterwards only name, description and ' +
    'announcement. The game is fixed a minute before the start.',
  ifMatch: true,
  body: arenaChangesSchema,
  success: anArena(200, 'The arena as it is now.'),
  refusals: ['noSuchArena', 'alreadyStarted', 'arenaOver', 'busy'],
});

export const copyArenaOperation = operation({
  ...{ id: 'copyArena', method: 'POST', path: '/arenas/{id}/copy', tag, access: 'steward' },
  once: true,
  summary: 'Schedules the same arena again at another time; its allow list does not come along.',
  body: arenaCopySchema,
  success: anArena(201, 'The new arena.'),
  refusals: ['noSuchArena', 'limitReached'],
});

export const cancelArenaOperation = operation({
  ...{ id: 'cancelArena', method: 'POST', path: '/arenas/{id}/cancel', tag, access: 'steward' },
  ...{ once: true, ifMatch: true },
  summary:
    'Calls an arena off, before its start or while it runs: running games are void, there is no ' +
    'ranking, finished games keep what they did to ratings.',
  body: reasonSchema,
  success: anArena(200, 'The arena, cancelled.'),
  refusals: ['noSuchArena', 'arenaOver', 'busy'],
});

const entries = (what: 'close' | 'open', summary: string) =>
  operation({
    ...{ id: `${what}Entries`, method: 'POST', path: `/arenas/{id}/entries/${what}`, tag },
    ...{ access: 'steward', once: true },
    summary,
    body: reasonSchema,
    success: anArena(200, 'The arena as it is now.'),
    refusals: ['noSuchArena', 'arenaOver', 'busy'],
  });
export const closeEntriesOperation = entries('close', 'Lets nobody in who has not been in before.');
export const openEntriesOperation = entries('open', 'Lets new players in again.');

export const setOrganisersOperation = operation({
  ...{ id: 'setOrganisers', method: 'PUT', path: '/arenas/{id}/organisers', tag, access: 'owner' },
  ifMatch: true,
  summary: 'Names the accounts that may steer this arena, too, all of them at once.',
  body: organisersSchema,
  success: {
    status: 200,
    about: 'Who may.',
    content: { [JSON_TYPE]: organisersSchema },
    headers: ['etag'],
  },
  refusals: ['noSuchArena', 'busy'],
});

export const getOrganisersOperation = operation({
  ...{ id: 'getOrganisers', method: 'GET', path: '/arenas/{id}/organisers', tag },
  access: 'steward',
  summary: 'The accounts that may steer this arena beside its owner.',
  success: {
    status: 200,
    about: 'Who may.',
    content: { [JSON_TYPE]: organisersSchema },
    headers: ['etag'],
  },
  refusals: ['noSuchArena'],
});

export const sendNoteOperation = operation({
  ...{ id: 'sendNote', method: 'POST', path: '/arenas/{id}/notes', tag, access: 'steward' },
  once: true,
  summary: 'Tells all players who are there something.',
  body: noteSchema,
  success: {
    status: 200,
    about: 'How many connections it goes to.',
    content: { [JSON_TYPE]: v.object({ told: v.number() }) },
  },
  refusals: ['noSuchArena', 'arenaOver', 'tooMany', 'busy'],
});

export const getAuditOperation = operation({
  ...{ id: 'getAudit', method: 'GET', path: '/arenas/{id}/audit', tag, access: 'steward' },
  summary: 'What organisers did in this arena, the latest first.',
  query: v.object({ cursor }),
  success: page(auditPageSchema, 'A page of it.'),
  refusals: ['noSuchArena'],
});

const decision = (what: 'remove' | 'disqualify' | 'reinstate', parts: DecisionParts) =>
  operation({
    ...{ id: `${what}Player`, method: 'POST', path: `/arenas/{id}/players/{player}/${what}`, tag },
    ...{ access: 'steward', once: true },
    summary: parts.summary,
    body: reasonSchema,
    success: { status: 200, about: parts.about, content: { [JSON_TYPE]: parts.schema } },
    refusals: ['noSuchArena', 'notEntered', parts.refusal, 'busy'],
  });

interface DecisionParts {
  readonly summary: string;
  readonly about: string;
  readonly schema: v.GenericSchema;
  readonly refusal: 'arenaOver' | 'tooEarly';
}

const VERSION: DecisionParts = {
  summary: '',
  about: 'The head of the version that says so.',
  schema: finalHeadSchema,
  refusal: 'tooEarly',
};

export const removePlayerOperation = decision('remove', {
  summary: 'Takes a player out of an arena that is not frozen; he loses a running game.',
  about: 'What was decided.',
  schema: removalSchema,
  refusal: 'arenaOver',
});
export const disqualifyPlayerOperation = decision('disqualify', {
  ...VERSION,
  summary: 'Makes a new version of the final ranking without this player.',
});
export const reinstatePlayerOperation = decision('reinstate', {
  ...VERSION,
  summary: 'Makes a new version of the final ranking with this player again.',
});

export const ARENA_OPERATIONS = [
  createArenaOperation,
  listArenasOperation,
  myArenasOperation,
  getArenaOperation,
  changeArenaOperation,
  copyArenaOperation,
  cancelArenaOperation,
  closeEntriesOperation,
  openEntriesOperation,
  setOrganisersOperation,
  getOrganisersOperation,
  sendNoteOperation,
  getAuditOperation,
  removePlayerOperation,
  disqualifyPlayerOperation,
  reinstatePlayerOperation,
];
