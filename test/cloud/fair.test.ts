import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORTS_PER_HOUR } from '../../shared/app/reports.ts';
import {
  banPageSchema,
  banSchema,
  reportPageSchema,
  reportReceiptSchema,
} from '../../shared/protocol/fair-view.ts';
import { anOpenArena, arenaId, gameId, playerId } from '../support/builders.ts';
import { openRaw, type RunningCloud, runCloud } from './running-cloud.ts';
import { smallArena } from './small-arena.ts';
import { insideOf, storeArena } from './stored-arena.ts';
import { type Answer, NOBODY, problemIn } from './two-arenas.ts';

const GUESTS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;
const game = gameId(1);
const reason = 'moves like an engine';

const arenaOf = (which: number) =>
  anOpenArena({
    ...{ id: arenaId(which), owner: 'o' },
    ...{ startsAtMs: Date.now() - HOUR_MS, endsAtMs: Date.now() + HOUR_MS },
  });
const OPEN = arenaOf(1);
const OTHER = arenaOf(2);
const open = `/arenas/${OPEN.id}`;

let running: RunningCloud;
beforeAll(async () => {
  running = await runCloud();
  const inside = insideOf(running.cloud);
  for (const [index, arena] of [OPEN, OTHER].entries()) {
    const played = { id: index + 1, first: 1, second: 2, winner: null, plies: 40 };
    const { rows, games } = smallArena(arena, 2, [played]);
    await storeArena(inside, arena, rows, games);
  }
  inside.close();
});
afterAll(() => running.cloud.stop());

async function ask(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(`${running.cloud.httpUrl}${path}`, init);
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  return { status, type, link: headers.get('link'), text: await response.text() };
}

const tokenOf = (subject: string, ...roles: readonly string[]): Promise<string> =>
  running.cloud.issuer.mintToken({ subject, name: subject, roles });

async function send(
  method: string,
  path: string,
  token: string | null,
  body?: object,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization, ...more };
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  return ask(path, { method, headers, ...text });
}

/** What was answered, exactly as it is documented. */
function documented<S extends v.GenericSchema>(
  { status, text }: Answer,
  expected: number,
  schema: S,
): v.InferOutput<S> {
  expect([status, text.length > 0]).toEqual([expected, true]);
  const value: unknown = JSON.parse(text);
  const parsed = v.parse(schema, value);
  expect(parsed).toEqual(value);
  return parsed;
}

interface Guest {
  readonly id: string;
  readonly secret: string;
}

async function newGuest(name: string): Promise<Guest> {
  const { status, text } = await send('POST', '/guests', null, { name });
  expect(status).toBe(201);
  return JSON.parse(text) as Guest;
}

const reportsOf = async () => {
  const answer = await send('GET', `${open}/reports`, await tokenOf('o', 'organiser'));
  return documented(answer, 200, reportPageSchema).reports;
};

describe('reports over HTTP', () => {
  it('are filed by accounts and guests, and read by the organisers of that arena', async () => {
    const account = await tokenOf('ama');
    const { id, secret } = await newGuest('Kofi');
    const about = { arena: OPEN.id, player: playerId(2), reason };
    const byAccount = await send('POST', '/reports', account, { game, reason });
    const byGuest = await send('POST', `/guests/${id}/reports`, null, { ...about, secret });
    await send('POST', '/reports', account, { arena: OTHER.id, player: playerId(2), reason });

    for (const answer of [byAccount, byGuest]) {
      expect(documented(answer, 201, reportReceiptSchema).arena).toBe(OPEN.id);
    }
    expect(await reportsOf()).toMatchObject([
      { reporter: { player: id, name: 'Kofi' }, player: { player: playerId(2) }, game: null },
      {
        reporter: { name: 'ama' },
        player: null,
        game: { path: `/games/${game}`, players: [{ name: '1' }, { name: '2' }] },
      },
    ]);
    for (const token of [account, await tokenOf('p', 'organiser')]) {
      const answer = await send('GET', `${open}/reports`, token);
      expect(problemIn(answer)).toMatchObject({ status: 403, code: 'forbidden' });
    }
    expect((await send('GET', `${open}/reports`, null)).status).toBe(401);
  });

  it('are at most ten an hour, also of many that come at once', async () => {
    const token = await tokenOf('eager');
    const statuses: number[] = [];
    const file = async () => {
      const answer = await send('POST', '/reports', token, { game, reason });
      statuses.push(answer.status);
      return answer;
    };
    const startedAtMs = Date.now();
    await Promise.all(Array.from({ length: REPORTS_PER_HOUR + 2 }, file));
    // Those that were in each other's way are asked to come again.
    for (let left = REPORTS_PER_HOUR; left > 0; left--) await file();
    const last = await file();
    // A new hour begins with a new count.
    if (Math.floor(startedAtMs / HOUR_MS) !== Math.floor(Date.now() / HOUR_MS)) return;
    expect(statuses.filter((status) => ![201, 429, 503].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 201)).toHaveLength(REPORTS_PER_HOUR);
    expect(problemIn(last)).toMatchObject({
      ...{ status: 429, code: 'tooMany', expected: 'at most 10 reports an hour' },
    });
  });

  it('are filed once for one key', async () => {
    const token = await tokenOf('patient');
    const key = { 'idempotency-key': 'a' };
    const before = (await reportsOf()).length;
    const first = await send('POST', '/reports', token, { game, reason }, key);
    const again = await send('POST', '/reports', token, { game, reason }, key);

    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await reportsOf()).toHaveLength(before + 1);
  });

  it.each([
    [
      { game: gameId(99), reason },
      { status: 404, code: 'noSuchGame', field: 'game' },
    ],
    [
      { arena: NOBODY, player: playerId(1), reason },
      { status: 404, code: 'noSuchArena', field: 'arena' },
    ],
    [
      { arena: OPEN.id, player: NOBODY, reason },
      { status: 404, code: 'notEntered', field: 'player' },
    ],
    [
      { game: 'x', reason },
      { status: 400, code: 'invalid', field: 'game' },
    ],
    [
      { game, reason: ' ' },
      { status: 400, code: 'invalid', field: 'reason' },
    ],
    [
      { game, reason, arena: OPEN.id },
      { field: 'arena', expected: 'no such field' },
    ],
    [{ reason }, { field: 'arena', expected: 'to be present' }],
    [{ game }, { field: 'reason', expected: 'to be present' }],
    [
      { game: null, reason },
      { field: 'game', code: 'invalid' },
    ],
  ])('%j is a problem that says what was expected', async (body, expected) => {
    const answer = await send('POST', '/reports', await tokenOf('ama'), body);
    expect(problemIn(answer)).toMatchObject(expected);
  });

  it('of a guest take his secret', async () => {
    const { id, secret } = await newGuest('Esi');
    const told = { game, reason };
    const file = (who: string, with_: string) =>
      send('POST', `/guests/${who}/reports`, null, { ...told, secret: with_ });

    expect(problemIn(await file(id, 'x'))).toMatchObject({ status: 403, field: 'secret' });
    expect(problemIn(await file(NOBODY, secret))).toMatchObject({ status: 403, field: 'secret' });
    expect(problemIn(await file('x', secret))).toMatchObject({ status: 404, code: 'notFound' });
  });
});

