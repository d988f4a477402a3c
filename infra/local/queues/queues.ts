import type { Alarms } from '../alarms.ts';
import type { Ledger } from '../ledger.ts';
import type { QueuePlan } from '../template/plan.ts';
import { type Message, Queue } from './queue.ts';

/** All queues by name. */
export interface Queues {
  readonly byName: ReadonlyMap<string, Queue>;
  byUrl(url: string): Queue | undefined;
  /** Sends a message about a failure; null is no queue. */
  deadLetter(queue: string | null, body: string): void;
}

export function createQueues(parts: {
  readonly plans: readonly QueuePlan[];
  readonly ledger: Ledger;
  readonly alarms: Alarms;
  /** Told of every message about a failure; null: it went nowhere. */
  readonly onDeadLetter: (queue: string | null, body: string) => void;
}): Queues {
  const { plans, ledger, alarms } = parts;
  const byName = new Map<string, Queue>();
  const deadLetter = (name: string | null, body: string) => {
    if (name !== null) byName.get(name)?.send(body);
    parts.onDeadLetter(name, body);
  };
  for (const plan of plans) {
    const messages = ledger.map<Message>(`queue/${plan.name}`);
    const bury = (body: string) => deadLetter(plan.redrive?.queue ?? null, body);
    byName.set(plan.name, new Queue({ plan, messages, alarms, bury }));
  }
  const byUrl = new Map(Array.from(byName.values(), (queue) => [queue.plan.url, queue]));
  return { byName, byUrl: (url) => byUrl.get(url), deadLetter };
}
