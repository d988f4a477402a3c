import { describe, expect, it } from 'vitest';
import { createServerClock } from '../../shared/client/server-clock.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { named, SEED, setTheStage } from './stage.ts';

console.log(`seed ${SEED}`);

describe("the server's clock", () => {
  it.each([0, 90_000, -3_600_000])(
    'is known within its bounds, ahead by %i ms',
    async (aheadMs) => {
      const random = seededRandom(SEED);
      const stage = setTheStage({ aheadMs });
      const { network, client, events } = stage;
      // Slow and lopsided: 5 to 400 ms up, 5 to 80 ms down.
      network.server.wayMs = (way) => 5 + random.below(way === 'up' ? 395 : 75);
      await stage.connected();
      await network.advance(600_000);

      const clock = client.clock();
      const offMs = Math.abs((clock?.offsetMs ?? Number.NaN) + aheadMs);
      expect(offMs).toBeLessThanOrEqual((clock?.errorMs ?? 0) + 1e-6);
      expect(clock?.errorMs).toBeLessThan(100);
      expect(Math.abs(client.serverNowMs() - network.time.now())).toBeLessThan(100);
      expect(named(events, 'clock').length).toBeGreaterThan(20);
    },
  );

  it('is measured soon after every connection, and every 20 s then', async () => {
    const { network, connected } = setTheStage();
    await connected();
    await network.advance(61_000);

    const pings = network.last().received.filter(({ t }) => t === 'ping');
    const seconds = pings.map(({ atMs }) => Math.round((atMs - (pings[0]?.atMs ?? 0)) / 1_000));
    expect(seconds).toEqual([0, 1, 2, 3, 23, 43, 63].filter((second) => second <= 62));
  });

  it('is learned from no pong that may belong to another ping', async () => {
    const { network, client, connected, answers } = setTheStage();
    network.server.hears = (line, message) => {
      if (message.t !== 'ping') answers(line, message);
      else line.push({ message: 'Too Many Requests', connectionId: 'x', requestId: 'y' });
    };
    await connected();
    network.last().push({ t: 'pong', nowMs: 5 });
    await network.advance(1_000);

    expect([client.clock(), client.state.line.is]).toEqual([null, 'open']);
  });

  it('never leaves its bounds, whatever the delays, and forgets when a clock is set', () => {
    const random = seededRandom(SEED);
    const clock = createServerClock();
    let offsetMs = 12_345.6;
    for (let at = 0; at < 2_000; at++) {
      if (at === 1_000) offsetMs -= 60_000;
      const sentAtMs = at * 20_000;
      const upMs = random.unit() * 300;
      const heardAtMs = sentAtMs + upMs + random.unit() * 300;
      clock.learn({ sentAtMs, heardAtMs, serverMs: Math.floor(sentAtMs + upMs + offsetMs) });
      const known = clock.estimate();
      const offMs = Math.abs((known?.offsetMs ?? Number.NaN) - offsetMs);
      expect(offMs, `echo ${at}`).toBeLessThanOrEqual((known?.errorMs ?? 0) + 1e-6);
    }
  });
});
