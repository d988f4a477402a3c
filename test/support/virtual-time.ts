/** Time that passes only when nothing else is left to do now. */
export interface VirtualTime {
  readonly now: () => number;
  /** Runs something at an instant (at once where that has passed), in order of instants. */
  readonly at: (atMs: number, run: () => void) => void;
  readonly sleep: (ms: number) => Promise<void>;
  /** Lets time pass until `isDone`, at most to `limitMs`; whether it was done. */
  readonly run: (isDone: () => boolean, limitMs: number) => Promise<boolean>;
  /** How many events have happened. */
  readonly events: () => number;
}

interface Timed {
  readonly atMs: number;
  /** Events of one instant happen in the order in which they were planned. */
  readonly order: number;
  readonly run: () => void;
}

/** `isAwake` says whether code still runs that waits for no event of this clock (hashing does). */
export function virtualTime(startMs: number, isAwake: () => boolean): VirtualTime {
  const heap: Timed[] = [];
  let nowMs = startMs;
  let order = 0;
  let events = 0;

  const at = (atMs: number, run: () => void): void => {
    push(heap, { atMs: Math.max(atMs, nowMs), order: order++, run });
  };

  const run = async (isDone: () => boolean, limitMs: number): Promise<boolean> => {
    await settled(isAwake);
    for (let next = pop(heap); next !== undefined && nowMs <= limitMs; next = pop(heap)) {
      nowMs = next.atMs;
      next.run();
      events++;
      await settled(isAwake);
      if (isDone()) return true;
    }
    return isDone();
  };

  return {
    now: () => nowMs,
    at,
    sleep: (ms) => new Promise((resolve) => at(nowMs + ms, resolve)),
    run,
    events: () => events,
  };
}

/**
 * Lets everything run that can run without time passing. A tick comes after all promises that are
 * settled, and is much cheaper than a turn of the event loop, which only hashing needs.
 */
export async function settled(isAwake: () => boolean): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve));
  while (isAwake()) await new Promise((resolve) => setImmediate(resolve));
}

const isBefore = (a: Timed, b: Timed): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

/** A binary heap: the children of `i` are `2i + 1` and `2i + 2`. */
function push(heap: Timed[], timed: Timed): void {
  let index = heap.push(timed) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || !isBefore(timed, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = timed;
}

function pop(heap: Timed[]): Timed | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    const child = smallerChild(heap, index);
    const below = heap[child];
    if (below === undefined || !isBefore(below, last)) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = last;
  return first;
}

function smallerChild(heap: readonly Timed[], index: number): number {
  const left = heap[2 * index + 1];
  const right = heap[2 * index + 2];
  const rightIsSmaller = left !== undefined && right !== undefined && isBefore(right, left);
  return 2 * index + (rightIsSmaller ? 2 : 1);
}
