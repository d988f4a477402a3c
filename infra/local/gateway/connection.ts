import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { readTarget } from '../wire.ts';

/** Who is connected. */
export interface Client {
  readonly id: string;
  /** Epoch ms. */
  readonly connectedAtMs: number;
  readonly sourceIp: string;
  readonly userAgent: string;
  /** What the authorizer said, as strings; none before it spoke. */
  readonly authorizer: Readonly<Record<string, string>> | null;
}

/** A client whose `$connect` has returned. */
export interface Connection extends Client {
  readonly socket: WebSocket;
  /** Epoch ms. */
  lastActiveAtMs: number;
}

/** The request that asks for a connection. */
export interface Handshake {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export function readHandshake(request: IncomingMessage): Handshake {
  const { path, query } = readTarget(request);
  return {
    path,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    query: Object.fromEntries(query),
  };
}

export const newClient = (request: IncomingMessage, nowMs: number): Client => ({
  // As opaque as the real ones, which also end in "=" and so must be escaped in a path.
  id: `${randomBytes(11).toString('base64url')}=`,
  connectedAtMs: nowMs,
  sourceIp: request.socket.remoteAddress ?? '',
  userAgent: request.headers['user-agent'] ?? '',
  authorizer: null,
});
