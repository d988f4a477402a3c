import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliOn, type Ran } from '../infra/cli/organiser-cli.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';

let running: RunningCloud;
beforeAll(async () => {
  running = await runCloud();
});
afterAll(() => running.cloud.stop());

/** The command on this machine; `env` in place of what leads to the running cloud. */
function smoke(line: string, more: Parameters<typeof cliOn>[0] = { env: {} }): Promise<Ran> {
  const env = { ARENA_ENDPOINT: running.cloud.httpUrl, ARENA_TOKEN: running.organiser };
  return cliOn({ newKey: randomUUID, ...more, env: { ...env, ...more.env } })(`smoke ${line}`);
}

describe('arena smoke', () => {
  it('plays an arena against a deployment that works, and says so in numbers', async () => {
    const { exitCode, out, err } = await smoke('--kind draughts --seconds 15 --json');

    const { faults, ...numbers } = JSON.parse(out);
    expect({ exitCode, err, faults }).toEqual({ exitCode: 0, err: '', faults: [] });
    expect(numbers).toMatchObject({ players: 4, reconnects: 0, gatewayFrames: 0 });
    expect(numbers.refusals).toEqual({});
    expect(numbers.games).toBeGreaterThan(1);
    expect(numbers.ticketMs.count).toBe(4);
    expect(numbers.connectMs.count).toBe(4);
    expect(numbers.moveMs.count).toBeGreaterThan(10);
    expect(numbers.moveMs.p50).toBeLessThanOrEqual(numbers.moveMs.p99);
    expect(numbers.pairingMs.count).toBeGreaterThan(numbers.games);
    for (const name of ['firstGameMs', 'standingsMs', 'frozenMs']) {
      expect(numbers[name]).toBeGreaterThanOrEqual(0);
    }
    const arena = await running.client.arena(numbers.arena);
    expect(arena).toMatchObject({ name: 'Smoke test of draughts', rated: false, state: 'frozen' });
    expect(running.errors).toEqual([]);
  });

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
