import { describe, expect, it } from 'vitest';
import { EDITIONS_PER_LOOK, planSeries } from '../../../shared/app/series/plan-series.ts';
import {
  changeSeriesSettings,
  pauseSeries,
  resumeSeries,
  setSeriesOrganisers,
} from '../../../shared/app/series/steer-series.ts';
import { AHEAD_MS } from '../../../shared/arena/planning.ts';
import { type Series, settingsVersion } from '../../../shared/arena/series.ts';
import { present } from '../../../shared/core/assert.ts';
import type { Refusal } from '../../../shared/core/refusal.ts';
import type { Result } from '../../../shared/core/result.ts';
import {
  arenasOn,
  createOn,
  DAY_MS,
  minuteOf,
  seriesStage,
  startsOn,
  utc,
  WEEK_MS,
} from '../../support/series.ts';
import { createStage, type Stage } from '../../support/stage.ts';

const HOUR_MS = 3_600_000;

const by = (version: number | null) => ({ actor: 'organiser', version });

const seriesOn = async ({ store }: Stage, { id }: Series): Promise<Series> =>
  present(await store.series(id), 'series');

const accepted = <T>(result: Result<T, Refusal>): T => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

/** Looks at the series whenever it is due, until this instant (UTC). */
async function planUntil(stage: Stage, series: Series, until: string): Promise<void> {
  for (;;) {
    await planSeries(stage.ports);
    const { planAtMs } = await seriesOn(stage, series);
    if (planAtMs > utc(until)) break;
    stage.clock.nowMs = Math.max(planAtMs, stage.clock.nowMs + 1);
  }
  stage.clock.nowMs = utc(until);
}

describe('two Sundays across a change of clocks', () => {
  it('start at the same wall-clock time', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    await planUntil(stage, series, '2027-04-04T09:00');
    expect(startsOn(stage)).toEqual(['2027-03-21T19:00', '2027-03-28T18:00', '2027-04-04T18:00']);
    const onWall = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: series.zone, weekday: 'long', hour: '2-digit', minute: '2-digit' },
    });
    const shown = arenasOn(stage).map(({ startsAtMs }) => onWall.format(startsAtMs));
    expect(new Set(shown)).toEqual(new Set(['Sunday 20:00']));
  });
});

describe('a new series', () => {
  it('has the arenas that are due at once, made by its template', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00', { aheadMs: 2 * WEEK_MS });
    const arenas = arenasOn(stage);
    expect(arenas.map(({ startsAtMs }) => minuteOf(startsAtMs))).toEqual([
      '2027-03-21T19:00',
      '2027-03-28T18:00',
    ]);
    for (const arena of arenas) {
      expect(arena).toMatchObject({
        ...{ name: 'Sunday', description: 'Every week', owner: 'organiser', series: series.id },
        ...{ kind: 'oware', limitMs: 180_000, incrementMs: 2_000, rated: true, playersMax: 100 },
        ...{ state: 'created', version: 0, endsAtMs: arena.startsAtMs + HOUR_MS },
      });
    }
    const audits = stage.store.all().filter(({ type }) => type === 'audit');
    expect(audits).toHaveLength(2);
    expect(audits[0]).toMatchObject({ action: 'create', details: { series: series.id } });
  });

  it('plans the schedules of each, and looks to the second at what is near', async () => {
    const planned: string[] = [];
    const stage = createStage({ nowMs: utc('2027-03-21T18:50') });
    const { ports } = stage;
    const schedules = {
      ...ports.schedules,
      plan: async (a: { id: string }) => void planned.push(a.id),
    };
    const series = await createOn({ ...stage, ports: { ...ports, schedules } });
    expect(planned).toEqual(arenasOn(stage).map(({ id }) => id));
    expect(stage.queued.map(({ delayMs }) => delayMs)).toEqual([600_000]);
    expect(minuteOf((await seriesOn(stage, series)).plannedUntilMs)).toBe('2027-03-28T18:00');
  });

  it('is looked at once a day at least, and before that when the next one is due', async () => {
    const { series } = await seriesStage('2027-03-15T09:00');
    // The 28th is due on the 21st, which is later than in a day.
    expect(minuteOf(series.planAtMs)).toBe('2027-03-16T09:00');
    const sooner = await seriesStage('2027-03-15T09:00', { aheadMs: 7 * DAY_MS - 14 * HOUR_MS });
    expect(startsOn(sooner.stage)).toEqual(['2027-03-21T19:00']);
    const due = await seriesStage('2027-03-21T10:00', { aheadMs: 7 * DAY_MS });
    expect(minuteOf(due.series.planAtMs)).toBe('2027-03-21T18:00');
  });

  it('is one more than an organiser may have after a hundred', async () => {
    const stage = createStage({ nowMs: utc('2027-03-15T09:00') });
    for (let made = 0; made < 100; made++) await createOn(stage, { aheadMs: AHEAD_MS.min });
    await expect(createOn(stage)).rejects.toThrow('limitReached');
    expect(stage.store.all().filter(({ type }) => type === 'series')).toHaveLength(100);
    await createOn(stage, {}, 'somebody else');
  });

  it('that comes again with the same id is the one that is there', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    const [id] = stage.store.all().flatMap((one) => (one.type === 'series' ? [one.id] : []));
    const bytes = createStage().ports.random;
    const again = createStage({ entities: stage.store.all(), nowMs: stage.clock.nowMs });
    const repeated = await createOn({ ...again, ports: { ...again.ports, random: bytes } });
    expect([repeated.id, repeated]).toEqual([id, series]);
    expect(again.changes).toEqual([]);
  });
});

