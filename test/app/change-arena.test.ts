import { beforeEach, describe, expect, it } from 'vitest';
import { copyArena, createArena, UPCOMING_ARENAS_MAX } from '../../shared/app/arenas.ts';
import { changeArenaSettings, GAME_FIXED_MS } from '../../shared/app/change-arena.ts';
import { isPassword } from '../../shared/app/password.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { setEntries, setOrganisers } from '../../shared/app/steering.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { present } from '../../shared/core/assert.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import type { Result } from '../../shared/core/result.ts';
import type { ArenaChanges } from '../../shared/protocol/http.ts';
import { PLAIN } from '../support/builders.ts';
import { raceOnStage } from '../support/race.ts';
import { arenaOf, createStage, START_MS, type Stage } from '../support/stage.ts';

const HOUR_MS = 3_600_000;
const BODY = {
  ...PLAIN,
  ...({ name: 'Friday', game: 'oware', preset: 'oware-shield', policy: {}, rated: true } as const),
  ...{ clock: { limitMs: 180_000, incrementMs: 0 }, durationMs: HOUR_MS, playersMax: 1_000 },
  startsAtMs: START_MS + HOUR_MS,
} as const;

interface Planned {
  readonly id: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

let stage: Stage;
let ports: Ports;
let arena: Arena;
/** What the schedules are last, by arena. */
let planned: Map<string, Planned>;

beforeEach(async () => {
  stage = createStage();
  planned = new Map();
  ports = planning(stage.ports);
  arena = await created(BODY);
});

const planning = (of: Ports): Ports => ({
  ...of,
  schedules: {
    plan: async ({ id, startsAtMs, endsAtMs }) =>
      void planned.set(id, { id, startsAtMs, endsAtMs }),
    drop: async (id) => void planned.delete(id),
  },
});

async function created(body: Parameters<typeof createArena>[2]): Promise<Arena> {
  const result = await createArena(ports, 'owner', body);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const change = (changes: ArenaChanges, version: number | null = null, on: Ports = ports) =>
  changeArenaSettings(on, arena.id, { actor: 'owner', version }, changes);

const audits = async () =>
  (await stage.store.audits(arena.id, null, 10)).map(({ action, details }) => [action, details]);

const refusalOf = (result: Result<unknown, Refusal>) => (result.ok ? null : result.error);

describe('changing an arena before its start', () => {
  it.each<[ArenaChanges, Partial<Arena>]>([
    [{ name: 'Saturday' }, { name: 'Saturday' }],
    [{ description: '**Welcome**', announcement: 'soon' }, { announcement: 'soon' }],
    [{ game: 'chess' }, { kind: 'chess', gameChanged: true }],
    [{ preset: 'classic' }, { policy: PRESETS.classic }],
    [{ policy: { berserk: false } }, { policy: { ...PRESETS['oware-shield'], berserk: false } }],
    [{ clock: { limitMs: 60_000, incrementMs: 1_000 } }, { limitMs: 60_000, incrementMs: 1_000 }],
    [
      { rated: false, playersMax: 10 },
      { rated: false, playersMax: 10 },
    ],
    [
      { startsAtMs: START_MS + 2 * HOUR_MS },
      { startsAtMs: START_MS + 2 * HOUR_MS, endsAtMs: START_MS + 3 * HOUR_MS },
    ],
    [{ durationMs: 600_000 }, { endsAtMs: START_MS + HOUR_MS + 600_000 }],
  ])('%j', async (changes, expected) => {
    stage.clock.nowMs += 1;
    const changed = await change(changes);

    expect(changed).toMatchObject({ ok: true, value: { version: 1, ...expected } });
    expect(await arenaOf(stage, arena.id)).toMatchObject(expected);
    expect(await audits()).toEqual([
      ['change', { fields: Object.keys(changes) }],
      ['create', {}],
    ]);
  });

  it('keeps a password as nobody can read it', async () => {
    const entry = { ...PLAIN.entry, access: 'password', password: 'swordfish' } as const;
    await change({ entry });
    const { password } = (await arenaOf(stage, arena.id)).entry;

    expect(JSON.stringify(stage.store.all())).not.toContain('swordfish');
    expect(await isPassword(present(password, 'password'), 'swordfish')).toBe(true);
    expect(await isPassword(present(password, 'password'), 'Swordfish')).toBe(false);
  });

  it('three times leaves the schedules of the last time', async () => {
    for (const hours of [2, 3, 4]) await change({ startsAtMs: START_MS + hours * HOUR_MS });

    const startsAtMs = START_MS + 4 * HOUR_MS;
    const endsAtMs = startsAtMs + HOUR_MS;
    expect([...planned.values()]).toEqual([{ id: arena.id, startsAtMs, endsAtMs }]);
  });

  it.each<[ArenaChanges, object]>([
    [{ startsAtMs: START_MS - 1 }, { code: 'invalid', field: 'startsAtMs' }],
    [{ playersMax: 1_001 }, { code: 'invalid', field: 'playersMax' }],
    [
      { policy: { pairingClosesMs: HOUR_MS } },
      { code: 'invalid', field: 'policy.pairingClosesMs', expected: 'less than the duration' },
    ],
  ])('%j is refused, and changes nothing', async (changes, expected) => {
    expect(refusalOf(await change(changes))).toMatchObject(expected);
    expect(await arenaOf(stage, arena.id)).toEqual(arena);
  });

  it('to another game ends a minute before the start', async () => {
    stage.clock.nowMs = arena.startsAtMs - GAME_FIXED_MS;
    expect((await change({ game: 'chess' })).ok).toBe(true);
    stage.clock.nowMs += 1;
    expect(refusalOf(await change({ game: 'draughts' }))).toMatchObject({
      ...{ code: 'alreadyStarted', field: 'game' },
    });
    expect((await change({ game: 'chess', rated: false })).ok).toBe(true);
  });

  it('to another game leaves a minute to the start, also where that is moved', async () => {
    const soon = { startsAtMs: stage.clock.nowMs + GAME_FIXED_MS - 1 };
    const both = await change({ game: 'chess', ...soon });
    expect(refusalOf(both)).toMatchObject({ code: 'invalid', field: 'startsAtMs' });
    await change({ game: 'chess' });
    expect(refusalOf(await change(soon))).toMatchObject({ code: 'invalid', field: 'startsAtMs' });
    expect((await change({ startsAtMs: soon.startsAtMs + 1 })).ok).toBe(true);
  });

  it('to what it is already is nothing, whatever version was read', async () => {
    await change({ name: 'Saturday' }, 0);
    expect(await change({ name: 'Saturday' }, 0)).toMatchObject({
      ok: true,
      value: { version: 1 },
    });
    expect(await audits()).toHaveLength(2);
  });
});

describe('changing an arena after its start', () => {
  beforeEach(async () => {
    stage.clock.nowMs = arena.startsAtMs;
    await runArena(ports, arena.id);
  });

  it('means its words alone', async () => {
    const words = { name: 'Late', description: 'd', announcement: 'a' };
    expect(await change(words)).toMatchObject({ ok: true, value: { state: 'open', ...words } });
  });

  it.each<[string, ArenaChanges]>([
    ['startsAtMs', { startsAtMs: START_MS + 9 * HOUR_MS }],
    ['durationMs', { durationMs: 2 * HOUR_MS }],
    ['clock', { clock: { limitMs: 1_000, incrementMs: 0 } }],
    ['policy', { name: 'x', policy: { berserk: false } }],
    ['preset', { preset: 'classic' }],
    ['game', { game: 'chess' }],
    ['rated', { rated: false }],
    ['playersMax', { playersMax: 2 }],
    ['entry', { entry: PLAIN.entry }],
  ])('%s is fixed', async (field, changes) => {
    const before = await arenaOf(stage, arena.id);
    expect(refusalOf(await change(changes))).toEqual({ code: 'alreadyStarted', field });
    expect(await arenaOf(stage, arena.id)).toEqual(before);
  });
});

describe('two organisers who have read the same version', () => {
  it('cannot both change it, in any interleaving', async () => {
    const both = [{ name: 'One' }, { name: 'Two' }];
    await raceOnStage('two changes of one version', {
      from: stage,
      tasks: () => both.map((changes) => (on) => change(changes, 0, planning(on))),
      check: async (after, results) => {
        const codes = results.map((one) => refusalOf(one as Result<unknown, Refusal>)?.code);
        expect(codes.sort()).toEqual(['versionConflict', undefined]);
        expect((await arenaOf(after, arena.id)).version).toBe(1);
        expect(await after.store.audits(arena.id, null, 10)).toHaveLength(2);
      },
    });
  });

  it('leave the schedules of the arena as it is then, in whatever order they plan', async () => {
    await raceOnStage('two who move an arena', {
      from: stage,
      fresh: true,
      tasks: () =>
        [2, 3].map((hours) => (on) => {
          // Plans are calls like any other: they take a turn.
          const slow = { ...planning(on), schedules: turning(on) };
          return change({ startsAtMs: START_MS + hours * HOUR_MS }, null, slow);
        }),
      check: async (after) => {
        const { startsAtMs, endsAtMs } = await arenaOf(after, arena.id);
        expect(planned.get(arena.id)).toEqual({ id: arena.id, startsAtMs, endsAtMs });
      },
    });
  });

  /** A plan that is written in two turns, with a read of nothing between them. */
  const turning = (on: Ports): Ports['schedules'] => {
    const { plan, drop } = planning(on).schedules;
    return {
      drop,
      plan: async (what, nowMs) => {
        await on.store.arena(arena.id, 'consistent');
        await plan(what, nowMs);
      },
    };
  };
});

describe('steering an arena', () => {
  it('closes its entries and opens them again, each written down once', async () => {
    const by = { actor: 'other', reason: 'hall is full' };
    for (const closed of [true, true, false]) {
      stage.clock.nowMs += 1;
      const set = await setEntries(ports, arena.id, closed, by);
      expect(set).toMatchObject({ ok: true, value: { entriesClosed: closed } });
    }
    expect((await audits()).map(([action]) => action)).toEqual([
      ...['openEntries', 'closeEntries', 'create'],
    ]);
  });

  it('names others who may', async () => {
    const by = { actor: 'owner', organisers: ['ama', 'kofi'] };
    expect(await setOrganisers(ports, arena.id, 0, by)).toMatchObject({
      ...{ ok: true, value: { organisers: by.organisers, version: 1 } },
    });
    expect((await setOrganisers(ports, arena.id, 0, by)).ok).toBe(true);
    const others = { actor: 'owner', organisers: ['ama,kofi'] };
    const code = refusalOf(await setOrganisers(ports, arena.id, 0, others))?.code;
    expect(code).toBe('versionConflict');
  });
});

describe('copying an arena', () => {
  it('takes everything along but its time, its organisers and what was announced', async () => {
    await change({ announcement: 'now', description: 'd', entry: { ...PLAIN.entry, gamesMin: 5 } });
    const source = await arenaOf(stage, arena.id);
    const startsAtMs = START_MS + 100 * HOUR_MS;
    const copied = await copyArena(ports, 'other', source, { startsAtMs });

    const { id, version, createdAtMs, ...rest } = source;
    expect(copied).toMatchObject({
      ok: true,
      value: {
        ...rest,
        ...{ owner: 'other', announcement: '', startsAtMs, endsAtMs: startsAtMs + HOUR_MS },
      },
    });
    expect(copied.ok && copied.value.id).not.toBe(id);
    expect([version, createdAtMs]).toEqual([1, START_MS]);
  });

  it('ends where somebody has as many to come as he may have', async () => {
    for (let one = 1; one < UPCOMING_ARENAS_MAX; one++) await created(BODY);
    const wanted = { startsAtMs: START_MS + HOUR_MS };
    const tooMany = await copyArena(ports, 'owner', arena, wanted);

    expect(refusalOf(tooMany)?.code).toBe('limitReached');
    expect((await copyArena(ports, 'other', arena, wanted)).ok).toBe(true);
  });
});
