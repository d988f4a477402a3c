import { httpHandler } from './aws/http-handler.ts';
import { getExport, getRules } from './http/documents.ts';
import { postGuest, postGuestTicket, postTicket } from './http/enter.ts';
import { getGames } from './http/games.ts';
import { getMe } from './http/me.ts';
import {
  postArena,
  postDisqualification,
  postReinstatement,
  postRemoval,
} from './http/organise.ts';
import { getPerson, getRatings } from './http/people.ts';
import { getArena, getArenas, getPlayer, getStandings, getStats } from './http/read.ts';

/** HTTP API: organisers schedule arenas, everybody reads them, players fetch their tickets. */
export const handler = httpHandler({
  'POST /arenas': postArena,
  'GET /arenas': getArenas,
  'GET /arenas/{id}': getArena,
  'GET /arenas/{id}/standings': getStandings,
  'GET /arenas/{id}/stats': getStats,
  'GET /arenas/{id}/rules': getRules,
  'GET /arenas/{id}/games': getGames,
  'GET /arenas/{id}/export': getExport,
  'GET /arenas/{id}/players/{player}': getPlayer,
  'GET /arenas/{id}/me': getMe,
  'POST /arenas/{id}/players/{player}/remove': postRemoval,
  'POST /arenas/{id}/players/{player}/disqualify': postDisqualification,
  'POST /arenas/{id}/players/{player}/reinstate': postReinstatement,
  'GET /players/{id}': getPerson,
  'GET /ratings/{kind}': getRatings,
  'POST /tickets': postTicket,
  'POST /guests': postGuest,
  'POST /guests/{id}/tickets': postGuestTicket,
});
