import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type MiniCloud, startMiniCloud } from './mini-cloud.ts';

const PRESENCE = `export const handler = async (event) => {
  console.log(JSON.stringify(event));
  return { statusCode: event.queryStringParameters?.ticket === 'full' ? 503 : 200 };
};`;

const AUTHORIZE = `export const handler = async ({ methodArn, queryStringParameters }) => {
  const { ticket } = queryStringParameters;
  if (ticket === 'crash') throw new Error('no');
  if (ticket === 'unauthorized') throw new Error('Unauthorized');
  if (ticket === 'false') return { isAuthorized: false };
  if (ticket === 'nothing') return null;
  if (ticket === 'true') return { isAuthorized: true };
  const Effect = ticket === 'bad' ? 'Deny' : 'Allow';
  const Resource = ticket === 'elsewhere' ? methodArn + 's' : methodArn.replace(/[^/]+$/, '*');
  return {
    principalId: 'p1',
    policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'x', Effect, Resource }] },
    context: ticket === 'nested' ? { a: {} } : { player: 'p1', rating: 1500, guest: false },
  };
};`;

const MOVE = `export const handler = async (event) => {
  const message = event.isBase64Encoded ? { do: 'echo' } : parse(event.body);
  if (message.do === 'crash') throw new Error('crashed');
  if (message.do === 'hang') await new Promise(() => {});
  if (message.do === 'shapeless') return 'no reply';
  if (message.do === 'silent') return { statusCode: 200 };
  if (message.do === 'wait') await new Promise((resolve) => setTimeout(resolve, message.ms));
  if (message.do === 'echo') return { statusCode: 200, body: JSON.stringify(event) };
  return { statusCode: 200, body: JSON.stringify(message) };
};
const parse = (text) => {
  try {
    const message = JSON.parse(text);
    return Array.isArray(message) ? { do: 'echo' } : message;
  } catch {
    return { do: 'echo' };
  }
};`;

const SOURCES = { authorize: AUTHORIZE, presence: PRESENCE, move: MOVE };

let cloud: MiniCloud;
const clients: WebSocket[] = [];

beforeAll(async () => {
  cloud = await startMiniCloud(SOURCES);
});
afterAll(() => cloud.stop());
afterEach(() => {
  for (const client of clients.splice(0)) client.terminate();
});

async function connect(url = `${cloud.socketUrl}?ticket=good`): Promise<WebSocket> {
  const client = new WebSocket(url);
  clients.push(client);
  await once(client, 'open');
  return client;
}

/** The status and body with which the handshake was refused. */
async function refusal(url: string): Promise<{ status: number; body: object }> {
  const client = new WebSocket(url);
  client.on('error', () => {});
  const [, response] = await once(client, 'unexpected-response');
  const chunks = await response.toArray();
  return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) };
}

async function ask(client: WebSocket, message: unknown): Promise<Record<string, unknown>> {
  const reply = once(client, 'message');
  client.send(typeof message === 'string' ? message : JSON.stringify(message));
  const [content] = await reply;
  return JSON.parse(String(content));
}

describe('a handshake', () => {
  test('passes with the context of the authorizer, as texts', async () => {
    await connect();
    const event = JSON.parse(await cloud.line('presence', /CONNECT/));

    expect(event.queryStringParameters).toEqual({ ticket: 'good' });
    expect(event.requestContext).toMatchObject({
      routeKey: '$connect',
      eventType: 'CONNECT',
      stage: 'mini',
      apiId: 'Ws',
      domainName: cloud.socketUrl.slice('ws://'.length, -'/mini'.length),
      identity: { sourceIp: '127.0.0.1' },
      authorizer: { principalId: 'p1', player: 'p1', rating: '1500', guest: 'false' },
    });
    expect(event.requestContext).not.toHaveProperty('messageId');
  });

  test.each([
    ['without a ticket', '', 401, 'Unauthorized'],
    ['with an empty ticket', '?ticket=', 401, 'Unauthorized'],
    ['with a ticket that the authorizer denies', '?ticket=bad', 403, 'Forbidden'],
    ['with a ticket that is plainly refused', '?ticket=false', 403, 'Forbidden'],
    ['with a ticket for something else', '?ticket=elsewhere', 403, 'Forbidden'],
    ['that the authorizer calls Unauthorized', '?ticket=unauthorized', 401, 'Unauthorized'],
    ['whose authorizer crashes', '?ticket=crash', 500, 'Internal server error'],
    ['whose authorizer says nothing', '?ticket=nothing', 500, 'Internal server error'],
    ['whose authorizer gives no policy', '?ticket=true', 500, 'Internal server error'],
    ['whose authorizer gives a nested context', '?ticket=nested', 500, 'Internal server error'],
    ['that $connect refuses', '?ticket=full', 503, 'Internal server error'],
  ])('%s is refused', async (_what, query, status, message) => {
    const refused = await refusal(cloud.socketUrl + query);

    expect(refused).toMatchObject({ status, body: { message } });
  });

  test('at another path is refused', async () => {
    const url = cloud.socketUrl.replace('/mini', '/other?ticket=good');

    expect(await refusal(url)).toMatchObject({ status: 403 });
  });
});

