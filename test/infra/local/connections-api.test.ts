import { once } from 'node:events';
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  GoneException,
  PayloadTooLargeException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type MiniCloud, startMiniCloud } from './mini-cloud.ts';

/** A request of a tool, which may do everything. */
const SIGNED = { authorization: 'AWS4-HMAC-SHA256 Credential=local/' };

const PRESENCE = `export const handler = async ({ requestContext }) => {
  const { connectionId, eventType } = requestContext;
  const path = '/mini/@connections/' + encodeURIComponent(connectionId);
  const url = process.env.AWS_ENDPOINT_URL + path;
  const headers = ${JSON.stringify(SIGNED)};
  const post = await fetch(url, { method: 'POST', headers, body: 'too early' });
  console.log(eventType, post.status, post.headers.get('x-amzn-errortype'));
  return { statusCode: 200 };
};`;
const MOVE = `export const handler = async ({ requestContext: { connectionId } }) =>
  ({ statusCode: 200, body: JSON.stringify({ connectionId }) });`;

let cloud: MiniCloud;

beforeAll(async () => {
  cloud = await startMiniCloud({ presence: PRESENCE, move: MOVE });
});
afterAll(() => cloud.stop());

const api = () =>
  new ApiGatewayManagementApiClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'b' },
    endpoint: `${cloud.awsUrl}/mini`,
    maxAttempts: 1,
  });
const post = (ConnectionId: string, bytes: number) =>
  api().send(new PostToConnectionCommand({ ConnectionId, Data: 'x'.repeat(bytes) }));

async function connect() {
  const client = new WebSocket(`${cloud.socketUrl}?ticket=good`);
  await once(client, 'open');
  client.send('{"t":"move"}');
  const [frame] = await once(client, 'message');
  const { connectionId } = JSON.parse(String(frame)) as { connectionId: string };
  return { client, connectionId };
}

test('a post reaches the client as text', async () => {
  const { client, connectionId } = await connect();
  const frame = once(client, 'message');
  await api().send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: '{"t":"hi"}' }));

  const [content, isBinary] = await frame;
  client.close();

  expect([String(content), isBinary]).toEqual(['{"t":"hi"}', false]);
});

test('a connection is gone before $connect has returned and after it has left', async () => {
  const { client, connectionId } = await connect();
  client.close();
  await cloud.line('presence', /DISCONNECT/);

  await expect(post(connectionId, 1)).rejects.toThrow(GoneException);
  expect(cloud.lines('presence')).toContain('CONNECT 410 GoneException');
});

test('a post of more than 128 KB is refused, one of 128 KB is not', async () => {
  const { client, connectionId } = await connect();

  await post(connectionId, 128 * 1024);
  await expect(post(connectionId, 128 * 1024 + 1)).rejects.toThrow(PayloadTooLargeException);
  client.close();
});

test('a connection is described, and closed properly', async () => {
  const { client, connectionId } = await connect();
  const shown = await api().send(new GetConnectionCommand({ ConnectionId: connectionId }));
  const closing = once(client, 'close');
  await api().send(new DeleteConnectionCommand({ ConnectionId: connectionId }));
  const [code] = await closing;

  expect(shown).toMatchObject({
    ConnectedAt: expect.any(Date),
    Identity: { SourceIp: '127.0.0.1' },
  });
  expect(code).toBe(1000);
});

test('a standing connection looks gone where the faults say so', async () => {
  const faulty = await startMiniCloud({ move: MOVE }, { faults: { goneRate: 0.999_999 } });
  const client = new WebSocket(`${faulty.socketUrl}?ticket=good`);
  await once(client, 'open');
  client.send('{"t":"move"}');
  const { connectionId } = JSON.parse(String((await once(client, 'message'))[0]));
  const path = `/mini/@connections/${encodeURIComponent(connectionId)}`;

  const post = await fetch(faulty.awsUrl + path, { method: 'POST', headers: SIGNED, body: 'x' });
  client.close();
  await faulty.stop();

  expect(post.status).toBe(410);
});
