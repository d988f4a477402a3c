import middy from '@middy/core';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2 as HttpResult,
} from 'aws-lambda';
import type { Refusal, RefusalCode } from '../../shared/core/refusal.ts';
import { logLine, note } from './log.ts';

/** What a route sees of a request. `json` is undefined where the body is not JSON. */
export interface HttpEvent {
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly json: unknown;
  /** The header `accept`; empty without one. */
  readonly accept: string;
  /** Claims that the gateway has checked; empty on public routes. */
  readonly claims: Readonly<Record<string, unknown>>;
}

type Routes = Readonly<Record<string, (event: HttpEvent) => Promise<HttpResult>>>;

type RawEvent = APIGatewayProxyEventV2 & {
  readonly requestContext: { readonly authorizer?: { readonly jwt?: { readonly claims: object } } };
};

/** One function for all routes of the HTTP API, by their route key. */
export const httpHandler = (routes: Routes) =>
  middy<RawEvent, HttpResult>()
    .use(logLine())
    .handler(async (event) => {
      note('route', event.routeKey);
      const route = routes[event.routeKey];
      if (route === undefined) throw new Error(`no code for route ${event.routeKey}`);
      const result = await route(requestOf(event));
      note('status', result.statusCode);
      return result;
    });

function requestOf(event: RawEvent): HttpEvent {
  const claims = event.requestContext.authorizer?.jwt?.claims ?? {};
  return {
    path: event.pathParameters ?? {},
    query: event.queryStringParameters ?? {},
    json: parseBody(event),
    accept: event.headers.accept ?? '',
    claims: { ...claims },
  };
}

function parseBody({ body, isBase64Encoded }: RawEvent): unknown {
  if (body === undefined) return undefined;
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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

const STATUS: Partial<Record<RefusalCode, number>> = {
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  noSuchArena: 404,
  noSuchGame: 404,
  notEntered: 404,
  arenaOver: 409,
  tooEarly: 409,
  busy: 503,
};
const BAD_REQUEST = 400;

/** A refusal as problem details (RFC 9457), with our code, the field and what was expected. */
export function problem(refusal: Refusal): HttpResult {
  const status = STATUS[refusal.code] ?? BAD_REQUEST;
  const body = { type: 'about:blank', title: refusal.code, status, ...refusal };
  return {
    statusCode: status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify(body),
  };
}
