import { describe, expect, it } from 'vitest';
import { listSeriesAudit } from '../../../shared/app/list-records.ts';
import type { Ports, Store, Write } from '../../../shared/app/ports.ts';
import { planSeries } from '../../../shared/app/series/plan-series.ts';
import { showSeries } from '../../../shared/app/series/show-series.ts';
import {
  changeSeriesSettings,
  pauseSeries,
  resumeSeries,
  setSeriesOrganisers,
} from '../../../shared/app/series/steer-series.ts';
import { AHEAD_MS } from '../../../shared/arena/planning.ts';
import { type Series, settingsVersion } from '../../../shared/arena/series.ts';
import { present } from '../../../shared/core/assert.ts';
import type { SeriesId } from '../../../shared/core/ids.ts';
import {
  arenasOn,
  createOn,
  DAY_MS,
  SUNDAYS,
  seriesStage,
  startsOn,
  utc,
  WEEK_MS,
} from '../../support/series.ts';
import { createStage, type Stage } from '../../support/stage.ts';

const MONDAY = '2027-03-15T09:00';
const by = (version: number | null) => ({ actor: 'friend', version });

const seriesOn = async ({ store }: Stage, { id }: Series): Promise<Series> =>
  present(await store.series(id), 'series');

const auditOn = async ({ ports }: Stage, id: SeriesId, cursor: string | null = null) => {
  const page = await listSeriesAudit(ports, id, cursor);
  if (!page.ok) throw new Error(page.error.code);
  return page.value;
};

const typesIn = (writes: readonly Write[]): string[] =>
  writes.map((write) => {
    if ('entity' in write) return write.entity.type;
    if ('counter' in write) return write.counter.type;
    return write.op === 'update' ? write.after.type : write.op;
  });

/** Everything that an organiser may do with a series, each a millisecond after the one before. */
async function steered() {
  const { stage, series } = await seriesStage(MONDAY);
  const { ports, clock } = stage;
  const deeds = [
    () => changeSeriesSettings(ports, series.id, by(null), { name: 'Late', rated: false }),
    () => pauseSeries(ports, series.id, 'friend'),
    () => pauseSeries(ports, series.id, 'friend'),
    () => resumeSeries(ports, series.id, 'friend'),
    () => setSeriesOrganisers(ports, series.id, null, { actor: 'boss', organisers: ['friend'] }),
    () => setSeriesOrganisers(ports, series.id, null, { actor: 'boss', organisers: ['friend'] }),
  ];
  for (const deed of deeds) {
    clock.nowMs += 1;
    expect(await deed()).toMatchObject({ ok: true });
  }
  return { stage, series };
}

