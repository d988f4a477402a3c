import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asked } from '../../shared/client/asking.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import { arenaDetailsSchema } from '../../shared/protocol/arena-details.ts';
import { auditPageSchema } from '../../shared/protocol/audit-view.ts';
import { allowListViewSchema, entryViewSchema } from '../../shared/protocol/entry-view.ts';
import type { NewArena } from '../../shared/protocol/http.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { playerId } from '../support/builders.ts';
import { type Line, openLine } from '../support/line.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';
import { eventually } from './stored-arena.ts';

const HOUR_MS = 3_600_000;
const WITHIN_MS = 20_000;
const SECRET = { access: 'password', password: 'open sesame' } as const;

let running: RunningCloud;
/** Adwoa is in an arena that starts while the other tests run. */
let starting: ArenaId;
let adwoa: Player;
beforeAll(async () => {
  running = await runCloud();
  starting = await arenaWith({ durationMs: 60_000 });
  adwoa = await playing('Adwoa');
  expect(await says(adwoa, 'enter', starting)).toMatchObject({ t: 'state' });
  const limit = json({ entry: { ratingMax: 1_800 }, startsAtMs: Date.now() + 3_000 });
  expect((await organise('PATCH', `/arenas/${starting}`, limit)).status).toBe(200);
});
afterAll(() => running.cloud.stop());

