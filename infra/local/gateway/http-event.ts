import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ACCOUNT_ID } from '../template/resources.ts';
import { readTarget } from '../wire.ts';
import type { RouteMatch } from './http-routes.ts';
import type { VerifiedToken } from './jwt-authorizer.ts';

export interface HttpOccasion {
  readonly apiId: string;
  readonly domainName: string;
  /** Epoch ms. */
  readonly atMs: number;
  readonly match: RouteMatch;
  readonly token: VerifiedToken | null;
  readonly body: Buffer;
}

/** The event of payload format 2.0. */
export function httpEvent(request: IncomingMessage, occasion: HttpOccasion): object {
  const { match, body } = occasion;
  const { path, rawQuery, query } = readTarget(request);
  const isText = TEXT.test(request.headers['content-type'] ?? 'text/plain');
  const cookies = request.headers.cookie?.split('; ');
  return {
    version: '2.0',
    routeKey: match.route.routeKey,
    rawPath: path,
    rawQueryString: rawQuery,
    ...(cookies && { cookies }),
    headers: headersOf(request),
    ...(query.size > 0 && { queryStringParameters: queryOf(query) }),
    requestContext: requestContext(request, path, occasion),
    ...(Object.keys(match.parameters).length > 0 && { pathParameters: match.parameters }),
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

const TEXT =
  /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded|[\w.-]+\+(json|xml)))/;

function requestContext(
  request: IncomingMessage,
  path: string,
  { apiId, domainName, atMs, match, token }: HttpOccasion,
): object {
  return {
    accountId: ACCOUNT_ID,
    apiId,
    ...(token && { authorizer: { jwt: token } }),
    domainName,
    domainPrefix: apiId,
    http: {
      method: request.method,
      path,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: request.socket.remoteAddress,
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId: randomUUID(),
    routeKey: match.route.routeKey,
    stage: '$default',
    time: new Date(atMs).toUTCString(),
    timeEpoch: atMs,
  };
}

/** Names in lower case, several values joined with commas; cookies have their own field. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const { cookie: _, ...others } = headers;
  return Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, [value].flat().join(',')]),
  );
}

function queryOf(query: URLSearchParams): Record<string, string> {
  const names = new Set(query.keys());
  return Object.fromEntries(Array.from(names, (name) => [name, query.getAll(name).join(',')]));
}
