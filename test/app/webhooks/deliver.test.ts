import { describe, expect, it } from 'vitest';
import type { HookAnswer, Store } from '../../../shared/app/ports.ts';
import type { Delivery, Webhook } from '../../../shared/app/records.ts';
import { INTERRUPTED_AFTER_MS } from '../../../shared/app/webhooks/deliver.ts';
import { retryDelivery, sendTest } from '../../../shared/app/webhooks/deliveries.ts';
import { addDelivery, messageOf } from '../../../shared/app/webhooks/delivery.ts';
import { RETRY_WAITS_MS, TRIES_MAX } from '../../../shared/app/webhooks/retries.ts';
import { tendWebhook } from '../../../shared/app/webhooks/tend.ts';
import { deleteWebhook } from '../../../shared/app/webhooks/webhooks.ts';
import { present } from '../../../shared/core/assert.ts';
import { arenaId } from '../../support/builders.ts';
import { aHook, type HookLine, hookLine, OK } from '../../support/hook-line.ts';
import { createStage, START_MS, type Stage } from '../../support/stage.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const WAITS_MS = Object.values(RETRY_WAITS_MS);
/** SQS brings a message again where its function has died (ms), see the announce queue. */
const VISIBILITY_MS = 360_000;
const failing = (status = 500, retryAfter: string | null = null): HookAnswer => ({
  ...{ status, retryAfter },
});

/** A delivery that is about to be sent for the first time. */
async function oneDelivery(answer: (post: number) => HookAnswer | Promise<HookAnswer>) {
  const stage = createStage();
  const line = hookLine(stage, answer);
  const hook = aHook('me');
  await stage.store.commit([{ op: 'create', entity: hook }]);
  const told = { event: 'arena.opened', arena: arenaId(1), key: 'k' } as const;
  const added = await addDelivery(line.ports, hook, { ...told, atMs: START_MS - 1, data: {} });
  return { stage, line, hook, added };
}

const nowOf = async ({ store }: Stage, { webhook, happenedAtMs: atMs, id }: Delivery) =>
  present(await store.delivery(webhook, { atMs, id }), 'delivery');

const timesOf = ({ posts }: HookLine): number[] => posts.map(({ atMs }) => atMs - START_MS);

/** Ports on which the commit after so many others is stored or not, and its function dies. */
function dyingAtCommit(line: HookLine, after: number): HookLine['ports'] {
  let left = after;
  const commit: Store['commit'] = async (writes) => {
    if (left-- <= 0) throw new Error('died');
    return line.ports.store.commit(writes);
  };
  return { ...line.ports, store: { ...line.ports.store, commit } };
}

describe('a delivery', () => {
  it('that arrives is sent once', async () => {
    const { stage, line, added } = await oneDelivery(() => OK);
    await line.run();

    expect(timesOf(line)).toEqual([0]);
    expect(await nowOf(stage, added)).toMatchObject({
      ...{ state: 'delivered', nextAtMs: null, tries: 1 },
      attempts: [{ atMs: START_MS, status: 200, error: null }],
    });
  });

  it('that fails is sent again after each wait, the same bytes, until it has failed', async () => {
    const { stage, line, added } = await oneDelivery((post) =>
      post % 2 === 0 ? failing() : { status: null, error: 'timeout' },
    );
    await line.run();

    const at = [0];
    for (const ms of WAITS_MS) at.push((at.at(-1) ?? 0) + ms);
    expect(timesOf(line)).toEqual(at);
    expect(new Set(line.posts.map(({ body }) => body)).size).toBe(1);
    const ids = line.posts.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids)).toEqual(new Set([added.id]));
    const stamps = line.posts.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(stamps).toEqual(at.map((ms) => (START_MS + ms) / 1_000));
    const { state, nextAtMs, attempts } = await nowOf(stage, added);
    expect([state, nextAtMs, attempts.length]).toEqual(['failed', null, TRIES_MAX]);
    expect(attempts.slice(0, 2)).toEqual([
      { atMs: START_MS, status: null, error: 'timeout' },
      { atMs: START_MS + 5_000, status: 500, error: null },
    ]);
    // A day of waiting is 96 looks of a quarter of an hour.
    expect(line.looks()).toBeLessThan(200);
  });

  it('that is not wanted any more (410) is not sent again', async () => {
    const { stage, line, added } = await oneDelivery((post) => failing(post === 2 ? 410 : 500));
    await line.run();

    expect(timesOf(line)).toEqual([0, 5_000]);
    expect(await nowOf(stage, added)).toMatchObject({ state: 'failed', nextAtMs: null });
  });

  it('that is asked to come later does so, within the hour', async () => {
    const answers = [failing(429, '60'), failing(503, '86400'), OK];
    const { line } = await oneDelivery((post) => present(answers[post - 1], 'answer'));
    await line.run();

    expect(timesOf(line)).toEqual([0, 60_000, 60_000 + HOUR_MS]);
  });

  it('is not sent to a webhook that has been deleted', async () => {
    const { stage, line, hook, added } = await oneDelivery(() => failing());
    await line.run(START_MS);
    await deleteWebhook(stage, hook.owner, hook.id);
    await line.run();

    expect(timesOf(line)).toEqual([0]);
    expect(await nowOf(stage, added)).toMatchObject({
      state: 'failed',
      attempts: [{ status: 500 }, { status: null, error: 'webhookDeleted' }],
    });
  });
});

