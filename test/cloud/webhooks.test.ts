import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { present } from '../../shared/core/assert.ts';
import type { WebhookPayload } from '../../shared/protocol/webhook.ts';
import type { DeliveriesView, DeliveryView } from '../../shared/protocol/webhook-view.ts';
import { anOpenArena, arenaId } from '../support/builders.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';
import { eventually, type Inside, insideOf, stored } from './stored-arena.ts';

const MINUTE_MS = 60_000;
const WITHIN_MS = 20_000;

let running: RunningCloud;
let inside: Inside;
/** What organisers' servers are sent, by path; the path says what they answer with. */
const heard: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  heard.push({ path, headers: request.headers, body: await text(request) });
  response.writeHead(Number(path.slice(1))).end('thanks');
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running = await runCloud();
  inside = insideOf(running.cloud);
});
afterAll(async () => {
  server.close();
  inside.close();
  await running.cloud.stop();
});

const urlOf = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}${path}`;

async function ask(method: string, path: string, body?: object, token = running.organiser) {
  const response = await fetch(`${running.cloud.httpUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  return { status: response.status, json: answer === '' ? null : JSON.parse(answer) };
}

async function createHook(path: string): Promise<{ id: string; secret: string }> {
  const { status, json } = await ask('POST', '/webhooks', { url: urlOf(path) });
  expect(status).toBe(201);
  return json as { id: string; secret: string };
}

const deliveriesOf = async (id: string): Promise<readonly DeliveryView[]> =>
  ((await ask('GET', `/webhooks/${id}/deliveries`)).json as DeliveriesView).deliveries;

/** All deliveries, once so many are there and none is on its way. */
const settled = (id: string, count: number) =>
  eventually(async () => {
    const all = await deliveriesOf(id);
    const done = all.length === count && all.every(({ state }) => state !== 'pending');
    return done ? all : null;
  }, WITHIN_MS);

describe('webhooks on the cloud', () => {
  it('hear of an arena that opens and is frozen: two signed messages, no more', async () => {
    const hook = await createHook('/200');
    const nowMs = Date.now();
    // Its end and the grace after it are over, so it lives as soon as somebody looks.
    const arena = anOpenArena({
      ...{ id: arenaId(1), name: 'Late', owner: 'o', state: 'created' },
      ...{ startsAtMs: nowMs - 60 * MINUTE_MS, endsAtMs: nowMs - MINUTE_MS },
    });
    await stored(inside.store, [{ op: 'create', entity: arena }]);
    inside.clock({ t: 'arena', arena: arena.id });
    const deliveries = await settled(hook.id, 2);

    const receiver = new Webhook(hook.secret);
    const posts = heard.filter(({ path }) => path === '/200');
    const payloads = posts.map(
      ({ headers, body }) =>
        receiver.verify(body, headers as Record<string, string>) as WebhookPayload,
    );
    expect(payloads.map(({ type }) => type).sort()).toEqual(['arena.frozen', 'arena.opened']);
    for (const { data } of payloads) expect(data).toMatchObject({ arena: { name: 'Late' } });
    expect(deliveries.map(({ event }) => event)).toEqual(['arena.frozen', 'arena.opened']);
    for (const { id, body, state, nextAtMs, attempts } of deliveries) {
      expect([state, nextAtMs, attempts.map(({ status }) => status)]).toEqual([
        ...['delivered', null, [200]],
      ]);
      const post = present(
        posts.find(({ headers }) => headers['webhook-id'] === id),
        'post of a delivery',
      );
      expect(post.body).toBe(body);
    }
    expect(running.errors).toEqual([]);
  });

  it('show what could not be delivered, and send it again when they are asked to', async () => {
    const hook = await createHook('/410');
    const test = await ask('POST', `/webhooks/${hook.id}/test`);
    const [failed] = await settled(hook.id, 1);
    expect(test).toMatchObject({ status: 202, json: { id: failed?.id, state: 'pending' } });
    expect(failed).toMatchObject({ event: 'webhook.test', arena: null, state: 'failed' });
    const path = `/webhooks/${hook.id}/deliveries/${failed?.id}/retry`;
    expect(await ask('POST', path)).toMatchObject({ status: 202, json: { state: 'pending' } });
    const [again] = await settled(hook.id, 1);

    expect(again?.attempts.map(({ status }) => status)).toEqual([410, 410]);
    const ids = heard.filter((one) => one.path === '/410').map((one) => one.headers['webhook-id']);
    expect(ids).toEqual([failed?.id, failed?.id]);
  });

  it('are of one organiser, who sees no secret again and may delete them', async () => {
    const hook = await createHook('/204');
    const { cloud } = running;
    const other = await cloud.issuer.mintToken({ subject: 'other', roles: ['organiser'] });
    const player = await running.tokenOf('player');
    const list = await ask('GET', '/webhooks');
    expect(list.json.webhooks.map(({ id }: { id: string }) => id)).toContain(hook.id);
    expect(JSON.stringify(list.json)).not.toContain('whsec_');
    expect((await ask('GET', '/webhooks', undefined, other)).json).toEqual({ webhooks: [] });
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/msg_1/retry'],
    ] as const) {
      const at = `/webhooks/${hook.id}${path}`;
      expect((await ask(method, at, undefined, other)).status, at).toBe(404);
      expect((await ask(method, at, undefined, player)).status, at).toBe(403);
    }
    expect((await ask('DELETE', `/webhooks/${hook.id}`)).status).toBe(204);
    expect((await ask('DELETE', `/webhooks/${hook.id}`)).status).toBe(404);
    expect((await ask('GET', `/webhooks/${hook.id}/deliveries`)).status).toBe(404);
  });

  it.each([
    [{}, 'url'],
    [{ url: 'http://example.org/' }, 'url'],
    [{ url: 'https://169.254.169.254/' }, 'url'],
    [{ url: 'https://example.org/', events: [] }, 'events'],
    [{ url: 'https://example.org/', events: ['arena.opened', 'arena.opened'] }, 'events'],
    [{ url: 'https://example.org/', secret: 'whsec_mine' }, 'secret'],
  ])('are refused: %o', async (body, field) => {
    const { status, json } = await ask('POST', '/webhooks', body);
    expect([status, json.code, json.field]).toEqual([400, 'invalid', field]);
  });
});
