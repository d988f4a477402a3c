import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createArena, showTable } from '../shared/app/arenas.ts';
import { listGames } from '../shared/app/list-games.ts';
import { accountPlayer, checkGuest, createGuest, issueTicket } from '../shared/app/players.ts';
import type { Arena } from '../shared/arena/arena.ts';
import { type ArenaId, type GameId, type PlayerId, parseId } from '../shared/core/ids.ts';
import { refuse } from '../shared/core/refusal.ts';
import { viewArena } from '../shared/protocol/arena-view.ts';
import { checked } from '../shared/protocol/client-message.ts';
import { guestTicketSchema, newArenaSchema, newGuestSchema } from '../shared/protocol/http.ts';
import { arenaSchedules } from './aws/arena-schedules.ts';
import { accountOf, hasRole, ORGANISER } from './aws/claims.ts';
import { type HttpEvent, httpHandler, json, ndjson, problem } from './aws/http-handler.ts';
import { tables } from './aws/published.ts';
import { ambient, env } from './aws/runtime.ts';
import { sqsClock } from './aws/sqs-queues.ts';
import { store } from './aws/stored.ts';

const ports = {
  ...ambient,
  store,
  tables,
  queues: sqsClock(env('CLOCK_QUEUE_URL')),
  schedules: arenaSchedules({
    group: env('SCHEDULE_GROUP'),
    roleArn: env('SCHEDULE_ROLE_ARN'),
    lifecycleArn: env('LIFECYCLE_ARN'),
    deadLetterArn: env('SCHEDULE_DLQ_ARN'),
  }),
};

type Answer = Promise<APIGatewayProxyStructuredResultV2>;

/** HTTP API: organisers schedule arenas, everybody reads them, players fetch their tickets. */
export const handler = httpHandler({
  'POST /arenas': postArena,
  'GET /arenas': getArenas,
  'GET /arenas/{id}': (event) => withArena(event, async (arena) => json(200, viewArena(arena))),
  'GET /arenas/{id}/standings': getStandings,
  'GET /arenas/{id}/games': getGames,
  'POST /tickets': postTicket,
  'POST /guests': postGuest,
  'POST /guests/{id}/tickets': postGuestTicket,
});

async function postArena(event: HttpEvent): Answer {
  if (!hasRole(event, ORGANISER)) {
    return problem(refuse('forbidden', { expected: `role ${ORGANISER}` }));
  }
  const body = checked(newArenaSchema, event.json);
  if (!body.ok) return problem(body.error);
  const created = await createArena(ports, accountOf(event).subject, body.value);
  if (!created.ok) return problem(created.error);
  const view = viewArena(created.value);
  return json(201, view, { location: `/arenas/${view.id}` });
}

async function getArenas(): Answer {
  const arenas = await store.unsettledArenas();
  return json(200, { arenas: arenas.map(viewArena) });
}

function getStandings(event: HttpEvent): Answer {
  return withArena(event, async (arena) => {
    const page = event.query.page === undefined ? 0 : Number(event.query.page);
    if (!Number.isSafeInteger(page) || page < 0) {
      return problem(refuse('invalid', { field: 'page', expected: 'an integer from 0' }));
    }
    return json(200, await showTable(ports, arena, page));
  });
}

function getGames(event: HttpEvent): Answer {
  return withArena(event, async (arena) => {
    const cursor = event.query.cursor ?? null;
    const after = cursor === null ? null : parseId<GameId>(cursor);
    if (cursor !== null && after === null) {
      return problem(refuse('invalid', { field: 'cursor', expected: 'the id of a game' }));
    }
    const { games, next } = await listGames(ports, arena, after);
    return ndjson(games, next === null ? {} : { link: nextLink(arena.id, next) });
  });
}

async function postTicket(event: HttpEvent): Answer {
  const player = await accountPlayer(ports, accountOf(event));
  return ticketFor(player);
}

async function postGuest(event: HttpEvent): Answer {
  const body = checked(newGuestSchema, event.json);
  if (!body.ok) return problem(body.error);
  return json(201, await createGuest(ports, body.value.name));
}

async function postGuestTicket(event: HttpEvent): Answer {
  const body = checked(guestTicketSchema, event.json);
  if (!body.ok) return problem(body.error);
  const id = parseId<PlayerId>(event.path.id);
  if (id === null) return problem(refuse('notFound', { field: 'id', expected: 'a guest' }));
  const guest = await checkGuest(ports, id, body.value.secret);
  return guest.ok ? ticketFor(guest.value) : problem(guest.error);
}

async function ticketFor(player: PlayerId): Answer {
  const ticket = await issueTicket(ports, player);
  return json(201, { player, ...ticket, url: `${env('WEBSOCKET_URL')}?ticket=${ticket.ticket}` });
}

async function withArena(event: HttpEvent, show: (arena: Arena) => Answer): Answer {
  const id = parseId<ArenaId>(event.path.id);
  const arena = id === null ? null : await store.arena(id, 'consistent');
  return arena === null ? problem(refuse('noSuchArena', { field: 'id' })) : show(arena);
}

const nextLink = (arena: ArenaId, cursor: GameId): string =>
  `</arenas/${arena}/games?cursor=${cursor}>; rel="next"`;