describe('a message of a delivery', () => {
  it('that comes twice, at once, later or too early, sends nothing twice', async () => {
    const { stage, line, added } = await oneDelivery((post) => (post === 1 ? failing() : OK));
    const look = () => tendWebhook(line.ports, messageOf(added));
    await Promise.all([look(), look(), look()]);
    expect(timesOf(line)).toEqual([0]);
    for (let second = 1; second < 5; second++) {
      stage.clock.nowMs += 1_000;
      await look();
    }
    expect(timesOf(line)).toEqual([0]);
    await line.run();
    await look();

    expect(timesOf(line)).toEqual([0, 5_000]);
    expect((await nowOf(stage, added)).attempts).toHaveLength(2);
  });

  it('of a delivery that is forgotten is dropped', async () => {
    const { stage, line, added } = await oneDelivery(() => OK);
    await stage.store.commit([{ op: 'delete', entity: added }]);
    await line.run();

    expect(line.posts).toEqual([]);
  });
});

describe('a function that dies', () => {
  it('between sending and storing sends at most once more, and both are seen', async () => {
    const { stage, line, added } = await oneDelivery(() => OK);
    const dying = tendWebhook(dyingAtCommit(line, 1), messageOf(added));
    await expect(dying).rejects.toThrow('died');
    expect(timesOf(line)).toEqual([0]);
    expect(await nowOf(stage, added)).toMatchObject({ state: 'pending' });
    // The other message of it comes first and waits; then SQS brings the first one again.
    await line.run(START_MS + INTERRUPTED_AFTER_MS - 1);
    expect(timesOf(line)).toEqual([0]);
    await line.run();
    stage.clock.nowMs = START_MS + VISIBILITY_MS;
    await tendWebhook(line.ports, messageOf(added));

    expect(timesOf(line)).toEqual([0, INTERRUPTED_AFTER_MS]);
    expect(await nowOf(stage, added)).toMatchObject({
      state: 'delivered',
      attempts: [{ status: null, error: 'underWay' }, { status: 200 }],
    });
  });

  it('before it has stored the attempt has sent nothing', async () => {
    const { line, added } = await oneDelivery(() => OK);
    await expect(tendWebhook(dyingAtCommit(line, 0), messageOf(added))).rejects.toThrow('died');
    expect(line.posts).toEqual([]);
  });

  it('at every attempt does not go on for ever', async () => {
    const { stage, line, added } = await oneDelivery(() => OK);
    for (let post = 0; post < 2 * TRIES_MAX; post++) {
      await tendWebhook(dyingAtCommit(line, 1), messageOf(added)).catch(() => null);
      stage.clock.nowMs += VISIBILITY_MS;
    }
    expect(line.posts).toHaveLength(TRIES_MAX);
    expect(await nowOf(stage, added)).toMatchObject({ state: 'failed', nextAtMs: null });
  });
});

describe('a delivery that its owner asks for again', () => {
  const again = async (stage: Stage, line: HookLine, hook: Webhook, { id }: Delivery) => {
    const asked = await retryDelivery(line.ports, hook, id);
    if (!asked.ok) throw new Error(asked.error.code);
    expect(asked.value).toMatchObject({ state: 'pending', nextAtMs: stage.clock.nowMs });
  };

  it('is sent at once, with all its tries, whatever had become of it', async () => {
    const { stage, line, hook, added } = await oneDelivery((post) =>
      failing(post === 1 ? 410 : 500),
    );
    await line.run();
    stage.clock.nowMs += HOUR_MS;
    await again(stage, line, hook, added);
    await line.run();

    expect(line.posts).toHaveLength(1 + TRIES_MAX);
    expect(timesOf(line)[1]).toBe(HOUR_MS);
    const { state, attempts } = await nowOf(stage, added);
    expect([state, attempts.length]).toEqual(['failed', 1 + TRIES_MAX]);
    await again(stage, line, hook, added);
    await again(stage, line, hook, added);
    await line.run(stage.clock.nowMs);
    expect(line.posts).toHaveLength(2 + TRIES_MAX);
  });

  it('shows the latest attempts where there were many', async () => {
    const { stage, line, hook, added } = await oneDelivery(() => failing(410));
    for (let ask = 0; ask < 40; ask++) {
      stage.clock.nowMs += 3 * MINUTE_MS;
      await again(stage, line, hook, added);
      await line.run();
    }
    const { attempts } = await nowOf(stage, added);
    expect(attempts).toHaveLength(20);
    expect(attempts.at(-1)).toEqual({ atMs: stage.clock.nowMs, status: 410, error: null });
    expect(attempts.every(({ error }) => error === null)).toBe(true);
  });

  it('while it is being sent is sent once more, unless it arrives', async () => {
    for (const first of [OK, failing()]) {
      const { stage, line, hook, added } = await oneDelivery(async (post) => {
        if (post > 1) return OK;
        stage.clock.nowMs += 3_000;
        await again(stage, line, hook, added);
        return first;
      });
      await line.run();

      expect(timesOf(line)).toEqual(first === OK ? [0] : [0, 3_000]);
      expect(await nowOf(stage, added)).toMatchObject({ state: 'delivered', nextAtMs: null });
    }
  });
});

describe('a test', () => {
  it('is a delivery like any other, each a new one', async () => {
    const { stage, line, hook } = await oneDelivery((post) => (post === 2 ? failing() : OK));
    await line.run();
    const tests = [1, 2].map(() => sendTest(line.ports, hook, stage.clock.nowMs));
    const sent = (await Promise.all(tests)).flatMap((one) => (one.ok ? [one.value] : []));
    await line.run();

    expect(line.posts).toHaveLength(4);
    for (const test of sent) {
      const delivery = await nowOf(stage, test);
      expect(delivery).toMatchObject({ event: 'webhook.test', arena: null, state: 'delivered' });
      expect(JSON.parse(delivery.body)).toMatchObject({
        type: 'webhook.test',
        data: { webhook: { id: hook.id, url: hook.url } },
      });
      expect(delivery.body).not.toContain(hook.secret);
    }
  });
});
