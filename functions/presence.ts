import middy from '@middy/core';
import { leave } from '../shared/app/leave.ts';
import { logLine } from './aws/log.ts';
import { callerOf, type SocketEvent } from './aws/socket-handler.ts';
import { store } from './aws/stored.ts';

interface PresenceEvent extends SocketEvent {
  readonly requestContext: SocketEvent['requestContext'] & { readonly eventType: string };
}

/** $connect stores nothing: the client says `hello`. $disconnect forgets its own connection. */
export const handler = middy<PresenceEvent, { statusCode: number }>()
  .use(logLine())
  .handler(async (event) => {
    if (event.requestContext.eventType === 'DISCONNECT') {
      const { player, connection } = callerOf(event);
      await leave({ store }, player, connection);
    }
    return { statusCode: 200 };
  });