describe('the audit of a series', () => {
  it('has every deed once, the latest first, with who did it and when', async () => {
    const { stage, series } = await steered();
    const { entries, next } = await auditOn(stage, series.id);
    const fromMs = utc(MONDAY);
    expect(next).toBeNull();
    expect(entries.map(({ id: _, reason: __, ...entry }) => entry)).toEqual([
      {
        ...{ atMs: fromMs + 5, actor: 'boss', action: 'organisers' },
        details: { organisers: ['friend'] },
      },
      { atMs: fromMs + 4, actor: 'friend', action: 'resume', details: {} },
      { atMs: fromMs + 2, actor: 'friend', action: 'pause', details: {} },
      {
        ...{ atMs: fromMs + 1, actor: 'friend', action: 'change' },
        details: { fields: ['name', 'rated'] },
      },
      { atMs: fromMs, actor: 'organiser', action: 'create', details: {} },
    ]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });

  it('is written together with what it tells of, or neither is', async () => {
    const { stage, series } = await seriesStage(MONDAY);
    const commits: (readonly Write[])[] = [];
    const store: Store = {
      ...stage.store,
      commit: (writes) => {
        commits.push(writes);
        return stage.store.commit(writes);
      },
    };
    const ports = { ...stage.ports, store };
    await createOn({ ...stage, ports }, { aheadMs: AHEAD_MS.min });
    await pauseSeries(ports, series.id, 'friend');
    expect(commits.map(typesIn)).toEqual([
      ['series', 'seriesAudit', 'quota'],
      // What the planner notes down is no deed of an organiser's.
      ['series'],
      ['series', 'seriesAudit'],
    ]);
    commits.length = 0;
    const stale = await changeSeriesSettings(ports, series.id, by(1), { name: 'Other' });
    expect([stale, commits]).toMatchObject([{ error: { code: 'versionConflict' } }, []]);
  });

  it('comes in pages', async () => {
    const { stage, series } = await seriesStage(MONDAY);
    for (let change = 0; change < 55; change++) {
      stage.clock.nowMs += 1;
      await changeSeriesSettings(stage.ports, series.id, by(null), { name: `Name ${change}` });
    }
    const first = await auditOn(stage, series.id);
    const second = await auditOn(stage, series.id, first.next);
    expect([first.entries.length, second.entries.length, second.next]).toEqual([50, 6, null]);
    const times = [...first.entries, ...second.entries].map(({ atMs }) => atMs);
    expect(times).toEqual([...new Set(times)].sort((a, b) => b - a));
  });
});

describe('a series whose arenas cannot be created just now', () => {
  /** Nothing can be scheduled. */
  const failing = (ports: Ports): Ports => ({
    ...ports,
    schedules: { ...ports.schedules, plan: async () => Promise.reject(new Error('throttled')) },
  });

  it('is created and changed all the same, and the planner creates them', async () => {
    const stage = createStage({ nowMs: utc(MONDAY) });
    const series = await createOn({ ...stage, ports: failing(stage.ports) });
    expect([arenasOn(stage), stage.counts.get('SeriesNotPlanned')]).toEqual([[], 1]);
    const changes = { aheadMs: 2 * WEEK_MS };
    const changed = await changeSeriesSettings(failing(stage.ports), series.id, by(null), changes);
    expect(changed).toMatchObject({ ok: true, value: changes });
    await pauseSeries(failing(stage.ports), series.id, 'friend');
    expect(await resumeSeries(failing(stage.ports), series.id, 'friend')).toMatchObject({
      ...{ ok: true, value: { state: 'active' } },
    });
    expect([arenasOn(stage), stage.counts.get('SeriesNotPlanned')]).toEqual([[], 3]);
    stage.clock.nowMs += 300_000;
    await planSeries(stage.ports);
    expect(startsOn(stage)).toEqual(['2027-03-21T19:00', '2027-03-28T18:00']);
  });
});

describe('the version of a series', () => {
  it('stays the same whatever the planner does', async () => {
    const { stage, series } = await seriesStage(MONDAY);
    const version = await settingsVersion(series);
    stage.clock.nowMs += 8 * DAY_MS;
    await planSeries(stage.ports);
    const later = await seriesOn(stage, series);
    expect(later.version).toBeGreaterThan(series.version);
    expect(await settingsVersion(later)).toBe(version);
    expect((await showSeries(stage.ports, later)).version).toBe(version);
    const changes = { name: 'Late' };
    expect(await changeSeriesSettings(stage.ports, series.id, by(version), changes)).toMatchObject({
      ...{ ok: true, value: changes },
    });
  });

  it('is another one after every change, and has at most 15 digits', async () => {
    const { stage, series } = await seriesStage(MONDAY);
    const versions = [await settingsVersion(series)];
    const changes = [
      { name: 'Late' },
      { description: 'Every Sunday' },
      { durationMs: 2 * SUNDAYS.durationMs },
      { rated: false },
      { zone: 'UTC' },
      { recurrences: [{ every: 'week', on: 'monday', at: '20:00' } as const] },
      { aheadMs: DAY_MS },
      { entry: { ...SUNDAYS.entry, gamesMin: 5 } },
    ];
    for (const change of changes) {
      const version = versions.at(-1) ?? null;
      expect((await changeSeriesSettings(stage.ports, series.id, by(version), change)).ok).toBe(
        true,
      );
      versions.push(await settingsVersion(await seriesOn(stage, series)));
    }
    await pauseSeries(stage.ports, series.id, 'friend');
    versions.push(await settingsVersion(await seriesOn(stage, series)));
    expect(new Set(versions).size).toBe(changes.length + 2);
    for (const version of versions) expect(`${version}`).toMatch(/^\d{1,15}$/);
  });

  it('does not depend on the order in which a store gives fields back', async () => {
    const { series } = await seriesStage(MONDAY);
    const template = Object.fromEntries(Object.entries(series.template).reverse());
    const same = { ...series, template: template as unknown as Series['template'] };
    expect(await settingsVersion(same)).toBe(await settingsVersion(series));
  });
});
