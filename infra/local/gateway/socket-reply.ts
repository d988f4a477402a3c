import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Client } from './connection.ts';
import type { SocketContext } from './socket-event.ts';

/** The text that goes back to the sender, if the integration gave one; undefined: not an answer. */
export function replyOf(answer: unknown): string | null | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (!('statusCode' in answer) || typeof answer.statusCode !== 'number') return undefined;
  const body = 'body' in answer ? answer.body : undefined;
  return typeof body === 'string' && body !== '' ? body : null;
}

/** The status with which `$connect` ends the handshake; 2xx lets it pass. */
export function connectStatus(answer: unknown): number {
  if (typeof answer !== 'object' || answer === null || !('statusCode' in answer)) return 502;
  return typeof answer.statusCode === 'number' ? answer.statusCode : 502;
}

/** Ends a handshake with a status and the gateway's own body. */
export function refuseUpgrade(raw: Duplex, status: number, client: Client): void {
  const phrase = STATUS_CODES[status] ?? 'Refused';
  const message = status >= 500 ? 'Internal server error' : phrase;
  const body = gatewayFrame(message, { connectionId: client.id, requestId: randomUUID() });
  const lines = [
    `HTTP/1.1 ${status} ${phrase}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  raw.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** The gateway's own frame: it carries no `t`. */
export function gatewayFrame(message: string, context: SocketContext): string {
  const { connectionId, requestId } = context;
  return JSON.stringify({ message, connectionId, requestId });
}

/** Fills `$context.<name>` of a response template. */
export const fillTemplate = (template: string, context: SocketContext): string =>
  template.replace(/\$context\.(\w+)/g, (_whole, name: string) => String(context[name] ?? ''));

/** The route of a message: the selection field of a JSON object, else `$default`. */
export function selectRoute(
  text: string,
  selectionField: string,
  routes: { has(key: string): boolean },
): string {
  const key = selectionOf(text, selectionField);
  // A client cannot pretend to connect.
  const isOwn = key === '$connect' || key === '$disconnect';
  return key !== null && !isOwn && routes.has(key) ? key : '$default';
}

function selectionOf(text: string, field: string): string | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null || !Object.hasOwn(message, field))
      return null;
    const value = (message as Record<string, unknown>)[field];
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
