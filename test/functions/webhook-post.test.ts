import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { checkedLookup, webhookPost } from '../../functions/aws/webhook-post.ts';

const servers: { close: () => unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A receiver on this machine; its port. */
async function receiver(answer: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server: Server = createServer(answer);
  servers.push({ close: () => server.closeAllConnections() ?? server.close() });
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const ends =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

const at = (port: number, host = '127.0.0.1') => ({
  url: `http://${host}:${port}/hook?a=1`,
  headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
  body: '{"name":"Ænne"}',
});

const local = webhookPost({ loopback: true });

describe('a post to a webhook', () => {
  it('has the headers and the bytes that are signed', async () => {
    const seen: unknown[] = [];
    const port = await receiver(async (request, response) => {
      const { method, url, headers } = request;
      seen.push(method, url, headers['webhook-id'], headers['content-type'], await text(request));
      response.writeHead(204).end();
    });

    expect(await local.post(at(port))).toEqual({ status: 204, retryAfter: null });
    const { headers, body } = at(port);
    expect(seen).toEqual(['POST', '/hook?a=1', 'msg_1', headers['content-type'], body]);
  });

  it('is answered with any status, and with how long to wait', async () => {
    for (const status of [200, 299, 400, 410, 500]) {
      const port = await receiver(ends(status));
      expect(await local.post(at(port))).toEqual({ status, retryAfter: null });
    }
    const port = await receiver(ends(503, { 'retry-after': '120' }));
    expect(await local.post(at(port))).toEqual({ status: 503, retryAfter: '120' });
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect: %i is no success', async (status) => {
    let asked = 0;
    const inside = await receiver((request, response) => {
      asked++;
      ends(200)(request, response);
    });
    const location = `http://127.0.0.1:${inside}/`;
    const port = await receiver(ends(status, { location }));

    expect(await local.post(at(port))).toEqual({ status, retryAfter: null });
    expect(asked).toBe(0);
  });

  it('reads no more than a little of an answer that never ends', async () => {
    let sent = 0;
    const port = await receiver((_request, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16_384);
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more);
      more();
    });

    expect(await local.post(at(port))).toEqual({ status: 200, retryAfter: null });
    // What the buffers of two sockets hold.
    expect(sent).toBeLessThan(8_000_000);
  });

  it('ends in time: without an answer, in the midst of its headers, or of its body', async () => {
    const hasty = webhookPost({ loopback: true, timeoutMs: 100 });
    const silent = await receiver(() => {});
    const halfWay = createTcpServer((socket) => void socket.write('HTTP/1.1 200 OK\r\nx-a: '));
    servers.push(halfWay);
    halfWay.listen(0, '127.0.0.1');
    await once(halfWay, 'listening');
    const slow = await receiver((_request, response) => void response.writeHead(200).write('a'));

    expect(await hasty.post(at(silent))).toEqual({ status: null, error: 'timeout' });
    const { port } = halfWay.address() as AddressInfo;
    expect(await hasty.post(at(port))).toEqual({ status: null, error: 'timeout' });
    expect(await hasty.post(at(slow))).toEqual({ status: 200, retryAfter: null });
  });

  it('ends in time where a name is never looked up', async () => {
    const hasty = webhookPost({
      ...{ loopback: true, timeoutMs: 100 },
      resolve: () => new Promise(() => {}),
    });

    expect(await hasty.post(at(1, 'localhost'))).toEqual({ status: null, error: 'timeout' });
  });

  it('says in a word why there was no answer', async () => {
    const port = await receiver((request) => void request.socket.destroy());
    const closed = await receiver(ends(200));
    servers.pop()?.close();

    expect(await local.post(at(port))).toEqual({ status: null, error: 'ECONNRESET' });
    expect(await local.post(at(closed))).toEqual({ status: null, error: 'ECONNREFUSED' });
    const plain = { ...at(port), url: `https://127.0.0.1:${await receiver(ends(200))}/` };
    expect(await local.post(plain)).toMatchObject({ status: null });
  });
});

const NOT_ALLOWED = { status: null, error: 'addressNotAllowed' };
const four = (address: string) => ({ address, family: 4 });

describe('where a webhook may lead', () => {
  it('is never this machine unless the stack says so', async () => {
    let asked = 0;
    const port = await receiver(() => void asked++);
    const strict = webhookPost({ loopback: false });
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433']) {
      expect(await strict.post(at(port, host))).toEqual(NOT_ALLOWED);
    }
    expect(asked).toBe(0);
  });

  it('is where the name led when it was checked, looked up once (rebinding)', async () => {
    const asked: string[] = [];
    const port = await receiver((request, response) => {
      asked.push(request.socket.localAddress ?? '');
      ends(200)(request, response);
    }, '127.0.0.2');
    const answers = [[four('127.0.0.2')], [four('127.0.0.1')]];
    let lookups = 0;
    const resolve = async () => answers[lookups++] ?? [];
    const hooks = webhookPost({ loopback: true, resolve });

    expect(await hooks.post(at(port, 'localhost'))).toEqual({ status: 200, retryAfter: null });
    expect([lookups, asked]).toEqual([1, ['127.0.0.2']]);
    // Each attempt looks again, on a connection of its own.
    expect(await hooks.post(at(port, 'localhost'))).toMatchObject({ error: 'ECONNREFUSED' });
    expect(lookups).toBe(2);
  });

  it.each([
    ['of this machine', [four('127.0.0.1')]],
    ['of the metadata', [four('169.254.169.254')]],
    ['private among public ones', [four('93.184.215.14'), four('10.0.0.7')]],
    ['private behind IPv6', [four('93.184.215.14'), { address: '::ffff:10.0.0.7', family: 6 }]],
    ['of nothing at all', []],
  ])('is no public name with an address %s', async (_, addresses) => {
    for (const loopback of [false, true]) {
      const hooks = webhookPost({ loopback, resolve: async () => addresses });
      const request = { ...at(0), url: 'https://hooks.example.org/' };
      expect(await hooks.post(request)).toEqual(NOT_ALLOWED);
    }
  });

  it('is not a public address under the name of this machine', async () => {
    const resolve = async () => [four('93.184.215.14')];
    const hooks = webhookPost({ loopback: true, resolve });
    expect(await hooks.post(at(80, 'localhost'))).toEqual(NOT_ALLOWED);
  });

  it('is exactly what was looked up, for those who want one address or all', async () => {
    const addresses = [four('93.184.215.14'), four('1.1.1.1')];
    const lookup = checkedLookup(async () => addresses, 'public');
    const found = (all: boolean) =>
      new Promise((resolve) => {
        lookup('hooks.example.org', { all }, (...answer) => resolve(answer));
      });

    expect(await found(true)).toEqual([null, addresses]);
    expect(await found(false)).toEqual([null, '93.184.215.14', 4]);
  });

  it('has to be found', async () => {
    const missing = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const hooks = webhookPost({ loopback: false, resolve: () => Promise.reject(missing) });
    const request = { ...at(0), url: 'https://hooks.example.org/' };
    expect(await hooks.post(request)).toEqual({ status: null, error: 'ENOTFOUND' });
  });
});
