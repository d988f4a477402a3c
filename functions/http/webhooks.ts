import type { Delivery, Webhook } from '../../shared/app/records.ts';
import {
  listDeliveries,
  retryDelivery,
  sendTest,
  viewDelivery,
} from '../../shared/app/webhooks/deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  viewWebhook,
  webhookOf,
} from '../../shared/app/webhooks/webhooks.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import { ok, type Result } from '../../shared/core/result.ts';
import type { Operation } from '../../shared/protocol/api/operation.ts';
import {
  createWebhookOperation,
  deleteWebhookOperation,
  listDeliveriesOperation,
  listWebhooksOperation,
  retryDeliveryOperation,
  testWebhookOperation,
} from '../../shared/protocol/api/webhook-operations.ts';
import { accountOf } from '../aws/claims.ts';
import { type HttpEvent, type HttpResult, json, problem } from '../aws/http-handler.ts';
import { env } from '../aws/runtime.ts';
import { paged } from './paths.ts';
import { ports } from './ports.ts';
import { type Call, type Owned, ownedRoute, type Route, route } from './route.ts';

const loopback = env('WEBHOOK_LOOPBACK') === 'true';

/** An operation on a webhook of the caller that the path names. Refusal: notFound. */
const webhookRoute = <Query, Body>(
  operation: Operation<Query, Body>,
  run: (call: Call<Query, Body>, webhook: Webhook) => Promise<HttpResult>,
): Route => ownedRoute(operation, ownWebhook, run);

async function ownWebhook(event: HttpEvent): Promise<Result<Webhook & Owned, Refusal>> {
  const found = await webhookOf(ports, accountOf(event).subject, event.path.id ?? '');
  return found.ok ? ok({ ...found.value, organisers: [] }) : found;
}

const postWebhook = route(createWebhookOperation, async ({ account, body }) => {
  const created = await createWebhook(ports, account.subject, body, loopback);
  if (!created.ok) return problem(created.error);
  const { id, secret } = created.value;
  const location = `/webhooks/${id}`;
  return json(201, { ...viewWebhook(created.value), secret }, { location });
});

const getWebhooks = route(listWebhooksOperation, async ({ account }) => {
  const webhooks = await ports.store.webhooks(account.subject);
  return json(200, { webhooks: webhooks.map(viewWebhook) });
});

const removeWebhook = webhookRoute(deleteWebhookOperation, async (_, { owner, id }) => {
  const deleted = await deleteWebhook(ports, owner, id);
  return deleted.ok ? { statusCode: 204 } : problem(deleted.error);
});

const postTest = webhookRoute(testWebhookOperation, async ({ random, askedAtMs }, webhook) =>
  onItsWay(await sendTest({ ...ports, random }, webhook, askedAtMs)),
);

const getDeliveries = webhookRoute(
  listDeliveriesOperation,
  async ({ query: { cursor } }, webhook) =>
    paged(
      `/webhooks/${webhook.id}/deliveries`,
      await listDeliveries(ports, webhook, cursor ?? null),
    ),
);

const postRetry = webhookRoute(retryDeliveryOperation, async ({ event }, webhook) =>
  onItsWay(await retryDelivery(ports, webhook, event.path.delivery ?? '')),
);

const onItsWay = (asked: Result<Delivery, Refusal>): HttpResult =>
  asked.ok ? json(202, viewDelivery(asked.value)) : problem(asked.error);

export const WEBHOOK_ROUTES: readonly Route[] = [
  postWebhook,
  getWebhooks,
  removeWebhook,
  postTest,
  getDeliveries,
  postRetry,
];