async function ask(method: string, path: string, token: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${token}`, ...(init.headers as object) };
  return fetch(`${running.cloud.httpUrl}${path}`, { ...init, method, headers });
}
const organise = (method: string, path: string, init?: RequestInit) =>
  ask(method, path, running.organiser, init);
const json = (value: object, headers: object = {}) => ({
  ...{ body: JSON.stringify(value), headers: { 'content-type': 'application/json', ...headers } },
});
const csv = (body: string) => ({ body, headers: { 'content-type': 'text/csv' } });

/** What was answered, exactly as it is documented. */
async function documented<S extends v.GenericSchema>(
  response: Response,
  schema: S,
): Promise<v.InferOutput<S>> {
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.any(String)]);
  const value: unknown = JSON.parse(text);
  expect(v.parse(schema, value)).toEqual(value);
  return value as v.InferOutput<S>;
}

const arenaWith = async (part: Partial<NewArena>): Promise<ArenaId> =>
  (await running.createArena({ startsAtMs: Date.now() + HOUR_MS, ...part })).id;

interface Player {
  readonly token: string;
  readonly line: Line;
  readonly pushes: ServerMessage[];
}

async function playing(name: string): Promise<Player> {
  const token = await running.tokenOf(name);
  const pushes: ServerMessage[] = [];
  const url = await running.client.socketUrl(token);
  return { token, pushes, line: await openLine(url, (push) => void pushes.push(push)) };
}

const says = ({ line }: Player, t: 'enter' | 'leave', arena: ArenaId, password?: string) =>
  line.ask({ t, arena, ...(password !== undefined && { password }) } as Asked);

describe('the last place of an arena', () => {
  it('is one of two who come at once, and comes free when he leaves', async () => {
    const arena = await arenaWith({ playersMax: 2 });
    const [ama, kofi, esi] = await Promise.all(['Ama', 'Kofi', 'Esi'].map(playing));
    if (ama === undefined || kofi === undefined || esi === undefined) throw new Error('three');
    expect(await says(ama, 'enter', arena)).toMatchObject({ t: 'state' });
    const both = [kofi, esi];
    const answers = await Promise.all(both.map((one) => says(one, 'enter', arena)));
    const kinds = answers.map((answer) => (answer?.t === 'refused' ? answer.code : answer?.t));
    expect([...kinds].sort()).toEqual(['arenaFull', 'state']);

    const [inside, outside] = kinds[0] === 'state' ? [kofi, esi] : [esi, kofi];
    expect(await says(inside, 'leave', arena)).toMatchObject({ t: 'left', arena, condition: null });
    expect(await says(outside, 'enter', arena)).toMatchObject({ you: { seated: true } });
    expect(await says(inside, 'enter', arena)).toMatchObject({ code: 'arenaFull' });
    const details = await organise('GET', `/arenas/${arena}`);
    expect((await documented(details, arenaDetailsSchema)).players).toBe(2);
    await eventually(async () => {
      const { standings } = await running.client.table(arena);
      return standings.length === 2 ? true : null;
    }, WITHIN_MS);
  });
});

describe('an arena with a password', () => {
  it('takes whoever says it, and tells before what it asks for', async () => {
    const arena = await arenaWith({ entry: { ...SECRET } as NewArena['entry'] });
    const abena = await playing('Abena');
    const told = async () =>
      documented(await ask('GET', `/arenas/${arena}/entry`, abena.token), entryViewSchema);
    const condition = 'password';
    expect(await told()).toEqual({
      ...{ accepted: false, refusal: 'entryRefused' },
      verdicts: [{ condition, expected: 'right', actual: null, ok: false }],
    });
    const refused = { t: 'refused', code: 'entryRefused', field: condition };

    expect(await says(abena, 'enter', arena)).toMatchObject(refused);
    expect(await says(abena, 'enter', arena, 'open barley')).toMatchObject(refused);
    expect(await says(abena, 'enter', arena, SECRET.password)).toMatchObject({ t: 'state' });
    expect(await told()).toMatchObject({ accepted: true, refusal: null });
    // Whoever has left without a game is nobody who has been there.
    expect(await says(abena, 'leave', arena)).toMatchObject({ t: 'left' });
    expect(await says(abena, 'enter', arena)).toMatchObject(refused);
  });
});

describe('the list of an arena', () => {
  it('is replaced as a whole, by JSON or CSV, and only over what was read', async () => {
    const arena = await arenaWith({ entry: { access: 'list' } as NewArena['entry'] });
    const path = `/arenas/${arena}/allow-list`;
    const read = async () => documented(await organise('GET', path), allowListViewSchema);
    const first = await organise('GET', path);
    expect([first.headers.get('etag'), await first.json()]).toEqual(['"0"', { players: [] }]);
    const yaa = await playing('=Yaa');
    expect(await says(yaa, 'enter', arena)).toMatchObject({ field: 'list' });

    const match = { 'if-match': '"0"' };
    const set = await organise('PUT', path, json({ players: [playerId(7)] }, match));
    expect([set.status, set.headers.get('etag')]).toEqual([200, '"1"']);
    const late = await organise('PUT', path, json({ players: [] }, match));
    expect([late.status, await late.json()]).toMatchObject([412, { code: 'versionConflict' }]);
    const wrong = await organise('PUT', path, csv(`player\n${playerId(8)}\nx\n`));
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { code: 'invalid', field: 'line 3', expected: 'the id of a player' },
    ]);
    expect(await read()).toEqual({ players: [playerId(7)] });

    const mixed = await organise('PUT', path, csv(`\ufeffaccount\r\n"=Yaa"\r\n`));
    expect(await documented(mixed, allowListViewSchema)).toEqual(await read());
    expect(await says(yaa, 'enter', arena)).toMatchObject({ you: { seated: true } });
    const [player] = (await read()).players;
    const text = await organise('GET', path, { headers: { accept: 'text/csv' } });
    expect([text.headers.get('content-type'), await text.text()]).toEqual([
      'text/csv; header=present; charset=utf-8',
      `player,name\r\n${player},'=Yaa\r\n`,
    ]);
    const audit = await organise('GET', `/arenas/${arena}/audit`);
    const { entries } = await documented(audit, auditPageSchema);
    const lists = entries.filter(({ action }) => action === 'allowList');
    expect(lists.map(({ actor, details }) => [actor, details])).toEqual([
      ['o', { players: 1 }],
      ['o', { players: 1 }],
    ]);
  });

  it('has ten thousand players, and no more; others may not read it', async () => {
    const arena = await arenaWith({});
    const path = `/arenas/${arena}/allow-list`;
    const lines = Array.from({ length: 10_000 }, (_, who) => playerId(who));
    const full = await organise('PUT', path, csv(`player\n${lines.join('\n')}\n`));
    expect((await documented(full, allowListViewSchema)).players).toEqual([...lines].sort());
    const more = await organise(
      'PUT',
      path,
      csv(`player\n${[...lines, playerId(10_000)].join('\n')}`),
    );
    expect([more.status, await more.json()]).toMatchObject([400, { field: 'players' }]);
    const player = await running.tokenOf('Ama');
    expect((await ask('GET', path, player)).status).toBe(403);
    expect((await ask('PUT', path, player, json({}))).status).toBe(403);
  });
});

describe('a rating limit that was set after somebody had entered', () => {
  it('sends him away at the start, and he may try again', async () => {
    const left = await eventually(
      async () => adwoa.pushes.find(({ t }) => t === 'left') ?? null,
      WITHIN_MS,
    );
    // He has never played: a provisional rating meets no limit.
    const expected = 'a rating of at most 1800 that is not provisional';
    expect(left).toEqual({ t: 'left', arena: starting, condition: 'ratingMax', expected });
    expect(await says(adwoa, 'enter', starting)).toMatchObject({ field: 'ratingMax', expected });
    expect(await adwoa.line.ask({ t: 'lobby', arena: starting, after: null })).toMatchObject({
      ...{ t: 'refused', code: 'notEntered' },
    });
  });

  it('breaks nothing', () => {
    expect(running.errors).toEqual([]);
  });
});
