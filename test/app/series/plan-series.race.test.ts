import { describe, expect, it } from 'vitest';
import type { Ports } from '../../../shared/app/ports.ts';
import type { Edition } from '../../../shared/app/records.ts';
import { createSeries, SERIES_PER_OWNER_MAX } from '../../../shared/app/series/new-series.ts';
import { planSeries } from '../../../shared/app/series/plan-series.ts';
import {
  changeSeriesSettings,
  pauseSeries,
  resumeSeries,
} from '../../../shared/app/series/steer-series.ts';
import type { Series } from '../../../shared/arena/series.ts';
import type { ArenaId } from '../../../shared/core/ids.ts';
import { raceOnStage, type Task } from '../../support/race.ts';
import {
  arenasOn,
  createOn,
  DAY_MS,
  minuteOf,
  SUNDAYS,
  seriesStage,
  startsOn,
  utc,
  WEEK_MS,
} from '../../support/series.ts';
import { createStage, type Stage } from '../../support/stage.ts';

const NOW = '2027-03-22T09:00';
const DUE = ['2027-03-28T18:00', '2027-04-04T18:00'];

/** A series of which so many editions are due now. */
async function dueStage(editions = DUE.length) {
  const { stage, series } = await seriesStage('2027-03-15T09:00');
  const from = createStage({ entities: stage.store.all(), nowMs: utc(NOW) });
  const before = await from.store.series(series.id);
  if (before === null) throw new Error('no series');
  const after = { ...before, aheadMs: editions * WEEK_MS, version: before.version + 1 };
  await from.store.commit([{ op: 'update', before, after }]);
  return { from, series: after };
}

/** Whose schedules were planned, by the stage they were planned on. */
const plannedOn = new WeakMap<Stage, Set<ArenaId>>();

const planning =
  (stage: Stage): Task =>
  (ports: Ports) => {
    const planned = plannedOn.get(stage) ?? new Set();
    plannedOn.set(stage, planned);
    const plan: Ports['schedules']['plan'] = async (arena, nowMs) => {
      await ports.schedules.plan(arena, nowMs);
      planned.add(arena.id);
    };
    return planSeries({ ...ports, schedules: { ...ports.schedules, plan } });
  };

const editionsOn = ({ store }: Stage): Edition[] =>
  store.all().flatMap((one) => (one.type === 'edition' ? [one] : []));

/** Every due start has one arena, with its place in the series, its audit and its schedules. */
function expectPlanned(stage: Stage, starts: readonly string[]): void {
  const made = arenasOn(stage).filter(({ startsAtMs }) => startsAtMs > utc(NOW));
  expect(made.map(({ startsAtMs }) => minuteOf(startsAtMs))).toEqual(starts);
  const places = editionsOn(stage).map(({ arena, startsAtMs }) => `${arena} ${startsAtMs}`);
  const arenas = arenasOn(stage).map(({ id, startsAtMs }) => `${id} ${startsAtMs}`);
  expect(places.sort()).toEqual(arenas.sort());
  expect(stage.store.all().filter(({ type }) => type === 'audit')).toHaveLength(arenas.length);
  const planned = plannedOn.get(stage) ?? new Set();
  expect([...planned].sort()).toEqual(made.map(({ id }) => id).sort());
}

const seriesOf = (stage: Stage): Series[] =>
  stage.store.all().flatMap((one) => (one.type === 'series' ? [one] : []));

describe('a planner', () => {
  it('against another one: every start once', async () => {
    const { from } = await dueStage();
    const count = await raceOnStage('two planners', {
      from,
      tasks: (stage) => [planning(stage), planning(stage)],
      check: (stage) => {
        expectPlanned(stage, DUE);
        expect(seriesOf(stage)[0]?.planAtMs).toBe(utc(NOW) + DAY_MS);
      },
    });
    expect(count).toBeGreaterThan(10);
  });

  it('that dies anywhere and is repeated, against another one: every start once', async () => {
    const { from } = await dueStage(1);
    await raceOnStage('two planners with a death', {
      from,
      crashes: 1,
      tasks: (stage) => [planning(stage), planning(stage)],
      check: (stage) => expectPlanned(stage, DUE.slice(0, 1)),
    });
  });

  it('against a change: each edition is made wholly by the one or by the other', async () => {
    const { from, series } = await dueStage();
    const changes = { name: 'Late', durationMs: 2 * SUNDAYS.durationMs } as const;
    const seen = new Set<string>();
    await raceOnStage('a planner and a change', {
      from,
      tasks: (stage) => [
        planning(stage),
        (ports) => changeSeriesSettings(ports, series.id, null, changes),
      ],
      check: (stage, [, changed]) => {
        expect(changed).toMatchObject({ ok: true, value: { name: 'Late' } });
        const made = arenasOn(stage).filter(({ startsAtMs }) => startsAtMs > utc(NOW));
        expect(made.map(({ startsAtMs }) => minuteOf(startsAtMs))).toEqual(DUE);
        for (const { name, startsAtMs, endsAtMs } of made) {
          const times = name === 'Late' ? 2 : 1;
          expect(endsAtMs - startsAtMs).toBe(times * SUNDAYS.durationMs);
        }
        seen.add(made.map(({ name }) => name).join(' '));
      },
    });
    expect([...seen].sort()).toEqual(['Late Late', 'Sunday Late', 'Sunday Sunday']);
  });

  it('against a pause: what was created before stays, nothing is created after it', async () => {
    const { from, series } = await dueStage();
    const seen = new Set<number>();
    await raceOnStage('a planner and a pause', {
      from,
      tasks: (stage) => [planning(stage), (ports) => pauseSeries(ports, series.id)],
      check: async (stage) => {
        const [paused] = seriesOf(stage);
        expect(paused?.state).toBe('paused');
        const starts = startsOn(stage);
        seen.add(starts.length - 1);
        await planSeries(stage.ports);
        expect(startsOn(stage)).toEqual(starts);
        await resumeSeries(stage.ports, series.id);
        expect(startsOn(stage).slice(1)).toEqual(DUE);
      },
    });
    expect([...seen].sort()).toEqual([0, 1, 2]);
  });
});

describe('two organisers of one account', () => {
  it('create its last series: one does, the other is refused', async () => {
    const stage = createStage({ nowMs: utc(NOW) });
    // Without editions that are near: what is raced for is the place.
    const wanted = { ...SUNDAYS, aheadMs: 3_600_000 };
    for (let made = 1; made < SERIES_PER_OWNER_MAX; made++) await createOn(stage, wanted);
    await raceOnStage('two last series', {
      from: stage,
      // Ids are drawn anew on every copy of the stage.
      tasks: () =>
        [101, 102].map((seed) => (ports) => {
          const random = { bytes: (length: number) => new Uint8Array(length).fill(seed) };
          return createSeries({ ...ports, random }, 'organiser', wanted);
        }),
      check: (after, results) => {
        const codes = results.map((result) => {
          const { ok, error } = result as { ok: boolean; error?: { code: string } };
          return ok ? 'created' : error?.code;
        });
        expect(codes.sort()).toEqual(['created', 'tooMany']);
        expect(seriesOf(after)).toHaveLength(SERIES_PER_OWNER_MAX);
      },
    });
  });
});
