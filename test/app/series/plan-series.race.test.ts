import { describe, expect, it } from 'vitest';
import { cancelArena } from '../../../shared/app/cancel-arena.ts';
import { changeArenaSettings } from '../../../shared/app/change-arena.ts';
import type { Ports } from '../../../shared/app/ports.ts';
import type { Edition } from '../../../shared/app/records.ts';
import { createSeries, SERIES_PER_OWNER_MAX } from '../../../shared/app/series/new-series.ts';
import { planSeries } from '../../../shared/app/series/plan-series.ts';
import {
  changeSeriesSettings,
  pauseSeries,
  resumeSeries,
} from '../../../shared/app/series/steer-series.ts';
import type { Arena } from '../../../shared/arena/arena.ts';
import { editionId } from '../../../shared/arena/planning.ts';
import type { Series } from '../../../shared/arena/series.ts';
import type { ArenaId } from '../../../shared/core/ids.ts';
import { DECISION } from '../../support/organising.ts';
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

const BY = { actor: 'organiser', version: null } as const;
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

/** What the schedules are last, by the stage they were planned on. */
const schedules = new WeakMap<Stage, Map<ArenaId, Times>>();
type Times = Pick<Arena, 'startsAtMs' | 'endsAtMs'>;

const schedulesOn = (stage: Stage): Map<ArenaId, Times> => {
  const found = schedules.get(stage) ?? new Map<ArenaId, Times>();
  schedules.set(stage, found);
  return found;
};

/** `turn`: a call before schedules are written; where it is of the store, it takes a turn. */
const scheduling = (
  stage: Stage,
  ports: Ports,
  turn: () => Promise<unknown> = async () => {},
): Ports => ({
  ...ports,
  schedules: {
    plan: async (arena, nowMs) => {
      await ports.schedules.plan(arena, nowMs);
      await turn();
      const { id, startsAtMs, endsAtMs } = arena;
      schedulesOn(stage).set(id, { startsAtMs, endsAtMs });
    },
    drop: async (id) => {
      await turn();
      schedulesOn(stage).delete(id);
    },
  },
});

const planning =
  (stage: Stage): Task =>
  (ports) =>
    planSeries(scheduling(stage, ports));

/** The same where schedules are written in a turn of their own, as nothing commutes with `bans`. */
const inTurns = (stage: Stage, ports: Ports): Ports =>
  scheduling(stage, ports, () => ports.store.bans(null, 1));

/** Schedules are those of the arenas that are stored; one that was called off has none. */
function expectScheduled(stage: Stage): void {
  const made = arenasOn(stage).filter(({ startsAtMs }) => startsAtMs > utc(NOW));
  const wanted = made
    .filter(({ state }) => state !== 'cancelled')
    .map(({ id, startsAtMs, endsAtMs }): [ArenaId, Times] => [id, { startsAtMs, endsAtMs }]);
  expect(new Map(schedulesOn(stage))).toEqual(new Map(wanted));
}

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
  expectScheduled(stage);
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
        (ports) => changeSeriesSettings(scheduling(stage, ports), series.id, BY, changes),
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

  it('against a change of the template: schedules of the arena as it is stored', async () => {
    const { from, series } = await dueStage(1);
    const changes = { durationMs: 2 * SUNDAYS.durationMs };
    const count = await raceOnStage('the schedules of a planner and of a change', {
      from,
      fresh: true,
      tasks: (stage) => [
        (ports) => planSeries(inTurns(stage, ports)),
        (ports) => changeSeriesSettings(inTurns(stage, ports), series.id, BY, changes),
      ],
      check: expectScheduled,
    });
    expect(count).toBeGreaterThan(50);
  });

  it.each<[string, (ports: Ports, id: ArenaId) => Promise<unknown>]>([
    [
      'moves it',
      (ports, id) => changeArenaSettings(ports, id, BY, { startsAtMs: utc('2027-03-28T19:00') }),
    ],
    ['calls it off', (ports, id) => cancelArena(ports, id, null, DECISION)],
  ])('against another one whose arena somebody %s: schedules as it is stored', async (_, steer) => {
    const { from, series } = await dueStage(1);
    const id = await editionId(series.id, utc(DUE[0] ?? ''));
    await raceOnStage('a planner against a planner and an organiser', {
      from,
      fresh: true,
      tasks: (stage) => [
        (ports) => planSeries(inTurns(stage, ports)),
        async (ports) => {
          await planSeries(inTurns(stage, ports));
          expect(await steer(inTurns(stage, ports), id)).toMatchObject({ ok: true });
        },
      ],
      check: (stage) => {
        expect(arenasOn(stage)).toHaveLength(2);
        expectScheduled(stage);
      },
    });
  });

  it('against a pause: what was created before stays, nothing is created after it', async () => {
    const { from, series } = await dueStage();
    const seen = new Set<number>();
    await raceOnStage('a planner and a pause', {
      from,
      tasks: (stage) => [planning(stage), (ports) => pauseSeries(ports, series.id, 'o')],
      check: async (stage) => {
        const [paused] = seriesOf(stage);
        expect(paused?.state).toBe('paused');
        const starts = startsOn(stage);
        seen.add(starts.length - 1);
        await planSeries(stage.ports);
        expect(startsOn(stage)).toEqual(starts);
        await resumeSeries(stage.ports, series.id, 'o');
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
        expect(codes.sort()).toEqual(['created', 'limitReached']);
        expect(seriesOf(after)).toHaveLength(SERIES_PER_OWNER_MAX);
      },
    });
  });
});
