import { visitLobby } from '../shared/app/lobby.ts';
import { isGameMessage } from '../shared/protocol/client-message.ts';
import { tables } from './aws/published.ts';
import { env } from './aws/runtime.ts';
import { socketHandler, unexpectedType } from './aws/socket-handler.ts';
import { socketPush } from './aws/socket-push.ts';
import { store } from './aws/stored.ts';

const ports = { store, tables, push: socketPush(env('CONNECTIONS_ENDPOINT')) };

/** Routes hello, enter, lobby, pause and resume: a player's place in an arena. */
export const handler = socketHandler(async (caller, message) =>
  isGameMessage(message) ? unexpectedType : visitLobby(ports, caller, message),
);
