import { httpHandler } from './aws/http-handler.ts';
import { ARENA_ROUTES } from './http/arenas.ts';
import { DOCUMENT_ROUTES } from './http/documents.ts';
import { ENTER_ROUTES } from './http/enter.ts';
import { ENTRY_ROUTES } from './http/entry.ts';
import { FAIR_ROUTES } from './http/fair.ts';
import { GAME_ROUTES } from './http/games.ts';
import { ME_ROUTES } from './http/me.ts';
import { PEOPLE_ROUTES } from './http/people.ts';
import { PRIVACY_ROUTES } from './http/privacy.ts';
import { READ_ROUTES } from './http/read.ts';
import { RESULT_ROUTES } from './http/results.ts';
import { routeMap } from './http/route.ts';
import { SERIES_ROUTES } from './http/series.ts';
import { STEERING_ROUTES } from './http/steering.ts';
import { WEBHOOK_ROUTES } from './http/webhooks.ts';

/** HTTP API: organisers schedule arenas, everybody reads them, players fetch their tickets. */
export const handler = httpHandler(
  routeMap([
    ...ARENA_ROUTES,
    ...STEERING_ROUTES,
    ...READ_ROUTES,
    ...DOCUMENT_ROUTES,
    ...GAME_ROUTES,
    ...ME_ROUTES,
    ...PEOPLE_ROUTES,
    ...ENTER_ROUTES,
    ...ENTRY_ROUTES,
    ...FAIR_ROUTES,
    ...RESULT_ROUTES,
    ...SERIES_ROUTES,
    ...WEBHOOK_ROUTES,
    ...PRIVACY_ROUTES,
  ]),
);
