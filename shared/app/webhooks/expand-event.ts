import type { HookMessage, Ports } from '../ports.ts';
import { addDelivery, type StorePorts } from './delivery.ts';
import { happeningOf } from './happening.ts';

export type ExpandPorts = StorePorts & Pick<Ports, 'tables' | 'count'>;

/**
 * Whoever queued the event before he stored it has done so, or is dead, after so long: a lifecycle
 * runs for at most 60 s, and clocks differ a little.
 */
const STORED_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 5_000;

type EventMessage = Extract<HookMessage, { readonly t: 'event' }>;

/** Makes one delivery for every webhook of the arena's owner that wants to hear of the event. */
export async function expandEvent(ports: ExpandPorts, message: EventMessage): Promise<void> {
  const arena = await ports.store.arena(message.arena, 'consistent');
  if (arena === null) return;
  const { event, version } = message;
  const happening = await happeningOf(ports, arena, event, version);
  if (happening === null) return lookAgain(ports, message);
  const webhooks = await ports.store.webhooks(arena.owner);
  const told = { ...happening, event, arena: arena.id, key: `${event} ${arena.id} ${version}` };
  const wanting = webhooks.filter(({ events }) => events.includes(event));
  await Promise.all(wanting.map((webhook) => addDelivery(ports, webhook, told)));
}

/** What has not happened after all is dropped; when it happens, it is queued again. */
async function lookAgain(ports: ExpandPorts, message: EventMessage): Promise<void> {
  if (ports.now() < message.toldAtMs + STORED_WITHIN_MS) {
    await ports.queues.hook(message, LOOK_AGAIN_MS);
  } else ports.count('EventsDropped');
}
