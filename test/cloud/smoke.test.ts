import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCloud, runCloud } from './running-cloud.ts';
import { type Smoke, smokeOn } from './smoke-on.ts';

let running: RunningCloud;
beforeAll(async () => {
  running = await runCloud();
});
afterAll(() => running.cloud.stop());

const smoke: Smoke = (line, more) => smokeOn(running, line, more);

describe('arena smoke', () => {
  it('cancels its arena when it is interrupted, and says so', async () => {
    const interruption = new AbortController();
    const ran = smoke('', { env: {}, interrupted: () => interruption.signal });
    const known = await running.client.arenas();
    interruption.abort();
    const { exitCode, out, err } = await ran;

    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toMatch(/^smoke: arena \S+ is cancelled\n$/);
    const [, id = ''] = /^smoke: arena (\S+) is cancelled\n$/.exec(err) ?? [];
    expect(known.map((arena) => arena.id as string)).not.toContain(id);
    expect(await running.client.arena(id)).toMatchObject({ state: 'cancelled' });
  });

  it.each([
    ['with a token of another server', { ARENA_TOKEN: 'a.b.c' }, /^smoke: 401 Unauthorized: .*\n$/],
    ['where nobody is', { ARENA_ENDPOINT: 'http://127.0.0.1:9' }, /does not answer \(.*\)\n$/],
    ['without encryption', { ARENA_ENDPOINT: 'http://example.org' }, /: use https\n$/],
  ])('%s ends with one line', async (_, env, line) => {
    const { exitCode, out, err } = await smoke('', { env });

    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toMatch(line);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('is for organisers', async () => {
    const { exitCode, err } = await smoke('', {
      env: { ARENA_TOKEN: await running.tokenOf('Ama') },
    });

    expect(exitCode).toBe(1);
    expect(err).toContain('403 forbidden');
  });

  it.each([
    ['--kind go', '--kind: expected one of'],
    ['--seconds 9', '--seconds: expected a whole number from 10'],
    ['--players 1', '--players: expected a whole number from 2'],
  ])('%s is refused before anything is asked', async (flags, line) => {
    const { exitCode, err } = await smoke(flags);

    expect(exitCode).toBe(2);
    expect(err).toContain(line);
  });
});
