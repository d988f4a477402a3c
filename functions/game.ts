import { play } from '../shared/app/play.ts';
import { isGameMessage } from '../shared/protocol/client-message.ts';
import { env } from './aws/runtime.ts';
import { socketHandler, unexpectedType } from './aws/socket-handler.ts';
import { socketPush } from './aws/socket-push.ts';
import { store } from './aws/stored.ts';

const ports = { store, push: socketPush(env('CONNECTIONS_ENDPOINT')) };

/** Route `$default`: every command of a game but moves, and whatever nobody knows. */
export const handler = socketHandler(async (caller, message) =>
  isGameMessage(message) ? play(ports, caller, message) : unexpectedType,
);
