import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { Push } from '../../shared/app/ports.ts';
import { encode } from '../../shared/protocol/server-message.ts';
import { count } from './metrics.ts';

/** A post that hangs must not hold up a move: the player asks for the state when he is back. */
const REQUEST_MS_MAX = 1_000;
const CONNECT_MS_MAX = 300;
const ATTEMPTS_MAX = 2;
const GONE = 410;

/** Pushes through the gateway's callback; the endpoint comes from configuration, never an event. */
export function socketPush(endpoint: string): Push {
  const client = new ApiGatewayManagementApiClient({
    endpoint,
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      requestTimeout: REQUEST_MS_MAX,
      connectionTimeout: CONNECT_MS_MAX,
      // Without this the client only warns, and waits for as long as the post hangs.
      throwOnRequestTimeout: true,
    },
  });
  return {
    send: async (to, message) => {
      const command = new PostToConnectionCommand({ ConnectionId: to, Data: encode(message) });
      try {
        await client.send(command);
        return 'sent';
      } catch (cause) {
        if (isGone(cause)) return 'gone';
        count('PostsFailed');
        return 'unknown';
      }
    },
    close: async (connection) => {
      const command = new DeleteConnectionCommand({ ConnectionId: connection });
      try {
        await client.send(command);
      } catch {
        // Best effort: a connection that cannot be closed now is superseded all the same.
      }
    },
  };
}

/** Some clients name the error, some only give its status. */
function isGone(cause: unknown): boolean {
  const { name, $metadata } = cause as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'GoneException' || $metadata?.httpStatusCode === GONE;
}
