import { play } from '../shared/app/play.ts';
import { isGameMessage } from '../shared/protocol/client-message.ts';
import { env } from './aws/runtime.ts';
import { socketHandler, unexpectedType } from './aws/socket-handler.ts';
import { socketPush } from './aws/socket-push.ts';
import { store } from './aws/stored.ts';

const ports = { store, push: socketPush(env('CONNECTIONS_ENDPOINT')) };

/** Route `move`: one read, one conditional write, one push, the answer as route response. */
export const handler = socketHandler(async (caller, message) =>
  isGameMessage(message) ? play(ports, caller, message) : unexpectedType,
);
