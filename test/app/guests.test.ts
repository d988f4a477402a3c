import { describe, expect, it } from 'vitest';
import { checkGuest, createGuest } from '../../shared/app/guests.ts';
import { networkOf } from '../../shared/app/network.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { raceOnStage } from '../support/race.ts';
import { createStage, type Stage } from '../support/stage.ts';

const HOUR_MS = 3_600_000;
const ADDRESSES = ['203.0.113.7', '2001:db8:7:9::1', '::ffff:203.0.113.8', 'proxy.example'];

const come = (ports: Ports, address: string, guestsPerHour = 2) =>
  createGuest(ports, 'Ama', { address, guestsPerHour, guestDays: 90 });

const guestsOn = ({ store }: Stage) => store.all().filter(({ type }) => type === 'guest');

/** The hour has begun just now. */
function fullHour(): Stage {
  const stage = createStage();
  stage.clock.nowMs = Math.ceil(stage.clock.nowMs / HOUR_MS) * HOUR_MS;
  return stage;
}

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
    ['', ''],
    ['proxy.example', 'proxy.example'],
  ])('%j is %j', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('guests from one address', () => {
  it('are so many an hour; then whoever comes is told when the next hour begins', async () => {
    const stage = fullHour();
    for (const address of ADDRESSES) {
      const known = guestsOn(stage).length;
      for (let one = 0; one < 2; one++) {
        const guest = await come(stage.ports, address);
        if (!guest.ok) throw new Error(guest.error.code);
        const { id, secret } = guest.value;
        expect(await checkGuest(stage.ports, id, secret)).toEqual({ ok: true, value: id });
      }
      expect(await come(stage.ports, address)).toEqual({
        ok: false,
        error: {
          code: 'tooMany',
          expected: 'at most 2 guests an hour from one address',
          retryInMs: HOUR_MS,
        },
      });
      expect(guestsOn(stage)).toHaveLength(known + 2);
    }
    stage.clock.nowMs += HOUR_MS - 1;
    expect(await come(stage.ports, '203.0.113.7')).toMatchObject({ error: { retryInMs: 1 } });
    stage.clock.nowMs += 1;
    expect(await come(stage.ports, '203.0.113.7')).toMatchObject({ ok: true });
  });

  it('are counted together where they share an IPv4 address or an IPv6 /64', async () => {
    const stage = fullHour();
    for (const [one, other, third] of [
      ['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.7'],
      ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::'],
    ] as const) {
      expect(await come(stage.ports, one)).toMatchObject({ ok: true });
      expect(await come(stage.ports, other)).toMatchObject({ ok: true });
      expect(await come(stage.ports, third)).toMatchObject({ error: { code: 'tooMany' } });
    }
    expect(await come(stage.ports, '2001:db8:0:1::1')).toMatchObject({ ok: true });
  });

  it('do not pass the limit when two come for the last place of the hour', async () => {
    const stage = fullHour();
    const address = '203.0.113.7';
    await come(stage.ports, address);
    const count = await raceOnStage('two guests at the last place', {
      from: stage,
      // Each has dice of its own, as two functions have.
      tasks: () =>
        [1, 2].map((who) => (ports: Ports) => {
          const random = { bytes: (length: number) => new Uint8Array(length).fill(who) };
          return come({ ...ports, random }, address);
        }),
      check: (after, results) => {
        const codes = (results as Awaited<ReturnType<typeof come>>[]).map((result) =>
          result.ok ? 'came' : result.error.code,
        );
        expect(codes.toSorted()).toEqual(['came', 'tooMany']);
        expect(guestsOn(after)).toHaveLength(2);
      },
    });
    expect(count).toBeGreaterThan(1);
  });

  it('leave no address in what is stored, and a count that is soon forgotten', async () => {
    const stage = fullHour();
    for (const address of ADDRESSES) await come(stage.ports, address);
    const stored = JSON.stringify(stage.store.all());

    for (const address of ADDRESSES) {
      expect(stored).not.toContain(address);
      expect(stored).not.toContain(networkOf(address));
      expect(stored).not.toContain(networkOf(address).replace('::/64', ''));
    }
    const counts = stage.store.all().flatMap((one) => (one.type === 'quota' ? [one] : []));
    const expiresAtMs = stage.clock.nowMs + HOUR_MS;
    expect(counts).toHaveLength(ADDRESSES.length);
    for (const quota of counts) {
      expect(quota).toMatchObject({ version: 1, expiresAtMs });
      expect(quota.key).toMatch(/^guests [0-9a-f]{64}$/);
    }
    // Another hour, another hash: nobody can follow an address through the hours.
    stage.clock.nowMs += HOUR_MS;
    for (const address of ADDRESSES) await come(stage.ports, address);
    const keys = stage.store.all().flatMap((one) => (one.type === 'quota' ? [one.key] : []));
    expect(new Set(keys).size).toBe(2 * ADDRESSES.length);
  });
});
