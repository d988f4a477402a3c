import { describe, expect, it } from 'vitest';
import { createArena } from '../../shared/app/arenas.ts';
import { ANSWER_KEPT_MS, LOCK_MS, type OnceRequest, once } from '../../shared/app/once.ts';
import type { Ports } from '../../shared/app/ports.ts';
import type { StoredAnswer } from '../../shared/app/records.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import type { Result } from '../../shared/core/result.ts';
import { PLAIN } from '../support/builders.ts';
import { raceOnStage } from '../support/race.ts';
import { createStage, START_MS, type Stage } from '../support/stage.ts';

const REQUEST: OnceRequest = {
  ...{ actor: 'organiser', operation: 'createArena', key: 'friday', content: 'one body' },
};
const BODY = {
  ...PLAIN,
  ...({ name: 'Friday', game: 'oware', preset: 'oware-shield', policy: {}, rated: true } as const),
  ...{ clock: { limitMs: 180_000, incrementMs: 0 }, durationMs: 3_600_000, playersMax: 100 },
  startsAtMs: START_MS + 60_000,
} as const;

/** A request that creates an arena, as the HTTP function makes it. */
const creating = (ports: Ports, request: Partial<OnceRequest> = {}) =>
  once(ports, { ...REQUEST, ...request }, async ({ random }): Promise<StoredAnswer> => {
    const created = await createArena({ ...ports, random }, 'organiser', BODY);
    return created.ok
      ? { status: 201, headers: { etag: '"0"' }, body: created.value.id }
      : { status: 400, headers: {}, body: created.error.code };
  });

const arenasOn = ({ store }: Stage): string[] =>
  store.all().flatMap((one) => (one.type === 'arena' ? [one.id] : []));

const codeOf = (result: Result<unknown, Refusal>) => (result.ok ? null : result.error.code);

describe('a request with a key', () => {
  it('is done once, and answered the same as often as it comes', async () => {
    const stage = createStage();
    const first = await creating(stage.ports);
    stage.clock.nowMs += ANSWER_KEPT_MS - 1;
    const again = await creating(stage.ports);

    expect(again).toEqual(first);
    expect(first).toMatchObject({ ok: true, value: { status: 201, body: arenasOn(stage)[0] } });
    expect(arenasOn(stage)).toHaveLength(1);
  });

  it('is another one after a day', async () => {
    const stage = createStage();
    await creating(stage.ports);
    stage.clock.nowMs += ANSWER_KEPT_MS;
    const later = await once(stage.ports, REQUEST, async () => ({
      ...{ status: 200, headers: {}, body: 'anew' },
    }));

    expect(later).toMatchObject({ ok: true, value: { body: 'anew' } });
  });

  it.each<[Partial<OnceRequest>, string | null]>([
    [{ content: 'another body' }, 'keyReused'],
    [{ actor: 'somebody else' }, null],
    [{ operation: 'copyArena' }, null],
    [{ key: 'saturday' }, null],
  ])('that differs in %j is answered %s', async (other, code) => {
    const stage = createStage();
    await creating(stage.ports);

    expect(codeOf(await creating(stage.ports, other))).toBe(code);
    expect(arenasOn(stage)).toHaveLength(code === null ? 2 : 1);
  });

  it('that was refused has stored nothing: its key is free, for another body too', async () => {
    const stage = createStage();
    const refused = await once(stage.ports, REQUEST, async () => ({
      ...{ status: 400, headers: {}, body: 'invalid' },
    }));

    expect(refused).toMatchObject({ ok: true, value: { status: 400 } });
    expect(codeOf(await creating(stage.ports, { content: 'corrected' }))).toBeNull();
    expect(arenasOn(stage)).toHaveLength(1);
  });

  it('is under way until its function is over, whatever became of it', async () => {
    const stage = createStage();
    const lost = new Promise<StoredAnswer>(() => {});
    void once(stage.ports, REQUEST, () => lost);
    await new Promise((resolve) => setImmediate(resolve));

    expect(await creating(stage.ports)).toEqual({
      ok: false,
      error: { code: 'keyInUse', field: 'idempotency-key', retryInMs: LOCK_MS },
    });
    stage.clock.nowMs += LOCK_MS;
    expect(codeOf(await creating(stage.ports))).toBeNull();
  });

  it('that throws may be repeated at once', async () => {
    const stage = createStage();
    const fails = once(stage.ports, REQUEST, () => Promise.reject(new Error('no database')));

    await expect(fails).rejects.toThrow('no database');
    expect(codeOf(await creating(stage.ports))).toBeNull();
  });
});

describe('two requests with one key', () => {
  it('make one arena in every interleaving, and neither gets another answer', async () => {
    const from = createStage();
    await raceOnStage('one key, two requests', {
      from,
      fresh: true,
      tasks: () => [(ports) => creating(ports), (ports) => creating(ports)],
      check: (stage, results) => {
        const [arena, ...others] = arenasOn(stage);
        expect(others).toEqual([]);
        for (const result of results as Result<StoredAnswer, Refusal>[]) {
          if (result.ok) expect(result.value).toMatchObject({ status: 201, body: arena });
          else expect(result.error.code).toBe('keyInUse');
        }
        expect((results as Result<unknown, Refusal>[]).some(({ ok }) => ok)).toBe(true);
      },
    });
  });

  it('make one arena where the first dies anywhere and is repeated', async () => {
    const from = createStage();
    await raceOnStage('one key, a death and a repeat', {
      from,
      crashes: 1,
      tasks: (stage) => [
        // Whoever starts again comes when the function that died is over.
        (ports) => {
          stage.clock.nowMs += LOCK_MS;
          return creating(ports);
        },
      ],
      check: (stage, [result]) => {
        expect(result).toMatchObject({
          ok: true,
          value: { status: 201, body: arenasOn(stage)[0] },
        });
        expect(arenasOn(stage)).toHaveLength(1);
      },
    });
  });
});
