import assert from 'node:assert/strict';
import type { Entity } from '../../shared/app/entities.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Heard } from './hook-queue.ts';

/** What a webhook is to hear of an arena that is over, in order, each once. */
function eventsOf({ state, finalVersion }: Arena): string[] {
  if (state !== 'frozen') return [];
  const corrected = Array.from({ length: finalVersion - 1 }, () => 'arena.corrected');
  return ['arena.opened', 'arena.frozen', ...corrected];
}

const deliveriesOf = (entities: readonly Entity[], { id }: Arena) =>
  entities.flatMap((one) => (one.type === 'delivery' && one.arena === id ? [one] : []));

/** Whether all that is to be told has been, or has failed too often. */
export function isAllTold(entities: readonly Entity[]): boolean {
  return entities.every((one) => {
    if (one.type !== 'arena') return true;
    const deliveries = deliveriesOf(entities, one);
    const open = deliveries.some(({ state }) => state === 'pending');
    return !open && deliveries.length >= eventsOf(one).length;
  });
}

/** Every event of every arena is one delivery, and is told in the same words each time. */
export function checkHooks(entities: readonly Entity[], heard: readonly Heard[]): void {
  const bodies = new Map<string, string>();
  for (const { id, payload } of heard) {
    const body = JSON.stringify(payload);
    assert.equal(bodies.get(id) ?? body, body, `${id} is always the same`);
    bodies.set(id, body);
  }
  for (const arena of entities) {
    if (arena.type !== 'arena') continue;
    const deliveries = deliveriesOf(entities, arena);
    const events = deliveries.map(({ event }) => event).sort();
    assert.deepEqual(events, eventsOf(arena).sort(), 'each event is one delivery');
    for (const { id, body, state, attempts } of deliveries) {
      assert.equal(state, 'delivered');
      assert.ok(attempts.length > 0 && bodies.get(id) === body, 'what is stored was sent');
    }
  }
}