describe('a message', () => {
  test('carries who sent it, when, and over which route', async () => {
    const client = await connect();
    const beforeMs = Date.now();

    const event = await ask(client, { t: 'move', do: 'echo' });

    expect(event).toMatchObject({ body: '{"t":"move","do":"echo"}', isBase64Encoded: false });
    const context = event.requestContext as Record<string, unknown>;
    expect(context).toMatchObject({
      routeKey: 'move',
      eventType: 'MESSAGE',
      authorizer: { player: 'p1' },
      connectionId: expect.stringMatching(/=$/),
      messageId: expect.any(String),
      requestId: expect.any(String),
      connectedAt: expect.any(Number),
    });
    expect(context.requestTimeEpoch).toBeGreaterThanOrEqual(beforeMs);
    expect(context.requestTimeEpoch).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ['of an unknown type', '{"t":"unheard","do":"echo"}'],
    ['without a type', '{"do":"echo"}'],
    ['that is no JSON', 'hello'],
    ['that is no object', '[1]'],
    ['that pretends to connect', '{"t":"$connect","do":"echo"}'],
    ['with the name of an inherited property', '{"t":"constructor","do":"echo"}'],
  ])('%s takes the default route', async (_what, text) => {
    const client = await connect();

    const event = await ask(client, text);

    expect(event.requestContext).toMatchObject({ routeKey: '$default' });
  });

  test('in binary takes the default route in base64', async () => {
    const client = await connect();
    const reply = once(client, 'message');
    client.send(Buffer.from([255, 0]));

    expect(JSON.parse(String((await reply)[0]))).toMatchObject({
      body: '/wA=',
      isBase64Encoded: true,
    });
  });

  test.each(['crash', 'hang', 'shapeless'])(
    'whose function does %s gets a frame of the gateway',
    async (what) => {
      const client = await connect();

      expect(await ask(client, { t: 'move', do: what })).toEqual({
        message: 'Internal server error',
        connectionId: expect.any(String),
        requestId: expect.any(String),
      });
    },
  );

  test('without a reply of its route, or without a body, is not answered', async () => {
    const client = await connect();
    client.send('{"t":"quiet"}');
    client.send('{"t":"move","do":"silent"}');

    // Had one of them been answered, this answer would not be the first.
    expect(await ask(client, { t: 'move', last: true })).toEqual({ t: 'move', last: true });
  });

  test('overtakes a slower one of the same socket', async () => {
    const client = await connect();
    // The first pair makes both threads: their making must not count as slowness.
    await slowAndFast(client);

    expect(await slowAndFast(client)).toEqual(['fast', 'slow']);
  });

  // michalkvasnicak/aws-lambda-graphql#124: so a client that waits keeps its connection.
  test('to ping is answered with the time, without a function', async () => {
    const client = await connect();
    const beforeMs = Date.now();
    const before = { ...cloud.counters.functions['mini-move'] };

    const pong = await ask(client, { t: 'ping' });

    expect(pong).toEqual({ t: 'pong', nowMs: expect.any(Number) });
    expect(pong.nowMs).toBeGreaterThanOrEqual(beforeMs);
    expect(cloud.counters.functions['mini-move']).toEqual(before);
  });
});

describe('a connection', () => {
  test('is closed with 1009 after a frame over 32 KB, but not by one of 32 KB', async () => {
    const client = await connect();
    const frame = (bytes: number) => {
      const rest = '{"t":"move","x":""}'.length;
      return JSON.stringify({ t: 'move', x: 'x'.repeat(bytes - rest) });
    };
    expect(await ask(client, frame(32 * 1024))).toMatchObject({ t: 'move' });

    client.send(frame(32 * 1024 + 1));
    const [code] = await once(client, 'close');

    expect(code).toBe(1009);
  });

  test('that ends is told to the function once, with its code and authorizer', async () => {
    const client = await connect();
    const before = cloud.connectionCount();
    client.close(3000, 'enough');

    const { requestContext } = JSON.parse(await cloud.line('presence', /DISCONNECT.*enough/));

    expect(requestContext).toMatchObject({
      routeKey: '$disconnect',
      eventType: 'DISCONNECT',
      disconnectStatusCode: 3000,
      disconnectReason: 'enough',
      authorizer: { player: 'p1' },
    });
    expect(cloud.connectionCount()).toBeLessThan(before);
    expect(cloud.connectionCount()).toBe(0);
  });

  test('that is silent too long is closed', async () => {
    // 10 minutes become 60 ms.
    const hasty = await startMiniCloud(SOURCES, { speedUp: 10_000 });
    const client = await connect(`${hasty.socketUrl}?ticket=good`);

    const [code] = await once(client, 'close');
    await hasty.stop();

    expect(code).toBe(1001);
  });
});

/** Sends a slow and then a fast message; the names in the order of their answers. */
async function slowAndFast(client: WebSocket): Promise<unknown[]> {
  const replies: unknown[] = [];
  const both = new Promise<void>((resolve) =>
    client.on('message', (content) => {
      if (replies.push(JSON.parse(String(content)).name) === 2) resolve();
    }),
  );
  client.send('{"t":"move","do":"wait","ms":500,"name":"slow"}');
  client.send('{"t":"move","name":"fast"}');
  await both;
  client.removeAllListeners('message');
  return replies;
}
