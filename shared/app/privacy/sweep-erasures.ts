import type { PlayerId } from '../../core/ids.ts';
import type { Clocked, Ports, Store } from '../ports.ts';
import type { Erasure } from '../records.ts';

export type SweepErasuresPorts = Pick<Ports, 'store' | 'now' | 'count'> & Clocked;

/** What waited longer than this was forgotten by whoever should have looked at it. */
const FORGOTTEN_AFTER_MS = 60_000;
/** Erasures of one page of the list. */
export const ERASURES_PER_PAGE = 100;

/** The third look at erasures: goes on with those whose message was lost. */
export async function sweepErasures(ports: SweepErasuresPorts): Promise<void> {
  let woken = 0;
  let after: PlayerId | null = null;
  for (;;) {
    const page: readonly Erasure[] = await ports.store.erasures(after, ERASURES_PER_PAGE);
    for (const erasure of page) if (await wake(ports, erasure)) woken += 1;
    const last = page.at(-1);
    if (last === undefined || page.length < ERASURES_PER_PAGE) break;
    after = last.player;
  }
  ports.count('ErasuresWoken', woken);
}

/**
 * Whether it had been forgotten. It counts as due from now on, so one that fails again and again
 * gets a message after each wait, and not one more with every sweep.
 */
async function wake(
  { store, queues, now }: Pick<SweepErasuresPorts, 'store' | 'queues' | 'now'>,
  erasure: Erasure,
): Promise<boolean> {
  const nowMs = now();
  if (nowMs <= erasure.dueAtMs + FORGOTTEN_AFTER_MS) return false;
  if (!(await putOff(store, erasure, nowMs))) return false;
  await queues.clock({ t: 'erase', player: erasure.player }, 0);
  return true;
}

/** Whether it was still the same: else somebody has just looked at it. */
async function putOff(store: Store, before: Erasure, dueAtMs: number): Promise<boolean> {
  const after = { ...before, version: before.version + 1, dueAtMs };
  return (await store.commit([{ op: 'update', before, after }])).kind === 'stored';
}
