import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import {
  openRaw,
  type RawLine,
  type RunningCloud,
  refusedStatus,
  runCloud,
} from './running-cloud.ts';

let running: RunningCloud;
let arena: ArenaView;
let line: RawLine;
beforeAll(async () => {
  running = await runCloud();
  arena = await running.createArena({ startsAtMs: Date.now() + 3_600_000 });
  line = await openRaw(await running.client.socketUrl(await running.tokenOf('Ama')));
});
afterAll(() => running.cloud.stop());

const id = 'AAAAAAAAAAA';

/** What is sent, and what is answered; every connection stays open. */
const MESSAGES: readonly (readonly [string, string, object])[] = [
  // middyjs/middy#1219, nearst/laconia#49
  ['text that is not JSON', 'hello', { code: 'malformed' }],
  ['an empty message', ' ', { code: 'malformed' }],
  ['JSON that is no object', '[1]', { code: 'malformed' }],
  ['a number', '7', { code: 'malformed' }],
  ['no type', '{}', { code: 'unknownType', field: 't' }],
  // middyjs/middy#1219
  ['an unknown type', '{"t":"castle"}', { code: 'unknownType', field: 't' }],
  ['a type from the prototype', '{"t":"toString"}', { code: 'unknownType', field: 't' }],
  ['25 KB', `{"t":"move","move":"${'x'.repeat(25_000)}"}`, { code: 'tooLarge' }],
  ['a move without a game', '{"t":"move","ply":0,"move":"A"}', { code: 'invalid', field: 'game' }],
  ['a game that is no id', `{"t":"resign","game":"x"}`, { code: 'invalid', field: 'game' }],
  ['a ply below zero', move({ ply: -1 }), { code: 'invalid', field: 'ply' }],
  ['half a ply', move({ ply: 0.5 }), { code: 'invalid', field: 'ply' }],
  ['a ply beyond the end', move({ ply: 1_001 }), { code: 'invalid', field: 'ply' }],
  ['a move that is no text', move({ move: 3 }), { code: 'invalid', field: 'move' }],
  ['a move as long as a book', move({ move: 'A'.repeat(65) }), { code: 'invalid', field: 'move' }],
  ['a game that does not exist', move({}), { code: 'noSuchGame', field: 'game' }],
  ['resigning no game', `{"t":"resign","game":"${id}"}`, { code: 'noSuchGame' }],
  ['hello in no arena', `{"t":"hello","v":1,"arena":"${id}"}`, { code: 'noSuchArena' }],
  ['hello of another version', `{"t":"hello","v":2,"arena":"${id}"}`, { field: 'v' }],
  ['lobby without its game', `{"t":"lobby","arena":"${id}"}`, { code: 'invalid', field: 'after' }],
];

function move(part: object): string {
  return JSON.stringify({ t: 'move', game: id, ply: 0, move: 'A', ...part });
}

describe('bad input over the WebSocket', () => {
  it.each(MESSAGES)('%s is refused, and the connection stays open', async (_, text, expected) => {
    const answer = await line.exchange(text);

    expect(answer).toMatchObject({ t: 'refused', ...expected });
    expect(line.isOpen()).toBe(true);
  });

  it('an arena that one has not entered is refused, with the mark of the message', async () => {
    const message = { t: 'lobby', arena: arena.id, after: null, cid: 'mine' };

    const answer = await line.exchange(JSON.stringify(message));

    expect(answer).toEqual({ t: 'refused', code: 'notEntered', field: 'arena', cid: 'mine' });
  });

  // localstack/localstack#4039
  it('no ticket, a wrong one and a used one open no connection', async () => {
    const url = await running.client.socketUrl(await running.tokenOf('Kofi'));
    (await openRaw(url)).close();

    expect(await refusedStatus(running.cloud.socketUrl)).toBe(401);
    expect(await refusedStatus(`${running.cloud.socketUrl}?ticket=wrong`)).toBe(403);
    expect(await refusedStatus(url)).toBe(403);
  });

  it('stores nothing and breaks nothing', async () => {
    expect(running.errors).toEqual([]);
    expect(await running.client.games(arena.id)).toEqual([]);
    expect((await running.client.table(arena.id)).players).toBe(0);
  });
});

