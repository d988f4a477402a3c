import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArenaDetails } from '../../shared/protocol/arena-details.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { openLine } from '../support/line.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';
import { eventually } from './stored-arena.ts';

const HOUR_MS = 3_600_000;
const WITHIN_MS = 20_000;

let running: RunningCloud;
beforeAll(async () => {
  running = await runCloud();
});
afterAll(() => running.cloud.stop());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ArenaDetails & { readonly code?: string };
}

async function ask(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${running.cloud.httpUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${running.organiser}`, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status, headers: answered } = response;
  return { status, headers: answered, body: (await response.json()) as Answer['body'] };
}

const startsAtMs = Date.now() + 10 * HOUR_MS;
const FRIDAY = {
  ...{ name: 'Friday', clock: { limitMs: 180_000, incrementMs: 2_000 } },
  ...{ startsAtMs, durationMs: HOUR_MS },
};

const schedulesOf = (id: string) =>
  running.cloud.schedules().filter(({ name }) => name.startsWith(`arena-${id}-`));

const at = (ms: number): string => `at(${new Date(ms).toISOString().slice(0, 19)})`;

describe('the schedules of an arena', () => {
  it('are one for its start and one for its end, however often it is moved', async () => {
    const { id } = (await ask('POST', '/arenas', FRIDAY)).body;
    for (const hours of [1, 2, 3]) {
      await ask('PATCH', `/arenas/${id}`, { startsAtMs: startsAtMs + hours * HOUR_MS });
    }

    // They fire two minutes ahead; a clock message hits the instant.
    const startMs = startsAtMs + 3 * HOUR_MS - 120_000;
    expect(schedulesOf(id)).toEqual([
      { name: `arena-${id}-start`, expression: at(startMs) },
      { name: `arena-${id}-end`, expression: at(startMs + HOUR_MS) },
    ]);
  });

  it('are gone once it is called off', async () => {
    const { id } = (await ask('POST', '/arenas', FRIDAY)).body;
    expect(schedulesOf(id)).toHaveLength(2);
    const { status, body } = await ask('POST', `/arenas/${id}/cancel`, { reason: 'no hall' });

    expect([status, body.state, body.cancellation?.reason]).toEqual([200, 'cancelled', 'no hall']);
    expect(schedulesOf(id)).toEqual([]);
  });
});

describe('two organisers at once', () => {
  it('who have read the same version: one changes it, the other hears of a conflict', async () => {
    const made = await ask('POST', '/arenas', FRIDAY);
    const etag = made.headers.get('etag') ?? '';
    const path = `/arenas/${made.body.id}`;
    const both = await Promise.all(
      ['One', 'Two'].map((name) => ask('PATCH', path, { name }, { 'if-match': etag })),
    );
    const [winner, loser] = both.sort((a, b) => a.status - b.status);

    expect([winner?.status, loser?.status, loser?.body.code]).toEqual([
      ...[200, 412, 'versionConflict'],
    ]);
    expect((await ask('GET', path)).body.name).toBe(winner?.body.name);
  });

  it('with the same key: one arena, and everybody who is answered gets that one', async () => {
    const headers = { 'idempotency-key': 'friday-evening' };
    const all = await Promise.all([1, 2, 3, 4].map(() => ask('POST', '/arenas', FRIDAY, headers)));
    const again = await ask('POST', '/arenas', FRIDAY, headers);
    const other = await ask('POST', '/arenas', { ...FRIDAY, name: 'Other' }, headers);

    const ids = new Set([...all, again].flatMap(({ body }) => body.id ?? []));
    expect(ids.size).toBe(1);
    expect(again.status).toBe(201);
    for (const { status, body } of all) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(body.code).toBe('keyInUse');
    }
    expect([other.status, other.body.code]).toEqual([422, 'keyReused']);
    const { arenas } = (await running.client.arenas().then((found) => ({ arenas: found }))) ?? {};
    expect(arenas.filter(({ id }) => ids.has(id))).toHaveLength(1);
  });
});

describe('players who are there', () => {
  it('hear a note, and that their arena is called off', async () => {
    const { id } = (await ask('POST', '/arenas', FRIDAY)).body;
    const pushed: ServerMessage[] = [];
    const url = await running.client.socketUrl(await running.tokenOf('Ama'));
    const line = await openLine(url, (message) => void pushed.push(message));
    await line.ask({ t: 'enter', arena: id as never });
    const heard = (t: string) =>
      eventually(async () => pushed.find((message) => message.t === t) ?? null, WITHIN_MS);

    const told = await ask('POST', `/arenas/${id}/notes`, { text: 'Pizza at eight' });
    expect(told.body).toEqual({ told: 1 });
    expect(await heard('note')).toEqual({ t: 'note', arena: id, text: 'Pizza at eight' });
    await ask('POST', `/arenas/${id}/cancel`, { reason: 'no hall' });
    expect(await heard('cancelled')).toEqual({ t: 'cancelled', arena: id, reason: 'no hall' });
    line.close();
  });
});

describe('a page of another origin', () => {
  it('may ask with a token, a key and a version, and read what it needs', async () => {
    const preflight = await fetch(`${running.cloud.httpUrl}/arenas`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://club.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,if-match',
      },
    });
    const allowed = (name: string) => preflight.headers.get(`access-control-allow-${name}`);
    const read = await ask('GET', '/arenas', undefined, { origin: 'https://club.example' });

    expect([preflight.status, allowed('origin')]).toEqual([204, '*']);
    expect(allowed('methods')?.split(',')).toContain('PATCH');
    expect(allowed('headers')?.split(',')).toEqual([
      ...['authorization', 'content-type', 'idempotency-key', 'if-match'],
    ]);
    expect(read.headers.get('access-control-expose-headers')).toContain('etag');
    expect(read.headers.get('cache-control')).toBe('public, max-age=2');
  });
});

describe('what is logged', () => {
  it('holds no token, no key of one and no address', () => {
    const secrets = [running.organiser, 'Bearer', 'ticket=', '127.0.0.1'];
    const leaks = running.lines.filter((line) => secrets.some((secret) => line.includes(secret)));

    expect(running.lines.length).toBeGreaterThan(10);
    expect(leaks).toEqual([]);
    expect(running.errors).toEqual([]);
  });
});
