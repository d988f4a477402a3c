import { present } from '../../../shared/core/assert.ts';

/** Simulated time: what is to happen, and when (ms since the start of the arena). */
export interface Agenda {
  readonly nowMs: () => number;
  readonly add: (atMs: number, act: () => void) => void;
  /** Lets everything happen that is due before this instant. */
  readonly runUntil: (endMs: number) => void;
}

interface Entry {
  readonly atMs: number;
  /** What was added first happens first at the same instant, so every run is the same. */
  readonly order: number;
  readonly act: () => void;
}

export function newAgenda(): Agenda {
  const heap: Entry[] = [];
  let [nowMs, added] = [0, 0];
  return {
    nowMs: () => nowMs,
    add: (atMs, act) => push(heap, { atMs: Math.max(atMs, nowMs), order: added++, act }),
    runUntil: (endMs) => {
      for (let next = heap[0]; next !== undefined && next.atMs < endMs; next = heap[0]) {
        popFirst(heap);
        nowMs = next.atMs;
        next.act();
      }
      nowMs = endMs;
    },
  };
}

const isBefore = (a: Entry, b: Entry): boolean =>
  a.atMs !== b.atMs ? a.atMs < b.atMs : a.order < b.order;

/** A binary heap: 10,000 players have as many entries at once. */
function push(heap: Entry[], entry: Entry): void {
  let place = heap.length;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    const above = present(heap[parent], 'parent in the heap');
    if (!isBefore(entry, above)) break;
    heap[place] = above;
    place = parent;
  }
  heap[place] = entry;
}

function popFirst(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let place = 0;
  for (;;) {
    const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]];
    if (left === undefined) break;
    const isRight = right !== undefined && isBefore(right, left);
    const child = isRight ? right : left;
    if (!isBefore(child, last)) break;
    heap[place] = child;
    place = 2 * place + (isRight ? 2 : 1);
  }
  heap[place] = last;
}
