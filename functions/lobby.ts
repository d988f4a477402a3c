import { visitLobby } from '../shared/app/lobby.ts';
import { isGameMessage } from '../shared/protocol/client-message.ts';
import { tables } from './aws/published.ts';
import { ambient, env } from './aws/runtime.ts';
import { socketHandler, unexpectedType } from './aws/socket-handler.ts';
import { socketPush } from './aws/socket-push.ts';
import { sqsClock } from './aws/sqs-queues.ts';
import { store } from './aws/stored.ts';

const ports = {
  ...ambient,
  store,
  tables,
  push: socketPush(env('CONNECTIONS_ENDPOINT')),
  queues: sqsClock(env('CLOCK_QUEUE_URL')),
};

/** Routes hello, enter, leave, lobby, pause and resume: a player's place in an arena. */
export const handler = socketHandler(async (caller, message) =>
  isGameMessage(message) ? unexpectedType : visitLobby(ports, caller, message),
);
