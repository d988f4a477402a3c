import type { Clocked, Ports } from '../ports.ts';

export type SweepErasuresPorts = Pick<Ports, 'store' | 'now' | 'count'> & Clocked;

/** What waited longer than this was forgotten by whoever should have looked at it. */
const FORGOTTEN_AFTER_MS = 60_000;
const SWEPT_MAX = 100;

/** The third look at erasures: goes on with those whose message was lost. */
export async function sweepErasures({
  store,
  queues,
  now,
  count,
}: SweepErasuresPorts): Promise<void> {
  const forgotten = (await store.erasures(null, SWEPT_MAX)).filter(
    ({ dueAtMs }) => now() > dueAtMs + FORGOTTEN_AFTER_MS,
  );
  count('ErasuresWoken', forgotten.length);
  for (const { player } of forgotten) await queues.clock({ t: 'erase', player }, 0);
}
