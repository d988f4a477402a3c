import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSeries } from '../../shared/arena/series.ts';
import { present } from '../../shared/core/assert.ts';
import type { SeriesId } from '../../shared/core/ids.ts';
import type {
  HistoryPage,
  SeriesPage,
  WholeSeriesView,
} from '../../shared/protocol/api/series-view.ts';
import type { ArenaDetails } from '../../shared/protocol/arena-details.ts';
import type { SeriesAuditPage } from '../../shared/protocol/audit-view.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';
import { storeEdition } from './series-edition.ts';
import { eventually, type Inside, insideOf } from './stored-arena.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const WITHIN_MS = 20_000;

/** Every day at noon where clocks change. */
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const DAILY = {
  name: 'Noon',
  clock: { limitMs: 180_000, incrementMs: 2_000 },
  ...{ durationMs: 3_600_000, zone: 'Europe/Amsterdam', aheadMs: DAY_MS },
  recurrences: DAYS.map((on) => ({ every: 'week', on, at: '12:00' })),
};

const wall = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: 'Europe/Amsterdam', hour: '2-digit', minute: '2-digit' },
});
const onWall = (ms: number): string => wall.format(ms);

let running: RunningCloud;
let inside: Inside;
let stranger: string;
beforeAll(async () => {
  running = await runCloud();
  inside = insideOf(running.cloud);
  const { issuer } = running.cloud;
  stranger = await issuer.mintToken({ subject: 'stranger', roles: ['organiser'] });
});
afterAll(async () => {
  inside.close();
  await running.cloud.stop();
});

interface Asked {
  readonly method?: string;
  readonly body?: object;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
}

