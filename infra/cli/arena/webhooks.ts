import {
  createWebhookOperation,
  deleteWebhookOperation,
  listDeliveriesOperation,
  listWebhooksOperation,
  retryDeliveryOperation,
  testWebhookOperation,
} from '../../../shared/protocol/api/webhook-operations.ts';
import { WEBHOOK_EVENTS } from '../../../shared/protocol/webhook.ts';
import type {
  DeliveriesView,
  DeliveryView,
  WebhookView,
} from '../../../shared/protocol/webhook-view.ts';
import { apiCommand, given, KEY, ZONE } from './api-command.ts';
import { jsonOf } from './client/answer.ts';
import { timeText, zoneIn } from './flags/when.ts';
import { labelled, row } from './text.ts';
import { KEY_LINE, ZONE_LINE } from './usage.ts';

export const addWebhook = apiCommand({
  name: 'webhooks add',
  summary: 'has an address told of your arenas',
  operands: ['URL'],
  synopsis: '[--event E …]',
  about: `Has a public https address told of the arenas that you own, signed as Standard Webhooks
says. The secret of the signature is shown now and never again.`,
  flags: [['--event E', `one of ${WEBHOOK_EVENTS.join(', ')} (all)`]],
  examples: ['webhooks add https://example.org/arenas --event arena.frozen'],
  access: 'token',
  options: { event: { type: 'string', multiple: true } },
  run: async ({ flags: { event: events }, operands: [url = ''], api, show }) => {
    const body = { url, ...(events !== undefined && { events }) };
    const answer = await api.ask(createWebhookOperation, { body });
    const created = jsonOf<WebhookView & { readonly secret: string }>(answer);
    await show(answer, () => [webhookLine(created), ...labelled('secret', created.secret)]);
  },
});

export const listWebhooks = apiCommand({
  name: 'webhooks list',
  summary: 'shows your webhooks',
  operands: [],
  about: 'Shows your webhooks with their ids.',
  flags: [],
  examples: ['webhooks list'],
  access: 'token',
  options: {},
  run: async ({ api, show }) => {
    const answer = await api.ask(listWebhooksOperation);
    const { webhooks } = jsonOf<{ readonly webhooks: readonly WebhookView[] }>(answer);
    await show(answer, () => webhooks.map(webhookLine));
  },
});

const webhookLine = ({ id, url, events }: WebhookView): string =>
  `${id}  ${url}  ${events.join(', ')}`;

export const removeWebhook = apiCommand({
  name: 'webhooks remove',
  summary: 'sends nothing there any more',
  operands: ['ID'],
  about: 'Sends nothing there any more, nor what is still on its way.',
  flags: [],
  examples: ['webhooks remove 5Vw6Xy7Za8B'],
  access: 'token',
  options: {},
  run: async ({ operands: [id = ''], api, show }) => {
    const answer = await api.ask(deleteWebhookOperation, { path: { id } });
    await show(answer, () => [`${id} is removed`]);
  },
});

export const testWebhook = apiCommand({
  name: 'webhooks test',
  summary: 'sends a test there',
  operands: ['ID'],
  about: 'Sends the event webhook.test there; deliveries shows what became of it.',
  flags: [KEY_LINE],
  examples: ['webhooks test 5Vw6Xy7Za8B'],
  access: 'token',
  options: KEY,
  run: async ({ flags: { key }, operands: [id = ''], api, show }) => {
    const answer = await api.ask(testWebhookOperation, { path: { id }, key });
    await show(answer, () => deliveryLines(jsonOf<DeliveryView>(answer), 'UTC'));
  },
});

export const deliveries = apiCommand({
  name: 'webhooks deliveries',
  summary: 'shows what was sent there, with every attempt',
  operands: ['ID'],
  about:
    'Shows what was sent there in the last 30 days, the newest event first, with every attempt.',
  flags: [ZONE_LINE],
  examples: ['webhooks deliveries 5Vw6Xy7Za8B | head'],
  access: 'token',
  options: ZONE,
  run: async ({ flags, operands: [id = ''], api, show }) => {
    const zone = given(zoneIn(flags.zone));
    for await (const page of api.pages(listDeliveriesOperation, { path: { id } })) {
      const { deliveries: some } = jsonOf<DeliveriesView>(page);
      await show(page, () => some.flatMap((delivery) => deliveryLines(delivery, zone)));
    }
  },
});

export const retryDelivery = apiCommand({
  name: 'webhooks retry',
  summary: 'sends a delivery again',
  operands: ['ID', 'DELIVERY'],
  about: 'Sends a delivery again now, whatever has become of it.',
  flags: [KEY_LINE],
  examples: ['webhooks retry 5Vw6Xy7Za8B DELIVERY'],
  access: 'token',
  options: KEY,
  run: async ({ flags: { key }, operands: [id = '', delivery = ''], api, show }) => {
    const answer = await api.ask(retryDeliveryOperation, { path: { id, delivery }, key });
    await show(answer, () => deliveryLines(jsonOf<DeliveryView>(answer), 'UTC'));
  },
});

const STATE_WIDTH = 9;

function deliveryLines(delivery: DeliveryView, zone: string): readonly string[] {
  const { id, event, arena, happenedAtMs, state, attempts, nextAtMs } = delivery;
  const what = `${event}${arena === null ? '' : ` ${arena}`}, ${timeText(happenedAtMs, zone)}`;
  return [
    row([state, `${id}  ${what}`], [STATE_WIDTH]),
    ...attempts.map(
      ({ atMs, status, error }) => `  ${timeText(atMs, zone)}  ${status ?? error ?? ''}`,
    ),
    ...(nextAtMs === null ? [] : [`  ${timeText(nextAtMs, zone)}  next attempt`]),
  ];
}
