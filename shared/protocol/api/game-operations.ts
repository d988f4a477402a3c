import * as v from 'valibot';
import { oneOf } from '../fields.ts';
import { listedGameSchema, spectatedGameSchema, topGameSchema } from '../spectate-view.ts';
import { answer, operation } from './operation.ts';
import { cursor, playerId } from './parameters.ts';

const tag = 'games';
const NOTATIONS = {
  'application/x-chess-pgn': null,
  'application/x-draughts-pdn': null,
  'text/plain': null,
};
const format = v.optional(
  v.pipe(
    v.string(),
    v.description('Over `accept`: pgn of chess, pdn of draughts, text of all that is over.'),
  ),
);

const gamesQuery = v.object({
  format,
  state: v.optional(oneOf(['live', 'finished'])),
  player: v.optional(playerId),
  cursor,
});
export type GamesQuery = v.InferOutput<typeof gamesQuery>;

export const listGamesOperation = operation({
  ...{ id: 'listGames', method: 'GET', path: '/arenas/{id}/games', tag, access: 'open' },
  summary:
    'The games of an arena, or of one player in it. NDJSON has the running ones, too, the ' +
    'notations the finished ones. `state=live`: running ones by the better placed of the two, ' +
    'with the ranks of both now.',
  query: gamesQuery,
  success: {
    status: 200,
    about: 'By `format`, or what the client accepts.',
    content: { 'application/x-ndjson': listedGameSchema, ...NOTATIONS },
    headers: ['link'],
  },
  refusals: ['noSuchArena', 'notEntered'],
});

export const getGameOperation = operation({
  ...{ id: 'getGame', method: 'GET', path: '/games/{id}', tag, access: 'open' },
  summary:
    'A game, with the ranks of its players now; while it runs as many turns late as the policy ' +
    'of its arena says, and JSON alone.',
  query: v.object({ format }),
  success: {
    status: 200,
    about: 'By `format`, or what the client accepts.',
    content: { 'application/json': spectatedGameSchema, ...NOTATIONS },
  },
  refusals: ['noSuchGame'],
});

export const getTopGameOperation = operation({
  ...{ id: 'getTopGame', method: 'GET', path: '/arenas/{id}/top-game', tag, access: 'open' },
  summary: 'The running game of the best placed player who plays.',
  success: answer(topGameSchema, 'The game, or null.'),
  refusals: ['noSuchArena'],
});

export const GAME_OPERATIONS = [listGamesOperation, getGameOperation, getTopGameOperation];
