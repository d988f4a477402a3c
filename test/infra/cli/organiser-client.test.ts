import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Played, playServer, type Reply, TOKEN } from './organiser-server.ts';

const REMOVE = 'remove aaaaaaaaaaa bbbbbbbbbbb --reason rude';
const DONE: Reply = { status: 200, body: { removed: true } };

let server: Played;
beforeAll(async () => {
  server = await playServer();
});
afterAll(() => server.close());

/** A port that nobody listens on any more. */
async function freePort(): Promise<number> {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  return port;
}

const keysAsked = () => server.asked().map(({ headers }) => headers['idempotency-key']);
const problem = (status: number, code: string, more: object = {}, headers = {}): Reply => ({
  ...{ status, headers },
  body: {
    type: `urn:shield-arena:${code}`,
    title: `HTTP only: ${code} it is`,
    status,
    code,
    ...more,
  },
});

describe('a request that does something', () => {
  it('is made again with the same key when its answer is lost', async () => {
    const { exitCode, out, waits } = await server.run(REMOVE, ['lost', 'lost', DONE]);

    expect({ exitCode, out, waits }).toEqual({
      ...{ exitCode: 0, out: 'bbbbbbbbbbb is removed\n', waits: [500, 1_000] },
    });
    const [key] = keysAsked();
    expect(keysAsked()).toEqual([key, key, key]);
    expect(key).toMatch(/^key-/);
    expect(new Set(server.asked().map(({ body }) => body))).toEqual(new Set(['{"reason":"rude"}']));
  });

  it('is made four times at most, and then says how to be sure', async () => {
    const { exitCode, err } = await server.run(REMOVE, ['lost', 'lost', 'lost', 'lost', DONE]);

    expect([exitCode, server.asked().length]).toEqual([1, 4]);
    expect(err).toMatch(
      new RegExp(
        `^remove: ${server.endpoint} does not answer .*; .* again with --key ${keysAsked()[0]}\n$`,
      ),
    );
  });

  it('may have been done when the server is gone after its answer was lost', async () => {
    const { exitCode, err, waits } = await server.run(REMOVE, ['gone']);

    expect([exitCode, waits]).toEqual([1, [500, 1_000, 2_000]]);
    expect(err).toMatch(/ECONNREFUSED.*; to be sure, say the same again with --key key-/);
    await server.open();
  });

  it('takes the key that it is given, and a new one each time otherwise', async () => {
    await server.run(`${REMOVE} --key friday`, [DONE]);
    expect(keysAsked()).toEqual(['friday']);
    await server.run(REMOVE, [DONE]);
    const [one] = keysAsked();
    await server.run(REMOVE, [DONE]);
    expect(keysAsked()).not.toEqual([one]);
  });

  it.each([
    ['busy', problem(503, 'busy'), [500]],
    ['a gateway that has given up', { status: 503, body: { message: 'Unavailable' } }, [500]],
    ['too fast', { status: 429, body: { message: 'Too Many Requests' } }, [500]],
    ['a time to wait', problem(429, 'slowDown', {}, { 'retry-after': '7' }), [7_000]],
    ['an attempt under way', problem(409, 'keyInUse', {}, { 'retry-after': '15' }), [500]],
  ] as const)('is made again after: %s', async (_, reply, waits) => {
    const ran = await server.run(REMOVE, [reply, DONE]);

    expect([ran.exitCode, ran.waits]).toEqual([0, waits]);
    expect(new Set(keysAsked()).size).toBe(1);
  });

  it('waits at last until another attempt with its key is certainly dead', async () => {
    const inUse = problem(409, 'keyInUse', {}, { 'retry-after': '15' });
    const { exitCode, waits } = await server.run(REMOVE, [inUse, inUse, inUse, DONE]);

    expect([exitCode, waits]).toEqual([0, [500, 1_000, 15_000]]);
  });

  it.each([
    ['as many as one may have', problem(429, 'tooMany')],
    ['an hour', problem(429, 'tooMany', {}, { 'retry-after': '3600' })],
    ['a refusal', problem(409, 'arenaOver')],
    ['a bug of the server', { status: 500, body: '' }],
  ] as const)('is not made again after: %s', async (_, reply) => {
    const { exitCode, waits } = await server.run(REMOVE, [reply, DONE]);

    expect([exitCode, waits, server.asked().length]).toEqual([1, [], 1]);
  });

  it('is not made again without a key, unless the server says that nothing was done', async () => {
    const add = 'webhooks add https://example.org/x';
    const created = { status: 201, body: { id: 'x', url: 'u', events: [], secret: 'whsec_x' } };
    const lost = await server.run(add, ['lost', created]);
    expect([lost.exitCode, server.asked().length, keysAsked()]).toEqual([1, 1, [undefined]]);
    expect(lost.err).not.toContain('--key');

    const unknown = await server.run(add, [
      { status: 503, body: { message: 'Unavailable' } },
      created,
    ]);
    expect([unknown.exitCode, unknown.waits]).toEqual([1, []]);

    const busy = await server.run(add, [problem(503, 'busy'), created]);
    expect([busy.exitCode, busy.waits]).toEqual([0, [500]]);
    expect(busy.out).toContain('whsec_x');
  });
});

