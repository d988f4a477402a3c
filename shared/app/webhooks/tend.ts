import type { HookMessage } from '../ports.ts';
import { type DeliverPorts, deliver } from './deliver.ts';
import { type ExpandPorts, expandEvent } from './expand-event.ts';

export type TendPorts = ExpandPorts & DeliverPorts;

/** Does what a message about webhooks asks to look at. */
export const tendWebhook = (ports: TendPorts, message: HookMessage): Promise<void> =>
  message.t === 'event' ? expandEvent(ports, message) : deliver(ports, message);