async function ask(path: string, { method = 'GET', body, token, headers }: Asked = {}) {
  const bearer = token === undefined ? running.organiser : token;
  const response = await fetch(`${running.cloud.httpUrl}${path}`, {
    method,
    headers: {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

async function read<T>(path: string): Promise<T> {
  const { status, text } = await ask(path, { token: null });
  expect([path, status]).toEqual([path, 200]);
  return JSON.parse(text) as T;
}

async function create(part: object = {}, headers: Record<string, string> = {}) {
  const answer = await ask('/series', { method: 'POST', body: { ...DAILY, ...part }, headers });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return { ...answer, series: JSON.parse(answer.text) as WholeSeriesView };
}

const codeIn = (text: string): unknown => (JSON.parse(text) as { code: string }).code;

/** The arenas of this series that are listed as upcoming, by start. */
async function arenasOf(id: SeriesId): Promise<readonly ArenaDetails[]> {
  const { arenas } = await read<{ arenas: ArenaDetails[] }>('/arenas?state=upcoming');
  return arenas.filter(({ series }) => series === id);
}

describe('a series over HTTP', () => {
  it('has its arenas at once, at the same wall-clock time', async () => {
    const { series, headers } = await create({ aheadMs: 3 * DAY_MS });
    expect(headers.get('location')).toBe(`/series/${series.id}`);
    const arenas = await arenasOf(series.id);
    // In the week in which a day has 25 hours there may be two noons in 72.
    expect(arenas.length).toBeGreaterThanOrEqual(2);
    expect(new Set(arenas.map(({ startsAtMs }) => onWall(startsAtMs)))).toEqual(new Set(['12:00']));
    const [first] = arenas;
    expect(series).toMatchObject({
      ...{ name: 'Noon', game: 'oware', state: 'active', holder: null },
      next: { arena: first?.id, startsAtMs: first?.startsAtMs },
    });
    expect(await read(`/series/${series.id}`)).toEqual(series);
    const { series: listed } = await read<SeriesPage>('/series');
    expect(listed.map(({ id }) => id)).toContain(series.id);
  });

  it('is created once by a request that comes twice with the same key', async () => {
    const key = { 'idempotency-key': 'twice' };
    const [first, again] = [await create({}, key), await create({}, key)];
    expect(again.text).toBe(first.text);
    expect((await arenasOf(first.series.id)).length).toBeLessThanOrEqual(1);
    const { series } = await read<SeriesPage>('/series');
    expect(series.filter(({ id }) => id === first.series.id)).toHaveLength(1);
    const other = await ask('/series', {
      method: 'POST',
      body: { ...DAILY, name: 'Other' },
      headers: key,
    });
    expect([other.status, codeIn(other.text)]).toEqual([422, 'keyReused']);
  });

  it('is changed by those who steer it, from the version that they have read', async () => {
    const { series, headers } = await create({ name: 'Changing' });
    const path = `/series/${series.id}`;
    const patch = (token: string, etag: string | null) =>
      ask(path, {
        ...{ method: 'PATCH', token, body: { name: 'Changed' } },
        headers: { 'if-match': etag ?? '' },
      });
    const etag = headers.get('etag');
    expect((await patch(stranger, etag)).status).toBe(403);
    const friends = await ask(`${path}/organisers`, {
      method: 'PUT',
      body: { organisers: ['stranger'] },
    });
    expect(friends.status).toBe(200);
    const late = await patch(running.organiser, etag);
    expect([late.status, codeIn(late.text)]).toEqual([412, 'versionConflict']);
    const changed = await patch(stranger, friends.headers.get('etag'));
    expect([changed.status, JSON.parse(changed.text)]).toMatchObject([200, { name: 'Changed' }]);
    const taken = await ask(`${path}/organisers`, {
      ...{ method: 'PUT', token: stranger, body: { organisers: [] } },
    });
    expect(taken.status).toBe(403);
    expect((await ask(`${path}/audit`, { token: null })).status).toBe(401);
    const { text } = await ask(`${path}/audit`, { token: stranger });
    const { entries } = JSON.parse(text) as SeriesAuditPage;
    expect(entries.map(({ actor, action, details }) => [actor, action, details])).toEqual([
      ['stranger', 'change', { fields: ['name'] }],
      [entries[2]?.actor, 'organisers', { organisers: ['stranger'] }],
      [entries[2]?.actor, 'create', {}],
    ]);
  });

  it('is paused and goes on', async () => {
    const { series } = await create({ name: 'Pausing' });
    const paused = await ask(`/series/${series.id}/pause`, { method: 'POST' });
    expect(JSON.parse(paused.text)).toMatchObject({ state: 'paused' });
    const { series: listed } = await read<SeriesPage>('/series?state=paused');
    expect(listed.map(({ id }) => id)).toEqual([series.id]);
    const resumed = await ask(`/series/${series.id}/resume`, { method: 'POST' });
    expect(JSON.parse(resumed.text)).toMatchObject({ state: 'active' });
  });

  it.each([
    ['a zone that there is not', { zone: 'Europe/Nowhere' }, 'zone'],
    [
      'a time that there is not',
      { recurrences: [{ every: 'week', on: 'monday', at: '24:00' }] },
      'recurrences.0.at',
    ],
    [
      'a day that never comes',
      { recurrences: [{ every: 'month', day: 30, months: [2], at: '12:00' }] },
      'recurrences.0.day',
    ],
    [
      'months out of order',
      { recurrences: [{ every: 'month', day: 3, months: [2, 1], at: '12:00' }] },
      'recurrences.0.months',
    ],
    ['no recurrence', { recurrences: [] }, 'recurrences'],
    ['too short a time ahead', { aheadMs: 1 }, 'aheadMs'],
    [
      'a pairing that never opens',
      { policy: { pairingClosesMs: HOUR_MS } },
      'policy.pairingClosesMs',
    ],
  ])('is refused with %s', async (_, part, field) => {
    const body = { ...DAILY, ...part };
    const { status, text } = await ask('/series', { method: 'POST', body });
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'invalid', field }]);
  });

  it('is for organisers to make, and nobody finds what there is not', async () => {
    const player = await running.tokenOf('player');
    const refused = await ask('/series', { method: 'POST', body: DAILY, token: player });
    expect([refused.status, codeIn(refused.text)]).toEqual([403, 'forbidden']);
    for (const path of ['', '/history', '/calendar.ics']) {
      const { status, text } = await ask(`/series/AAAAAAAAAAA${path}`);
      expect([status, codeIn(text)]).toEqual([404, 'notFound']);
    }
  });

  it('has a shield, its history, and a defender in its next arena', async () => {
    const { series } = await create({ name: 'Shield' });
    const edition = await storeEdition(inside, series.id);
    const winners = [{ player: edition.winner, name: 'Ama' }];
    const { holder, next } = await read<WholeSeriesView>(`/series/${series.id}`);
    expect(holder).toEqual({
      arena: edition.arena.id,
      startsAtMs: edition.arena.startsAtMs,
      winners,
    });
    const { editions } = await read<HistoryPage>(`/series/${series.id}/history`);
    expect(editions).toMatchObject([{ arena: edition.arena.id, state: 'frozen', winners }]);
    const arena = await read<ArenaDetails>(`/arenas/${next?.arena}`);
    expect(arena).toMatchObject({ series: series.id, defenders: winners });
  });

  it('has a calendar for everybody', async () => {
    const { series } = await create({ name: 'Calendar', recurrences: DAILY.recurrences.slice(-1) });
    const { status, headers, text } = await ask(`/series/${series.id}/calendar.ics`, {
      token: null,
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    const starts = events.map((one) => new ICAL.Event(one).startDate.toUnixTime() * 1_000);
    expect(starts[0]).toBe(series.next?.startsAtMs);
    expect(starts.length).toBeGreaterThanOrEqual(52);
    // Over a whole year: the same on the wall, and two hours in UTC.
    expect(new Set(starts.map(onWall))).toEqual(new Set(['12:00']));
    expect(new Set(starts.map((start) => new Date(start).getUTCHours()))).toEqual(
      new Set([10, 11]),
    );
  });
});

describe('the planner on the cloud', () => {
  it('creates what is due, and nothing twice when it runs again', async () => {
    const { series } = await create({ name: 'Planned', aheadMs: HOUR_MS });
    const before = present(await inside.store.series(series.id), 'series');
    const after = changeSeries(before, { aheadMs: 3 * DAY_MS, planAtMs: 0 });
    await inside.store.commit([{ op: 'update', before, after }]);
    await Promise.all([runPlanner(), runPlanner()]);
    const isDone = async () => {
      const { planAtMs } = present(await inside.store.series(series.id), 'series');
      return planAtMs > Date.now() ? true : null;
    };
    expect(await eventually(isDone, WITHIN_MS)).toBe(true);
    const starts = (await arenasOf(series.id)).map(({ startsAtMs }) => startsAtMs);
    expect(starts.length).toBeGreaterThanOrEqual(2);
    expect(new Set(starts).size).toBe(starts.length);
    expect(running.errors).toEqual([]);
  });
});

/** As EventBridge does it. */
async function runPlanner(): Promise<void> {
  const { cloud } = running;
  const client = new LambdaClient({
    ...{ endpoint: cloud.awsUrl, region: 'us-east-1' },
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { name } = present(
    cloud.plan.functions.find((one) => one.name.endsWith('-series')),
    'function series',
  );
  await client.send(new InvokeCommand({ FunctionName: name, InvocationType: 'Event' }));
  client.destroy();
}
