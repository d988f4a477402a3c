import * as v from 'valibot';
import {
  createdWebhookSchema,
  deliveriesSchema,
  deliverySchema,
  newWebhookSchema,
  webhookListSchema,
} from '../webhook-view.ts';
import { answer, operation, page } from './operation.ts';
import { cursor } from './parameters.ts';

const JSON_TYPE = 'application/json';
const tag = 'webhooks';
/** Those of others are as if they were not there. */
const access = 'organiser';

export const createWebhookOperation = operation({
  ...{ id: 'createWebhook', method: 'POST', path: '/webhooks', tag, access },
  summary:
    'Has an address told of the arenas that the caller owns, signed (Standard Webhooks 1.0). ' +
    'What cannot be delivered is tried again for two days.',
  body: newWebhookSchema,
  success: {
    status: 201,
    about: 'The webhook; its secret is told once.',
    content: { [JSON_TYPE]: createdWebhookSchema },
    headers: ['location'],
  },
  refusals: ['limitReached', 'busy'],
});

export const listWebhooksOperation = operation({
  ...{ id: 'listWebhooks', method: 'GET', path: '/webhooks', tag, access },
  summary: 'The webhooks of the caller, all of them.',
  success: answer(webhookListSchema, 'Ten at most.'),
  refusals: [],
});

export const deleteWebhookOperation = operation({
  ...{ id: 'deleteWebhook', method: 'DELETE', path: '/webhooks/{id}', tag, access },
  summary: 'Sends nothing there any more, nor what is still on its way.',
  success: { status: 204, about: 'It is gone.' },
  refusals: ['notFound', 'busy'],
});

export const testWebhookOperation = operation({
  ...{ id: 'testWebhook', method: 'POST', path: '/webhooks/{id}/test', tag, access, once: true },
  summary:
    'Sends the event `webhook.test` there, as any other is sent: with retries, at most 30 an hour.',
  success: answer(deliverySchema, 'The delivery, which is on its way.', { status: 202 }),
  refusals: ['notFound', 'tooMany', 'busy'],
});

export const listDeliveriesOperation = operation({
  ...{ id: 'listDeliveries', method: 'GET', path: '/webhooks/{id}/deliveries', tag, access },
  summary:
    'What was sent there in the last 30 days, the newest event first, each with its latest 20 ' +
    'attempts.',
  query: v.object({ cursor }),
  success: page(deliveriesSchema, 'A page of it.'),
  refusals: ['notFound'],
});

export const retryDeliveryOperation = operation({
  ...{ id: 'retryDelivery', method: 'POST', tag, access },
  path: '/webhooks/{id}/deliveries/{delivery}/retry',
  once: true,
  summary:
    'Sends a delivery again now, whatever has become of it, with all its tries: with tests, at ' +
    'most 30 an hour.',
  success: answer(deliverySchema, 'The delivery, which is on its way.', { status: 202 }),
  refusals: ['notFound', 'tooMany', 'busy'],
});

export const WEBHOOK_OPERATIONS = [
  createWebhookOperation,
  listWebhooksOperation,
  deleteWebhookOperation,
  testWebhookOperation,
  listDeliveriesOperation,
  retryDeliveryOperation,
];
