import middy from '@middy/core';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2 as HttpResult,
} from 'aws-lambda';
import { parseId } from '../../shared/core/ids.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import { problemOf } from '../../shared/protocol/api/problem.ts';
import { logLine, note, noteId } from './log.ts';

/** What a route sees of a request. */
export interface HttpEvent {
  readonly method: string;
  readonly rawPath: string;
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As it was sent; empty without one. */
  readonly body: string;
  /** Claims that the gateway has checked; empty on public routes. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Of the client, or of whatever stands before the gateway. */
  readonly address: string;
}

export type { HttpResult };

type Routes = ReadonlyMap<string, (event: HttpEvent) => Promise<HttpResult>>;

type RawEvent = APIGatewayProxyEventV2 & {
  readonly requestContext: { readonly authorizer?: { readonly jwt?: { readonly claims: object } } };
};

/** One function for all routes of the HTTP API, by their route key. */
export const httpHandler = (routes: Routes) =>
  middy<RawEvent, HttpResult>()
    .use(logLine())
    .handler(async (event) => {
      note('route', event.routeKey);
      const route = routes.get(event.routeKey);
      if (route === undefined) throw new Error(`no code for route ${event.routeKey}`);
      noteThings(event);
      const result = await route(requestOf(event));
      note('status', result.statusCode);
      return result;
    });

/**
 * What a path is about: `{id}` is of the kind that its first part names. Anybody may write anything
 * into a path, so only what can be an id is noted.
 */
function noteThings({ routeKey, pathParameters = {} }: RawEvent): void {
  const { id, player } = pathParameters;
  const [, first = ''] = /^\S+ \/(\w+)/.exec(routeKey) ?? [];
  const kind = KINDS[first];
  if (kind !== undefined) noteId(kind, parseId(id));
  noteId('player', parseId(player));
}

const KINDS: Readonly<Record<string, Parameters<typeof noteId>[0] | undefined>> = {
  arenas: 'arena',
  games: 'game',
  players: 'player',
  guests: 'player',
  series: 'series',
  webhooks: 'webhook',
};

function requestOf(event: RawEvent): HttpEvent {
  const { requestContext } = event;
  return {
    method: requestContext.http.method,
    rawPath: event.rawPath,
    path: event.pathParameters ?? {},
    query: event.queryStringParameters ?? {},
    headers: event.headers,
    body: bodyOf(event),
    claims: { ...requestContext.authorizer?.jwt?.claims },
    address: requestContext.http.sourceIp,
  };
}

const bodyOf = ({ body = '', isBase64Encoded }: RawEvent): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;

export const json = (
  statusCode: number,
  value: object,
  headers: Record<string, string> = {},
): HttpResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** One JSON value a line. */
export const ndjson = (
  values: readonly object[],
  headers: Record<string, string> = {},
): HttpResult => ({
  statusCode: 200,
  headers: { 'content-type': 'application/x-ndjson', ...headers },
  body: values.map((value) => `${JSON.stringify(value)}\n`).join(''),
});

export const textual = (
  type: string,
  body: string,
  headers: Record<string, string> = {},
): HttpResult => ({
  statusCode: 200,
  headers: { 'content-type': `${type}; charset=utf-8`, ...headers },
  body,
});

const SECOND_MS = 1_000;

/** A refusal as problem details (RFC 9457). */
export function problem(refusal: Refusal): HttpResult {
  const body = problemOf(refusal);
  const { status, retryInMs } = body;
  note('refused', refusal.code);
  const isLater = retryInMs !== undefined && [409, 429, 503].includes(status);
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/problem+json',
      ...(isLater && { 'retry-after': String(Math.ceil(retryInMs / SECOND_MS)) }),
    },
    body: JSON.stringify(body),
  };
}
