import { randomUUID } from 'node:crypto';
import type { Client, Handshake } from './connection.ts';

/** The API as events name it. */
export interface SocketPlace {
  readonly apiId: string;
  readonly stage: string;
  readonly domainName: string;
}

export interface SocketOccasion {
  readonly routeKey: string;
  readonly eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT';
  /** Epoch ms at which the gateway received it. */
  readonly atMs: number;
}

export type SocketContext = Readonly<Record<string, unknown>> & { readonly requestId: string };

/** The `requestContext` of an event of a WebSocket API. */
export function socketContext(
  place: SocketPlace,
  client: Client,
  { routeKey, eventType, atMs }: SocketOccasion,
): SocketContext {
  const requestId = randomUUID();
  return {
    ...place,
    routeKey,
    eventType,
    requestId,
    extendedRequestId: requestId,
    requestTime: new Date(atMs).toUTCString(),
    requestTimeEpoch: atMs,
    messageDirection: 'IN',
    connectionId: client.id,
    connectedAt: client.connectedAtMs,
    identity: { sourceIp: client.sourceIp, userAgent: client.userAgent },
    ...(client.authorizer && { authorizer: client.authorizer }),
    ...(eventType === 'MESSAGE' && { messageId: randomUUID() }),
  };
}

/** Headers and query, once as text and once as lists; AWS leaves an empty query out. */
export function handshakeFields({ headers, query }: Handshake): object {
  return {
    headers,
    multiValueHeaders: lists(headers),
    ...(Object.keys(query).length > 0 && {
      queryStringParameters: query,
      multiValueQueryStringParameters: lists(query),
    }),
  };
}

const lists = (fields: Readonly<Record<string, string>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]]));
