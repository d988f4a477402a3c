import { describe, expect, it } from 'vitest';
import { LOCK_MS, type OnceRequest, once } from '../../../shared/app/once.ts';
import type { Ports } from '../../../shared/app/ports.ts';
import type { Webhook } from '../../../shared/app/records.ts';
import {
  retryDelivery,
  SENDINGS_PER_HOUR,
  sendTest,
} from '../../../shared/app/webhooks/deliveries.ts';
import { messageOf } from '../../../shared/app/webhooks/delivery.ts';
import { present } from '../../../shared/core/assert.ts';
import type { Refusal } from '../../../shared/core/refusal.ts';
import type { Result } from '../../../shared/core/result.ts';
import { aHook } from '../../support/hook-line.ts';
import { raceOnStage } from '../../support/race.ts';
import { createStage, type Stage } from '../../support/stage.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const HOOK = aHook('me');

const send = ({ ports, clock }: Stage, hook: Webhook = HOOK) => sendTest(ports, hook, clock.nowMs);

const deliveriesOn = ({ store }: Stage) =>
  store.all().flatMap((one) => (one.type === 'delivery' ? [one] : []));

const countsOn = ({ store }: Stage): number[] =>
  store.all().flatMap((one) => (one.type === 'quota' ? [one.version] : []));

const REFUSED = {
  ok: false,
  error: { code: 'tooMany', expected: `at most ${SENDINGS_PER_HOUR} tests and retries an hour` },
};

describe('tests and retries', () => {
  it('are thirty an hour of one organiser, whichever of his webhooks he names', async () => {
    const stage = createStage();
    const other = aHook('me', { id: 'hook2' });
    const first = await send(stage);
    const { id } = first.ok ? first.value : { id: '' };
    for (let sent = 1; sent < SENDINGS_PER_HOUR; sent += 2) {
      expect(await retryDelivery(stage.ports, HOOK, id)).toMatchObject({ ok: true });
      if (sent + 1 < SENDINGS_PER_HOUR)
        expect(await send(stage, other)).toMatchObject({ ok: true });
    }
    stage.clock.nowMs += HOUR_MS - MINUTE_MS;
    const [before, hooked] = [deliveriesOn(stage), stage.hooked.length];
    const refused = { ...REFUSED, error: { ...REFUSED.error, retryInMs: MINUTE_MS } };

    expect(await send(stage)).toEqual(refused);
    expect(await retryDelivery(stage.ports, HOOK, id)).toEqual(refused);
    expect([deliveriesOn(stage), stage.hooked.length]).toEqual([before, hooked]);
    expect(await send(stage, aHook('somebody else'))).toMatchObject({ ok: true });
    stage.clock.nowMs += MINUTE_MS;
    expect(await send(stage)).toMatchObject({ ok: true });
    expect(await retryDelivery(stage.ports, HOOK, id)).toMatchObject({ ok: true });
  });

  it('are thirty, however many come at once', async () => {
    const stage = createStage();
    const all = Array.from({ length: SENDINGS_PER_HOUR + 5 }, () => send(stage));
    const sent = (await Promise.all(all)).filter(({ ok }) => ok);

    expect(sent).toHaveLength(SENDINGS_PER_HOUR);
    expect(deliveriesOn(stage)).toHaveLength(SENDINGS_PER_HOUR);
  });

  it('of a delivery that is not there do not count', async () => {
    const stage = createStage();
    expect(await retryDelivery(stage.ports, HOOK, `msg_1_${'0'.repeat(32)}`)).toMatchObject({
      error: { code: 'notFound' },
    });
    expect(countsOn(stage)).toEqual([]);
  });
});

const REQUEST: OnceRequest = {
  ...{ actor: 'me', operation: 'testWebhook', key: 'k', content: 'POST' },
};

/** A test with a key, as the HTTP function sends it. */
const sendOnce = (ports: Ports) =>
  once(ports, REQUEST, async ({ random, askedAtMs }) => {
    const sent = await sendTest({ ...ports, random }, HOOK, askedAtMs);
    return { status: sent.ok ? 202 : 429, headers: {}, body: sent.ok ? sent.value.id : '' };
  });

describe('a test that is repeated with its key', () => {
  it('is one delivery, counts once and is looked at, wherever it died', async () => {
    await raceOnStage('a test, a death and a repeat', {
      from: createStage(),
      crashes: 1,
      tasks: (stage) => [
        // Whoever starts again comes when the function that died is over, in another hour.
        (ports) => {
          stage.clock.nowMs += Math.max(LOCK_MS, HOUR_MS);
          return sendOnce(ports);
        },
      ],
      check: (stage, [result]) => {
        const [delivery, ...others] = deliveriesOn(stage);
        expect(others).toEqual([]);
        const { id } = present(delivery, 'delivery');
        expect(result).toMatchObject({ ok: true, value: { status: 202, body: id } });
        expect(countsOn(stage)).toEqual([1]);
        expect(stage.hooked.map(({ message }) => message)).toContainEqual(
          messageOf(present(delivery, 'delivery')),
        );
      },
    });
  });

  it('is the last one of the hour, and no refusal', async () => {
    const stage = createStage();
    for (let sent = 1; sent < SENDINGS_PER_HOUR; sent++) await send(stage);
    const hook = () => Promise.reject(new Error('died'));
    const dying = { ...stage.ports, queues: { ...stage.ports.queues, hook } };
    await expect(sendOnce(dying)).rejects.toThrow('died');
    const again: Result<{ readonly status: number }, Refusal> = await sendOnce(stage.ports);

    expect(again).toMatchObject({ ok: true, value: { status: 202 } });
    expect(deliveriesOn(stage)).toHaveLength(SENDINGS_PER_HOUR);
    expect(await send(stage)).toMatchObject(REFUSED);
  });
});
