/** Of a gateway's event what is for functions: the rest is AWS's, and says nothing of a release. */
const EVENT = [
  ...['routeKey', 'rawPath', 'rawQueryString', 'pathParameters', 'queryStringParameters'],
  ...['headers', 'body', 'requestContext', 'methodArn', 'Records', 'arena'],
];
const HEADERS = ['accept', 'content-type', 'idempotency-key', 'if-match'];
const CONTEXT = [
  ...['http', 'authorizer', 'timeEpoch', 'eventType'],
  ...['connectionId', 'connectedAt', 'requestTimeEpoch'],
];
const HTTP = ['method', 'path', 'sourceIp'];
const RECORD = ['messageId', 'body'];

type Fields = Readonly<Record<string, unknown>>;

/** No token is in what is left: the gateway has looked at it, functions see its claims. */
export function eventTold(event: unknown): unknown {
  const told = only(event, EVENT);
  const { headers, requestContext, Records } = told;
  const context = only(requestContext, CONTEXT);
  return {
    ...told,
    ...(headers !== undefined && { headers: only(headers, HEADERS) }),
    ...(requestContext !== undefined && {
      requestContext: {
        ...context,
        ...(context.http !== undefined && { http: only(context.http, HTTP) }),
      },
    }),
    ...(Array.isArray(Records) && { Records: Records.map((one) => only(one, RECORD)) }),
  };
}

/**
 * Of an HTTP answer the status alone: what clients find in it has tests of its own. Of a state not
 * the arena and its table, which are in the tables.
 */
export function answerTold(by: string, answer: unknown): unknown {
  if (by === 'http') return only(answer, ['statusCode']);
  const { body } = (answer ?? {}) as Fields;
  if (typeof body !== 'string') return answer;
  const { arena: _, table: __, ...said } = JSON.parse(body) as Fields;
  return said.t === 'state' ? { ...(answer as Fields), body: JSON.stringify(said) } : answer;
}

const only = (from: unknown, names: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries((from ?? {}) as Fields).filter(
      ([name, value]) => names.includes(name) && value !== undefined,
    ),
  );
