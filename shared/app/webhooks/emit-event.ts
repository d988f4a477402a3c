import type { ArenaId } from '../../core/ids.ts';
import type { WebhookEvent } from '../../protocol/webhook.ts';
import type { Ports } from '../ports.ts';

export type EmitPorts = Pick<Ports, 'now'> & {
  readonly queues: Pick<Ports['queues'], 'hook'>;
};

/** Time for a commit that follows the message; a look too early only costs another. */
const COMMIT_MS = 1_000;

/**
 * Has the webhooks of an arena's owner told of an event, at least once. It may be queued before
 * what it tells of is stored: whoever takes the message out looks into the arena first. So whoever
 * queues it and then commits loses nothing by a crash, and tells nothing that did not happen.
 * `version`: that of the final ranking, 0 for events that have none.
 */
export async function emitEvent(
  { queues, now }: EmitPorts,
  event: WebhookEvent,
  arena: ArenaId,
  version = 0,
): Promise<void> {
  await queues.hook({ t: 'event', event, arena, version, toldAtMs: now() }, COMMIT_MS);
}
