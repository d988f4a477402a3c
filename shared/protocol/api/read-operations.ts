import * as v from 'valibot';
import { GAME_KINDS } from '../../rules/rules.ts';
import { oneOf } from '../fields.ts';
import { guestTicketSchema, newGuestSchema } from '../http.ts';
import { RULES_LANGUAGES } from '../rules-page/rules-page.ts';
import { answer, operation } from './operation.ts';
import { cursor, playerId, wholeNumber } from './parameters.ts';
import {
  bestPageSchema,
  guestSchema,
  meSchema,
  personSchema,
  rulesPageSchema,
  ticketSchema,
} from './person-schemas.ts';
import { finalSchema, playerPageSchema, statsSchema, tableSchema } from './table-schemas.ts';

const JSON_TYPE = 'application/json';
const NDJSON = 'application/x-ndjson';
const json = (about: string, schema: v.GenericSchema | null = null) =>
  ({ status: 200, about, content: { [JSON_TYPE]: schema } }) as const;

const arenas = 'arenas';
const people = 'players';

export const getStandingsOperation = operation({
  ...{ id: 'getStandings', method: 'GET', path: '/arenas/{id}/standings', tag: arenas },
  access: 'open',
  summary: 'A page of the table, the page around a player, or a page of a final version.',
  query: v.object({
    page: v.optional(wholeNumber(0), '0'),
    around: v.optional(playerId),
    version: v.optional(wholeNumber(1)),
  }),
  success: json('A hundred lines at most.', v.union([tableSchema, finalSchema])),
  refusals: ['noSuchArena', 'notEntered', 'notFound'],
});

export const getStatsOperation = operation({
  ...{ id: 'getStats', method: 'GET', path: '/arenas/{id}/stats', tag: arenas, access: 'open' },
  summary: 'The arena in numbers.',
  success: json('Of its counted games.', statsSchema),
  refusals: ['noSuchArena'],
});

export const RULES_FORMATS = ['json', 'html', 'markdown'] as const;

export const getRulesOperation = operation({
  ...{ id: 'getRules', method: 'GET', path: '/arenas/{id}/rules', tag: arenas, access: 'open' },
  summary: 'The rules of the arena in words.',
  query: v.object({
    lang: v.optional(oneOf(RULES_LANGUAGES), 'en'),
    format: v.optional(oneOf(RULES_FORMATS)),
  }),
  success: {
    status: 200,
    about: 'By `format`, or what the client accepts.',
    content: { [JSON_TYPE]: rulesPageSchema, 'text/html': null, 'text/markdown': null },
  },
  refusals: ['noSuchArena'],
});

export const getExportOperation = operation({
  ...{ id: 'getExport', method: 'GET', path: '/arenas/{id}/export', tag: arenas, access: 'open' },
  summary: 'The whole arena for an audit (`arena-export/1`), page after page.',
  query: v.object({ cursor }),
  success: {
    status: 200,
    about: 'One JSON a line.',
    content: { [NDJSON]: null },
    headers: ['link'],
  },
  refusals: ['noSuchArena'],
});

export const getPlayerOperation = operation({
  ...{ id: 'getPlayer', method: 'GET', path: '/arenas/{id}/players/{player}', tag: arenas },
  access: 'open',
  summary: 'A player in an arena: his games, and what is behind his points.',
  success: json('His line and his games.', playerPageSchema),
  refusals: ['noSuchArena', 'notEntered'],
});

export const getMeOperation = operation({
  ...{ id: 'getMe', method: 'GET', path: '/arenas/{id}/me', tag: arenas, access: 'player' },
  summary: 'The place of the caller in this arena, and why he waits.',
  success: json('His place.', meSchema),
  refusals: ['noSuchArena', 'notEntered'],
});

export const getPersonOperation = operation({
  ...{ id: 'getPerson', method: 'GET', path: '/players/{id}', tag: people, access: 'open' },
  summary: 'A player across arenas: his ratings, and where he was.',
  query: v.object({ cursor }),
  success: { ...json('The player.', personSchema), headers: ['link'] },
  refusals: ['notFound'],
});

export const getRatingsOperation = operation({
  ...{ id: 'getRatings', method: 'GET', path: '/ratings/{kind}', tag: people, access: 'open' },
  summary: `The best at one kind of game (${GAME_KINDS.join(', ')}) whose ratings are settled.`,
  query: v.object({ cursor }),
  success: { ...json('A page of them.', bestPageSchema), headers: ['link'] },
  refusals: ['notFound'],
});

export const createTicketOperation = operation({
  ...{ id: 'createTicket', method: 'POST', path: '/tickets', tag: people, access: 'player' },
  summary: 'An address that opens one WebSocket connection, once, within 30 s.',
  success: answer(ticketSchema, 'The ticket.', { status: 201 }),
  refusals: ['banned', 'erasing'],
});

export const createGuestOperation = operation({
  ...{ id: 'createGuest', method: 'POST', path: '/guests', tag: people, access: 'open' },
  summary: 'A player without an account.',
  body: newGuestSchema,
  success: answer(guestSchema, 'Whoever has the secret is this player; it is told once.', {
    status: 201,
  }),
  refusals: ['tooMany'],
});

export const createGuestTicketOperation = operation({
  ...{ id: 'createGuestTicket', method: 'POST', path: '/guests/{id}/tickets', tag: people },
  access: 'open',
  summary: 'An address that opens one WebSocket connection of a guest.',
  body: guestTicketSchema,
  success: answer(ticketSchema, 'The ticket.', { status: 201 }),
  refusals: ['notFound', 'forbidden', 'banned'],
});

export const getOpenApiOperation = operation({
  ...{ id: 'getOpenApi', method: 'GET', path: '/openapi.json', tag: 'documents', access: 'open' },
  summary: 'This document.',
  success: json('OpenAPI 3.1.'),
  refusals: [],
});

export const READ_OPERATIONS = [
  getOpenApiOperation,
  getStandingsOperation,
  getStatsOperation,
  getRulesOperation,
  getExportOperation,
  getPlayerOperation,
  getMeOperation,
  getPersonOperation,
  getRatingsOperation,
  createTicketOperation,
  createGuestOperation,
  createGuestTicketOperation,
];
