import { describe, expect, it } from 'vitest';
import { listDeliveries, retryDelivery } from '../../../shared/app/webhooks/deliveries.ts';
import { addDelivery } from '../../../shared/app/webhooks/delivery.ts';
import {
  createWebhook,
  deleteWebhook,
  viewWebhook,
  WEBHOOKS_MAX,
  webhookOf,
} from '../../../shared/app/webhooks/webhooks.ts';
import { WEBHOOK_EVENTS } from '../../../shared/protocol/webhook.ts';
import { arenaId } from '../../support/builders.ts';
import { aHook, hookLine, OK } from '../../support/hook-line.ts';
import { createStage, START_MS, type Stage } from '../../support/stage.ts';

const WANTED = { url: 'https://example.org/hook', events: [...WEBHOOK_EVENTS] };

const make = ({ ports }: Stage, owner = 'me', url = WANTED.url) =>
  createWebhook(ports, owner, { ...WANTED, url }, false);

describe('a webhook', () => {
  it('has a secret of its own, which only its creation shows', async () => {
    const stage = createStage();
    const [a, b] = [await make(stage), await make(stage)];
    if (!a.ok || !b.ok) throw new Error('refused');

    expect(a.value.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(b.value.secret).not.toBe(a.value.secret);
    expect(b.value.id).not.toBe(a.value.id);
    expect(JSON.stringify(viewWebhook(a.value))).not.toContain(a.value.secret);
    expect(await webhookOf(stage, 'me', a.value.id)).toEqual(a);
  });

  it('is refused where nothing may be sent', async () => {
    for (const url of ['http://example.org/', 'https://10.0.0.1/', 'http://localhost:1/', '?']) {
      expect(await make(createStage(), 'me', url)).toMatchObject({
        error: { code: 'invalid', field: 'url' },
      });
    }
    const local = { ...WANTED, url: 'http://localhost:1/' };
    expect(await createWebhook(createStage().ports, 'me', local, true)).toMatchObject({ ok: true });
  });

  it('is one of ten, however many are made at once; one that is deleted makes room', async () => {
    const stage = createStage();
    const made = await Promise.all(Array.from({ length: WEBHOOKS_MAX + 5 }, () => make(stage)));
    const ids = made.flatMap((one) => (one.ok ? [one.value.id] : []));
    const codes = made.flatMap((one) => (one.ok ? [] : [one.error.code]));
    expect(ids).toHaveLength(WEBHOOKS_MAX);
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'limitReached'));
    expect(await make(stage, 'somebody else')).toMatchObject({ ok: true });

    const [id = ''] = ids;
    const deleted = await Promise.all([1, 2].map(() => deleteWebhook(stage, 'me', id)));
    expect(deleted.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await deleteWebhook(stage, 'me', id)).toMatchObject({ error: { code: 'notFound' } });
    expect(await make(stage)).toMatchObject({ ok: true });
    expect(await make(stage)).toMatchObject({ error: { code: 'limitReached' } });
  });

  it('is there for its owner alone', async () => {
    const stage = createStage();
    const made = await make(stage);
    if (!made.ok) throw new Error('refused');
    for (const [owner, id] of [
      ['somebody else', made.value.id],
      ['me', 'AAAAAAAAAAA'],
      ['me', '../../x'],
    ] as const) {
      expect(await webhookOf(stage, owner, id)).toMatchObject({ error: { code: 'notFound' } });
      expect(await deleteWebhook(stage, owner, id)).toMatchObject({ ok: false });
    }
    expect(await stage.store.webhooks('me')).toHaveLength(1);
  });
});

describe('deliveries', () => {
  it('are listed page by page, the newest event first, each once', async () => {
    const stage = createStage();
    const { ports } = hookLine(stage, () => OK);
    const hook = aHook('me');
    for (let at = 0; at < 45; at++) {
      const told = { event: 'arena.opened', arena: arenaId(1), key: `${at}`, data: {} } as const;
      // Two at the same instant each time.
      await addDelivery(ports, hook, { ...told, atMs: START_MS + Math.floor(at / 2) });
    }
    const pages = [];
    let cursor: string | null = null;
    do {
      const page = await listDeliveries(stage, hook, cursor);
      if (!page.ok) throw new Error(page.error.code);
      pages.push(page.value.deliveries);
      cursor = page.value.next;
    } while (cursor !== null);

    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
    const all = pages.flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(45);
    const times = all.map(({ happenedAtMs }) => happenedAtMs);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('of no such name, and no such page, are refused', async () => {
    const stage = createStage();
    const { ports } = hookLine(stage, () => OK);
    for (const id of ['', 'x', 'msg_1', `msg_1_${'0'.repeat(32)}`, `msg_x_${'0'.repeat(32)}`]) {
      expect(await retryDelivery(ports, aHook('me'), id)).toMatchObject({
        error: { code: 'notFound', field: 'delivery' },
      });
    }
    expect(await listDeliveries(stage, aHook('me'), 'x')).toMatchObject({
      error: { code: 'invalid', field: 'cursor' },
    });
  });
});
