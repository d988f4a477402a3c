import { type ArenaId, ID_BYTES, idFromBytes } from '../../core/ids.ts';
import type { Random } from '../../core/random.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { targetOf } from '../../protocol/webhook-address.ts';
import { WEBHOOK_SECRET_BYTES, webhookSecret } from '../../protocol/webhook-signature.ts';
import type { NewWebhook, WebhookView } from '../../protocol/webhook-view.ts';
import { ATTEMPTS_MAX, commitAgain } from '../change.ts';
import type { Ports, Store } from '../ports.ts';
import type { Quota, Webhook } from '../records.ts';

/** An event of an arena is told to so many at most. */
export const WEBHOOKS_MAX = 10;

export type WebhookPorts = Pick<Ports, 'store' | 'now'> & { readonly random: Random };

/**
 * A webhook for all arenas that this organiser owns; `loopback` as in `targetOf`.
 * Refusals: invalid (`url`), tooMany, busy.
 */
export async function createWebhook(
  { store, now, random }: WebhookPorts,
  owner: string,
  { url, events }: NewWebhook,
  loopback: boolean,
): Promise<Result<Webhook, Refusal>> {
  const target = targetOf(url, loopback);
  if (target === null) return err(refuse('invalid', { field: 'url', expected: A_PUBLIC_ADDRESS }));
  const webhook: Webhook = {
    type: 'webhook',
    id: idFromBytes<ArenaId>(random.bytes(ID_BYTES)),
    version: 0,
    owner,
    url: target.url.href,
    secret: webhookSecret(random.bytes(WEBHOOK_SECRET_BYTES)),
    events,
    createdAtMs: now(),
  };
  const writes = [
    { op: 'take', counter: countOf(owner), max: WEBHOOKS_MAX },
    { op: 'create', entity: webhook },
  ] as const;
  const commit = await commitAgain(store, writes, ATTEMPTS_MAX);
  if (commit.kind === 'stored') return ok(webhook);
  const isFull = commit.kind === 'failed' && commit.failed.some(({ index }) => index === 0);
  const expected = `at most ${WEBHOOKS_MAX} webhooks`;
  return err(isFull ? refuse('limitReached', { expected }) : refuse('busy'));
}

const A_PUBLIC_ADDRESS = 'an https address on the usual port of a public host, without a user';

/** Far beyond whoever reads this: webhooks are counted for as long as they are there. */
const NEVER_MS = Date.UTC(2200, 0);

const countOf = (owner: string): Quota => ({
  type: 'quota',
  key: `webhooks ${owner}`,
  version: 0,
  expiresAtMs: NEVER_MS,
});

export const viewWebhook = ({ id, url, events, createdAtMs }: Webhook): WebhookView => ({
  ...{ id, url, createdAtMs },
  events: [...events],
});

/** The webhook of this organiser with this id. Refusal: notFound. */
export async function webhookOf(
  { store }: { readonly store: Store },
  owner: string,
  id: string,
): Promise<Result<Webhook, Refusal>> {
  const webhook = ID.test(id) ? await store.webhook(owner, id) : null;
  return webhook === null
    ? err(refuse('notFound', { field: 'id', expected: 'a webhook of yours' }))
    : ok(webhook);
}

const ID = /^\w{1,40}$/;

/**
 * Nothing is sent to it any more: what is on its way fails. Its deliveries are not shown any more.
 * Refusals: notFound, busy.
 */
export async function deleteWebhook(
  { store }: { readonly store: Store },
  owner: string,
  id: string,
): Promise<Result<Webhook, Refusal>> {
  const found = await webhookOf({ store }, owner, id);
  if (!found.ok) return found;
  const deletion = { op: 'delete', entity: found.value } as const;
  const writes = [deletion, { op: 'giveBack', counter: countOf(owner) }] as const;
  const commit = await commitAgain(store, writes, ATTEMPTS_MAX);
  if (commit.kind === 'busy') return err(refuse('busy'));
  // It never changes: where it failed somebody else has deleted it, unless it was never counted.
  const isThere = commit.kind === 'failed' && commit.failed.every(({ index }) => index !== 0);
  if (isThere) await store.commit([deletion]);
  return found;
}
