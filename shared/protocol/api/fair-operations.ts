import * as v from 'valibot';
import {
  banPageSchema,
  banSchema,
  guestReportSchema,
  newBanSchema,
  newReportSchema,
  reportPageSchema,
  reportReceiptSchema,
} from '../fair-view.ts';
import { answer, operation, page } from './operation.ts';
import { cursor } from './parameters.ts';

const JSON_TYPE = 'application/json';
const tag = 'fair play';

const receipt = {
  status: 201,
  about: 'It has been filed.',
  content: { [JSON_TYPE]: reportReceiptSchema },
} as const;
const NOTHING_TO_REPORT = ['noSuchGame', 'noSuchArena', 'notEntered', 'tooMany', 'busy'] as const;

export const createReportOperation = operation({
  ...{ id: 'createReport', method: 'POST', path: '/reports', tag, access: 'player', once: true },
  summary:
    'Tells the organisers of an arena about a game, or about a player who is or was in it; ten ' +
    'times an hour.',
  body: newReportSchema,
  success: receipt,
  refusals: ['erasing', ...NOTHING_TO_REPORT],
});

export const createGuestReportOperation = operation({
  ...{ id: 'createGuestReport', method: 'POST', path: '/guests/{id}/reports', tag },
  access: 'open',
  summary: 'The same for a guest.',
  body: guestReportSchema,
  success: receipt,
  refusals: ['notFound', 'forbidden', ...NOTHING_TO_REPORT],
});

export const listReportsOperation = operation({
  ...{ id: 'listReports', method: 'GET', path: '/arenas/{id}/reports', tag, access: 'steward' },
  summary: 'What players have reported in this arena, the latest first.',
  query: v.object({ cursor }),
  success: page(reportPageSchema, 'A page of it.'),
  refusals: ['noSuchArena'],
});

export const banPlayerOperation = operation({
  ...{ id: 'banPlayer', method: 'PUT', path: '/players/{id}/ban', tag, access: 'admin' },
  summary:
    'Gives a player no more tickets, for good or until an instant. Connections that are open ' +
    'stay: remove him from the arena that he plays in.',
  body: newBanSchema,
  success: answer(banSchema, 'The ban.'),
  refusals: ['notFound', 'busy'],
});

export const liftBanOperation = operation({
  ...{ id: 'liftBan', method: 'DELETE', path: '/players/{id}/ban', tag, access: 'admin' },
  summary: 'Lets a player come again, whether he was banned or not.',
  success: { status: 204, about: 'He may come.' },
  refusals: ['notFound', 'busy'],
});

export const listBansOperation = operation({
  ...{ id: 'listBans', method: 'GET', path: '/bans', tag, access: 'admin' },
  summary: 'Players who get no tickets, by id; a page may be short.',
  query: v.object({ cursor }),
  success: page(banPageSchema, 'A page of them.'),
  refusals: [],
});

export const FAIR_OPERATIONS = [
  createReportOperation,
  createGuestReportOperation,
  listReportsOperation,
  banPlayerOperation,
  liftBanOperation,
  listBansOperation,
];
