import { play } from '../shared/app/play.ts';
import { isGameMessage } from '../shared/protocol/client-message.ts';
import { count } from './aws/metrics.ts';
import { env } from './aws/runtime.ts';
import { socketHandler, unexpectedType } from './aws/socket-handler.ts';
import { socketPush } from './aws/socket-push.ts';
import { store } from './aws/stored.ts';

const ports = { store, push: socketPush(env('CONNECTIONS_ENDPOINT')) };

/** Route `move`: one read, one conditional write, one push, the answer as route response. */
export const handler = socketHandler(async (caller, message) => {
  if (!isGameMessage(message)) return unexpectedType;
  const told = await play(ports, caller, message);
  count(told.t === 'refused' ? 'MoveRejected' : 'MoveAccepted');
  return told;
});
