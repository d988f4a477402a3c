import { randomUUID } from 'node:crypto';
import type { Alarms, Cancel } from '../alarms.ts';
import type { DurableMap } from '../ledger.ts';
import type { QueuePlan } from '../template/plan.ts';

/** One message; times are epoch ms. */
export interface Message {
  readonly id: string;
  readonly body: string;
  readonly sentAtMs: number;
  /** Not visible before. */
  readonly dueAtMs: number;
  readonly receives: number;
  readonly firstReceivedAtMs: number | null;
}

export interface QueueParts {
  readonly plan: QueuePlan;
  readonly messages: DurableMap<Message>;
  readonly alarms: Alarms;
  /** Takes a message that was received too often. */
  readonly bury: (body: string) => void;
}

/** One SQS queue. A message that was received comes back after the visibility timeout. */
export class Queue {
  readonly plan: QueuePlan;
  readonly #parts: QueueParts;
  readonly #visible = new Set<string>();
  readonly #hidden = new Map<string, Cancel>();
  #wake = () => {};

  constructor(parts: QueueParts) {
    this.plan = parts.plan;
    this.#parts = parts;
  }

  /** Takes up what an earlier run left. */
  start(): void {
    const { messages, alarms } = this.#parts;
    for (const { id, dueAtMs } of messages.values()) this.#hide(id, dueAtMs - alarms.nowMs());
  }

  /** Tells the one reader of the queue that something became visible. */
  onVisible(wake: () => void): void {
    this.#wake = wake;
  }

  send(body: string, delayMs = 0): Message {
    const { messages, alarms } = this.#parts;
    const sentAtMs = alarms.nowMs();
    const message: Message = {
      id: randomUUID(),
      body,
      sentAtMs,
      dueAtMs: sentAtMs + delayMs,
      receives: 0,
      firstReceivedAtMs: null,
    };
    messages.set(message.id, message);
    this.#hide(message.id, delayMs);
    return message;
  }

  /** At most `count` visible messages, oldest first; counts as a receive of each. */
  receive(count: number): readonly Message[] {
    const received: Message[] = [];
    for (const id of [...this.#visible]) {
      if (received.length === count) break;
      const message = this.#parts.messages.get(id);
      const taken = message === undefined ? null : this.#take(message);
      if (taken !== null) received.push(taken);
    }
    return received;
  }

  /** Acknowledges. */
  remove(id: string): void {
    this.#hidden.get(id)?.();
    this.#hidden.delete(id);
    this.#visible.delete(id);
    this.#parts.messages.delete(id);
  }

  /** Makes a received message visible again at once. */
  release(id: string): void {
    this.#hide(id, 0);
  }

  /** Everything in the queue, received or not. */
  peek(): readonly Message[] {
    return [...this.#parts.messages.values()];
  }

  #hide(id: string, delayMs: number): void {
    this.#visible.delete(id);
    this.#hidden.get(id)?.();
    if (delayMs <= 0) this.#show(id);
    else
      this.#hidden.set(
        id,
        this.#parts.alarms.after(delayMs, () => this.#show(id)),
      );
  }

  #show(id: string): void {
    this.#hidden.delete(id);
    this.#visible.add(id);
    this.#wake();
  }

  /** Null if the message is not to be delivered any more. */
  #take(message: Message): Message | null {
    const { messages, alarms, bury } = this.#parts;
    const { redrive, retentionMs, visibilityMs } = this.plan;
    const isSpent = redrive !== null && message.receives >= redrive.receivesMax;
    const isExpired = message.sentAtMs + retentionMs < alarms.nowMs();
    if (isSpent) bury(message.body);
    if (isSpent || isExpired) {
      this.remove(message.id);
      return null;
    }
    const firstReceivedAtMs = message.firstReceivedAtMs ?? alarms.nowMs();
    const received = { ...message, receives: message.receives + 1, firstReceivedAtMs };
    // `dueAtMs` stays: after a restart nobody works on it any more, so it is visible at once.
    messages.set(message.id, received);
    this.#hide(message.id, visibilityMs);
    return received;
  }
}