describe('a ban over HTTP', () => {
  const untilMs = Date.UTC(2100, 0, 1);
  const admin = () => tokenOf('root', 'admin');
  const ticketOf = async (token: string) => send('POST', '/tickets', token);
  const guestTicketOf = ({ id, secret }: Guest) =>
    send('POST', `/guests/${id}/tickets`, null, { secret });

  it('refuses the tickets of accounts and guests, and leaves open connections open', async () => {
    const token = await tokenOf('cheat');
    const guest = await newGuest('Cheat');
    const { player, url } = JSON.parse((await ticketOf(token)).text);
    const line = await openRaw(url);
    const put = async (id: string, body: object) =>
      documented(await send('PUT', `/players/${id}/ban`, await admin(), body), 200, banSchema);

    expect(await put(player, { reason: 'engine' })).toMatchObject({
      ...{ player, name: 'cheat', actor: 'root', untilMs: null, reason: 'engine' },
    });
    await put(guest.id, { reason: 'rude', untilMs });
    expect(problemIn(await ticketOf(token))).toMatchObject({
      ...{ status: 403, code: 'banned', expected: 'for good: engine' },
    });
    expect(problemIn(await guestTicketOf(guest))).toMatchObject({
      ...{ status: 403, code: 'banned', expected: 'until 2100-01-01T00:00:00.000Z: rude' },
    });
    expect(await line.exchange('{"t":"ping"}')).toMatchObject({ t: 'pong' });
    line.close();

    const list = documented(await send('GET', '/bans', await admin()), 200, banPageSchema);
    expect(list.bans.map((ban) => ban.player).toSorted()).toEqual([player, guest.id].toSorted());
    for (const id of [player, guest.id, guest.id]) {
      const lifted = await send('DELETE', `/players/${id}/ban`, await admin());
      expect([lifted.status, lifted.text]).toEqual([204, '']);
    }
    expect((await ticketOf(token)).status).toBe(201);
    expect((await guestTicketOf(guest)).status).toBe(201);
  });

  it.each([
    ['PUT', `/players/${playerId(1)}/ban`],
    ['DELETE', `/players/${playerId(1)}/ban`],
    ['GET', '/bans'],
  ])('%s %s takes the role admin', async (method, path) => {
    const body = method === 'PUT' ? { reason } : undefined;
    for (const role of ['organiser', 'player']) {
      const answer = await send(method, path, await tokenOf('o', role), body);
      expect(problemIn(answer)).toMatchObject({ status: 403, expected: 'role admin' });
    }
    expect((await send(method, path, null, body)).status).toBe(401);
  });

  it.each([
    ['x', { reason }, { status: 404, code: 'notFound' }],
    [NOBODY, { reason }, { status: 404, code: 'notFound' }],
    [NOBODY, {}, { status: 400, field: 'reason' }],
    [NOBODY, { reason, untilMs: 5 }, { status: 400, field: 'untilMs' }],
    [NOBODY, { reason, untilMs: 'soon' }, { status: 400, field: 'untilMs' }],
  ])('of %s with %j is a problem', async (id, body, expected) => {
    const answer = await send('PUT', `/players/${id}/ban`, await admin(), body);
    expect(problemIn(answer)).toMatchObject(expected);
  });
});

describe('guests over HTTP', () => {
  it('are so many an hour from one address; then a header says when to come again', async () => {
    const come = () =>
      fetch(`${running.cloud.httpUrl}/guests`, {
        method: 'POST',
        body: JSON.stringify({ name: 'Ama' }),
      });
    let came = 0;
    let answer = await come();
    // Twice as many, if just now a new hour begins.
    for (; answer.status === 201 && came < 2 * GUESTS_PER_HOUR; came++) answer = await come();
    const leftSeconds = (HOUR_MS - (Date.now() % HOUR_MS)) / 1_000;

    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({
      ...{ code: 'tooMany', expected: 'at most 60 guests an hour from one address' },
    });
    const retryAfter = Number(answer.headers.get('retry-after'));
    expect(Math.abs(retryAfter - leftSeconds)).toBeLessThan(5);
    expect(came).toBeGreaterThan(GUESTS_PER_HOUR / 2);
  });

  it('broke nothing', () => {
    expect(running.errors).toEqual([]);
  });
});