const body = (part: object) => ({
  name: 'Arena',
  clock: { limitMs: 60_000, incrementMs: 0 },
  startsAtMs: 4_000_000_000_000,
  durationMs: 60_000,
  ...part,
});

const BODIES: readonly (readonly [string, unknown, object])[] = [
  ['no JSON', '{', { code: 'malformed' }],
  ['a list', [], { code: 'malformed' }],
  ['no name', body({ name: undefined }), { field: 'name' }],
  ['a blank name', body({ name: '  ' }), { field: 'name' }],
  ['a name with a control character', body({ name: 'a\u202eb' }), { field: 'name' }],
  ['an unknown game', body({ game: 'go' }), { field: 'game' }],
  ['an unknown preset', body({ preset: 'swiss' }), { field: 'preset' }],
  ['no time to think', body({ clock: { limitMs: 0, incrementMs: 0 } }), { field: 'clock' }],
  ['a text for a number', body({ durationMs: '60000' }), { field: 'durationMs' }],
  ['a second of an arena', body({ durationMs: 1_000 }), { field: 'durationMs' }],
  ['a start in the past', body({ startsAtMs: 1 }), { field: 'startsAtMs' }],
  ['an unknown field', body({ prize: 1 }), { field: 'prize', expected: 'no such field' }],
];

describe('bad input over HTTP', () => {
  it.each(BODIES)('%s is refused with field and expectation', async (_, arenaBody, expected) => {
    const response = await post('/arenas', running.organiser, arenaBody);

    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 400, ...expected });
  });

  it('tells who may not from who is unknown', async () => {
    const player = await running.tokenOf('Ama');

    expect((await post('/arenas', player, body({}))).status).toBe(403);
    expect((await post('/arenas', 'no token', body({}))).status).toBe(401);
    expect((await post('/tickets', '', {})).status).toBe(401);
    expect((await post(`/guests/${id}/tickets`, '', { secret: 'x' })).status).toBe(403);
    expect((await post('/guests/x/tickets', '', { secret: 'x' })).status).toBe(404);
    expect((await get('/arenas/x')).status).toBe(404);
    expect((await get(`/arenas/${id}/standings`)).status).toBe(404);
    expect((await get(`/arenas/${arena.id}/standings?page=-1`)).status).toBe(400);
    expect((await get(`/arenas/${arena.id}/games?cursor=x`)).status).toBe(400);
    expect((await get('/nothing')).status).toBe(404);
    expect(running.errors).toEqual([]);
  });

  it('lets a guest in with his secret alone', async () => {
    const created = await post('/guests', '', { name: 'Guest' });
    const guest = (await created.json()) as { id: string; secret: string };

    const ticket = await post(`/guests/${guest.id}/tickets`, '', { secret: guest.secret });
    const wrong = await post(`/guests/${guest.id}/tickets`, '', { secret: `${guest.secret}x` });

    expect([created.status, ticket.status, wrong.status]).toEqual([201, 201, 403]);
    const { url } = (await ticket.json()) as { url: string };
    const guestLine = await openRaw(url);
    const entered = await guestLine.exchange(JSON.stringify({ t: 'enter', arena: arena.id }));
    expect(entered).toMatchObject({ t: 'state', you: { player: guest.id, state: 'idle' } });
    guestLine.close();
  });
});

function post(path: string, token: string, value: unknown): Promise<Response> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return fetch(`${running.cloud.httpUrl}${path}`, { method: 'POST', headers, body: text });
}

const get = (path: string): Promise<Response> => fetch(`${running.cloud.httpUrl}${path}`);