describe('the planner', () => {
  it('run again, and again later, creates every arena once', async () => {
    const { stage } = await seriesStage('2027-03-15T09:00');
    for (let hour = 0; hour < 21 * 24; hour += 6) {
      stage.clock.nowMs += 6 * HOUR_MS;
      await planSeries(stage.ports);
      await planSeries(stage.ports);
    }
    const starts = startsOn(stage);
    expect(starts).toEqual([...new Set(starts)]);
    expect(starts.map((start) => start.slice(5, 10))).toEqual([
      ...['03-21', '03-28', '04-04', '04-11'],
    ]);
  });

  it('leaves what it has missed', async () => {
    const { stage } = await seriesStage('2027-03-15T09:00');
    stage.clock.nowMs = utc('2027-05-01T00:00');
    await planSeries(stage.ports);
    expect(startsOn(stage)).toEqual(['2027-03-21T19:00', '2027-05-02T18:00']);
  });

  it('creates so many arenas at one look, and the others at the next', async () => {
    const recurrences = (['monday', 'tuesday', 'wednesday', 'thursday'] as const).map(
      (on) => ({ every: 'week', on, at: '20:00' }) as const,
    );
    const part = { recurrences, aheadMs: 42 * DAY_MS };
    const { stage, series } = await seriesStage('2027-03-15T09:00', part);
    expect(arenasOn(stage)).toHaveLength(EDITIONS_PER_LOOK);
    expect(series.planAtMs).toBeLessThanOrEqual(stage.clock.nowMs);
    await planSeries(stage.ports);
    expect(arenasOn(stage)).toHaveLength(24);
    expect(new Set(startsOn(stage)).size).toBe(24);
  });

  it('is kept from no series by one that cannot be planned', async () => {
    const stage = createStage({ nowMs: utc('2027-03-01T09:00') });
    for (const name of ['first', 'second', 'third']) await createOn(stage, { name });
    const [broken] = stage.store.all().flatMap((one) => (one.type === 'series' ? [one] : []));
    stage.clock.nowMs = utc('2027-03-10T09:00');
    const store = {
      ...stage.store,
      series: async (id: Series['id']) => {
        if (id === broken?.id) throw new Error('throttled');
        return stage.store.series(id);
      },
    };
    await expect(planSeries({ ...stage.ports, store })).rejects.toThrow('could not be planned');
    expect(arenasOn(stage).filter(({ startsAtMs }) => startsAtMs > stage.clock.nowMs)).toHaveLength(
      2,
    );
  });
});

