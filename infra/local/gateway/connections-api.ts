import { jsonAnswer, type WireAnswer, WireError } from '../wire.ts';
import type { Connection } from './connection.ts';

export interface ConnectionsRequest {
  readonly method: string;
  readonly connectionId: string;
  /** Null if it is larger than the 128 KB that a payload may have. */
  readonly payload: Buffer | null;
}

export interface ConnectionsParts {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly nowMs: () => number;
  /** True where a standing connection is to look gone. */
  readonly feignsGone: () => boolean;
}

export const POST_MAX_BYTES = 128 * 1024;
/** What a socket that does not read may keep waiting before it is given up. */
const BACKLOG_MAX_BYTES = 4 * 1024 * 1024;
const NORMAL_CLOSURE = 1000;

/** Answers `@connections/{id}`; throws a WireError with the name of a refusal. */
export function answerConnections(
  parts: ConnectionsParts,
  request: ConnectionsRequest,
): WireAnswer {
  const { method, connectionId, payload } = request;
  const connection = parts.connections.get(connectionId);
  if (connection === undefined || connection.socket.readyState !== connection.socket.OPEN)
    throw gone();
  switch (method) {
    case 'POST':
      if (payload === null) throw new WireError('PayloadTooLargeException', 'Too large.', 413);
      if (parts.feignsGone()) throw gone();
      return post(connection, payload, parts.nowMs());
    case 'GET':
      return jsonAnswer(described(connection));
    case 'DELETE':
      connection.socket.close(NORMAL_CLOSURE, 'Connection Closed Normally');
      return { status: 204 };
    default:
      throw new WireError('ForbiddenException', `${method} is not known for connections`, 403);
  }
}

const gone = (): WireError => new WireError('GoneException', 'Gone', 410);

function post(connection: Connection, payload: Buffer, nowMs: number): WireAnswer {
  const { socket } = connection;
  if (socket.bufferedAmount > BACKLOG_MAX_BYTES) {
    socket.terminate();
    throw gone();
  }
  connection.lastActiveAtMs = nowMs;
  socket.send(payload, { binary: false });
  return { status: 200 };
}

const described = (connection: Connection): object => ({
  connectedAt: new Date(connection.connectedAtMs).toISOString(),
  identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent },
  lastActiveAt: new Date(connection.lastActiveAtMs).toISOString(),
});