describe('a change', () => {
  it('names the version that it has read', async () => {
    const body = { organisers: ['ama', 'kofi'] };
    const read: Reply = { status: 200, body, headers: { etag: '"7"' } };
    const { exitCode, out } = await server.run('organisers aaaaaaaaaaa --add esi --drop ama', [
      read,
      { status: 200, body: { organisers: ['kofi', 'esi'] } },
    ]);

    expect([exitCode, out]).toEqual([0, 'kofi\nesi\n']);
    expect(server.asked().map(({ line }) => line.split(' ')[0])).toEqual(['GET', 'PUT']);
    expect(server.asked()[1]?.headers['if-match']).toBe('"7"');
    expect(server.asked()[1]?.body).toBe('{"organisers":["kofi","esi"]}');
  });

  it('is refused where somebody else was faster', async () => {
    const read: Reply = { status: 200, body: { organisers: [] }, headers: { etag: '"7"' } };
    const conflict = problem(412, 'versionConflict');
    const { exitCode, err } = await server.run('organisers aaaaaaaaaaa --add esi', [
      read,
      conflict,
    ]);

    expect([exitCode, err]).toEqual([
      1,
      'organisers: 412 versionConflict: versionConflict it is\n',
    ]);
  });
});

describe('a refusal in one line', () => {
  it.each<[string, Reply, string]>([
    [
      'the field and what was expected',
      problem(400, 'invalid', { field: 'durationMs', expected: 'an integer from 10000' }),
      '400 invalid: durationMs: an integer from 10000',
    ],
    [
      'what was expected',
      problem(403, 'forbidden', { expected: 'role x' }),
      '403 forbidden: role x',
    ],
    ['its meaning', problem(409, 'arenaOver'), '409 arenaOver: arenaOver it is'],
    [
      'when to come again',
      problem(429, 'tooMany', { expected: '10 an hour', retryInMs: 90_500 }),
      '429 tooMany: 10 an hour (again in 1 min 31 s)',
    ],
    ['a code of tomorrow', problem(409, 'newCode'), '409 newCode: newCode it is'],
    [
      'the token',
      { status: 401, body: { message: 'Unauthorized' } },
      '401 Unauthorized: the token is over, or of another server',
    ],
    ['a gateway', { status: 404, body: { message: 'Not Found' } }, '404 Not Found'],
    ['nothing', { status: 502, body: '' }, '502'],
    ['escape sequences', { status: 502, body: 'a\u001b[31m\nb\u202e' }, '502 a [31m b'],
    [
      'another place, which would get the token',
      { status: 302, headers: { location: 'https://example.org/' } },
      '302 points to https://example.org/, which is not followed',
    ],
  ])('says %s', async (_, reply, line) => {
    const { exitCode, out, err } = await server.run(REMOVE, [reply]);

    expect({ exitCode, out, err }).toEqual({ exitCode: 1, out: '', err: `remove: ${line}\n` });
  });

  it('names a server that is not there, at once', async () => {
    const port = await freePort();
    const nobody = { ARENA_ENDPOINT: `http://127.0.0.1:${port}` };
    const { exitCode, err, waits } = await server.run(REMOVE, [], nobody);

    expect([exitCode, waits]).toEqual([1, []]);
    expect(err).toMatch(
      new RegExp(`^remove: http://127.0.0.1:${port} does not answer \\(.*ECONNREFUSED.*\\)\n$`),
    );
  });

  it('says that a server is none of ours', async () => {
    const { exitCode, err } = await server.run('list', [{ status: 200, body: '<html>' }]);

    expect([exitCode, err]).toEqual([
      ...[1, 'list: this is no server of arenas: its answer is no JSON\n'],
    ]);
  });
});

describe('all that these commands said', () => {
  it('holds no token', () => {
    expect(server.all.length).toBeGreaterThan(25);
    for (const { out, err } of server.all) expect(out + err).not.toContain(TOKEN);
  });
});
