import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCloud, runCloud } from './running-cloud.ts';
import { smokeOn } from './smoke-on.ts';

let running: RunningCloud;
beforeAll(async () => {
  running = await runCloud();
});
afterAll(() => running.cloud.stop());

describe('arena smoke', () => {
  it('plays a minute against a deployment that works, and says so in numbers', async () => {
    const { exitCode, out, err } = await smokeOn(running, '--kind draughts --json');

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
});
