import middy from '@middy/core';
import type { APIGatewayProxyResultV2 } from 'aws-lambda';
import type { Caller } from '../../shared/app/ports.ts';
import { connectionId, type PlayerId } from '../../shared/core/ids.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { type ClientMessage, parseClientMessage } from '../../shared/protocol/client-message.ts';
import { encode, type ServerMessage } from '../../shared/protocol/server-message.ts';
import { logLine, note, noteId } from './log.ts';
import { noiseFilter } from './noise.ts';

/** What the gateway tells of a message. The authorizer's context is on every later one. */
export interface SocketEvent {
  readonly body?: string;
  readonly requestContext: {
    readonly connectionId: string;
    readonly connectedAt: number;
    readonly requestTimeEpoch: number;
    readonly authorizer?: { readonly player?: string };
  };
}

/**
 * A message route: parses, answers, and returns the answer as the route's response. Bad input is
 * answered with a refusal; only a bug or an outage throws, and then the gateway speaks.
 */
export const socketHandler = (
  answer: (caller: Caller, message: ClientMessage) => Promise<ServerMessage>,
) => {
  const filter = noiseFilter();
  return middy<SocketEvent, APIGatewayProxyResultV2>()
    .use(logLine())
    .handler(async (event) => {
      const caller = callerOf(event);
      const parsed = parseClientMessage(event.body);
      const told = parsed.ok
        ? await answer(caller, parsed.value)
        : unread(filter, caller, parsed.error);
      const cid = parsed.ok ? parsed.value.cid : cidOf(event.body);
      if (parsed.ok) noteMessage(parsed.value);
      else note('t', 'unparsed');
      if (cid !== undefined) note('cid', cid);
      if (told.t === 'refused') note('refused', told.code);
      return { statusCode: 200, body: encode(told, cid) };
    });
};

/** What the message says it is about; whether that is so, only the answer knows. */
function noteMessage(message: ClientMessage): void {
  note('t', message.t);
  if ('arena' in message) noteId('arena', message.arena);
  if ('game' in message) noteId('game', message.game);
  if ('ply' in message) note('ply', message.ply);
}

/** What a message is answered with that nobody could read. */
function unread(
  filter: ReturnType<typeof noiseFilter>,
  { connection, nowMs }: Caller,
  why: Refusal | 'outdated',
): ServerMessage {
  const isOutdated = why === 'outdated';
  const refusal = filter(connection, nowMs, isOutdated ? refuse('unknownType') : why);
  const leaves = isOutdated && refusal.code !== 'slowDown';
  return leaves ? { t: 'bye', code: 'upgrade' } : { t: 'refused', ...refusal };
}

/** A message that its route does not take: the client has sent it under another one's name. */
export const unexpectedType: ServerMessage = { t: 'refused', code: 'unknownType', field: 't' };

/** The player of a connection was put there by the authorizer, so he needs no further proof. */
export function callerOf({ requestContext }: SocketEvent): Caller {
  const player = requestContext.authorizer?.player;
  if (player === undefined) throw new Error('a message without the context of its authorizer');
  note('connection', requestContext.connectionId);
  noteId('player', player);
  return {
    player: player as PlayerId,
    connection: connectionId(requestContext.connectionId),
    connectedAtMs: requestContext.connectedAt,
    atMs: requestContext.requestTimeEpoch,
    nowMs: Date.now(),
  };
}

/** The client's mark on a message that could not be read; the others were parsed with theirs. */
function cidOf(body: string | undefined): string | undefined {
  try {
    const { cid } = JSON.parse(body ?? '') as { cid?: unknown };
    return typeof cid === 'string' ? cid.slice(0, 64) : undefined;
  } catch {
    return undefined;
  }
}