describe('a changed series', () => {
  it('changes the editions to come, and none that there is', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    const changes = { name: 'Late Sunday', durationMs: 2 * HOUR_MS, preset: 'dutch' } as const;
    accepted(
      await changeSeriesSettings(
        stage.ports,
        series.id,
        by(await settingsVersion(series)),
        changes,
      ),
    );
    stage.clock.nowMs = utc('2027-03-22T09:00');
    await planSeries(stage.ports);
    const [first, second] = arenasOn(stage);
    expect(first).toMatchObject({ name: 'Sunday', policy: { preset: 'oware-shield' } });
    expect(second).toMatchObject({ name: 'Late Sunday', policy: { preset: 'dutch' } });
    expect((second?.endsAtMs ?? 0) - (second?.startsAtMs ?? 0)).toBe(2 * HOUR_MS);
  });

  it('has what is due by its new recurrences at once', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    const tuesday = { every: 'week', on: 'tuesday', at: '20:00' } as const;
    const changes = { recurrences: [tuesday], aheadMs: 2 * WEEK_MS };
    const after = accepted(await changeSeriesSettings(stage.ports, series.id, by(null), changes));
    expect(startsOn(stage)).toEqual(['2027-03-21T19:00', '2027-03-23T19:00']);
    expect(after).toEqual(await seriesOn(stage, series));
  });

  it('is refused where somebody else was faster, or pairing would never open', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    const version = await settingsVersion(series);
    const stale = await changeSeriesSettings(stage.ports, series.id, by(version - 1), {
      name: 'Other',
    });
    expect(stale).toMatchObject({ error: { code: 'versionConflict', field: 'if-match' } });
    const closed = await changeSeriesSettings(stage.ports, series.id, by(null), {
      policy: { pairingClosesMs: HOUR_MS },
    });
    expect(closed).toMatchObject({ error: { code: 'invalid', field: 'policy.pairingClosesMs' } });
    expect(await seriesOn(stage, series)).toEqual(series);
  });

  it('gives its organisers to the editions to come', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    accepted(
      await setSeriesOrganisers(stage.ports, series.id, null, {
        actor: 'o',
        organisers: ['friend'],
      }),
    );
    stage.clock.nowMs = utc('2027-03-22T09:00');
    await planSeries(stage.ports);
    expect(arenasOn(stage).map(({ organisers }) => organisers)).toEqual([[], ['friend']]);
  });
});

describe('a paused series', () => {
  it('creates nothing, and does not make up for it when it goes on', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    accepted(await pauseSeries(stage.ports, series.id, 'o'));
    stage.clock.nowMs = utc('2027-03-30T09:00');
    await planSeries(stage.ports);
    expect(startsOn(stage)).toEqual(['2027-03-21T19:00']);
    const resumed = accepted(await resumeSeries(stage.ports, series.id, 'o'));
    expect(resumed.state).toBe('active');
    expect(startsOn(stage)).toEqual(['2027-03-21T19:00', '2027-04-04T18:00']);
  });

  it('is paused once, and goes on once', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    const paused = accepted(await pauseSeries(stage.ports, series.id, 'o'));
    expect(accepted(await pauseSeries(stage.ports, series.id, 'o'))).toEqual(paused);
    const resumed = accepted(await resumeSeries(stage.ports, series.id, 'o'));
    expect(accepted(await resumeSeries(stage.ports, series.id, 'o'))).toEqual(resumed);
  });

  it('that does not exist is not found', async () => {
    const stage = createStage();
    const { id } = (await seriesStage('2027-03-15T09:00')).series;
    for (const steer of [pauseSeries, resumeSeries]) {
      expect(await steer(stage.ports, id, 'o')).toMatchObject({ error: { code: 'notFound' } });
    }
  });
});
