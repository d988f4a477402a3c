import type { ArenaId, PlayerId } from '../../core/ids.ts';
import type { Participation } from '../entities.ts';
import type { Ports, Write } from '../ports.ts';
import type { Erasure } from '../records.ts';
import { eraseCopies } from './erase-copies.ts';
import { eraseReports, eraseReportsIn } from './erase-reports.ts';
import { eraseSources } from './erase-sources.ts';
import { COPIED_WITHIN_MS } from './erasing-times.ts';
import { type RequestPorts, requestErasure } from './request-erasure.ts';

export type ErasePorts = RequestPorts & Pick<Ports, 'tables' | 'count'>;

/** Arenas of one look; each has at most as many games as one can play in it. */
export const ARENAS_PER_LOOK = 10;

/** A game that he has begun meanwhile comes to its end first. */
export const AFTER_GAME_MS = 60_000;
/** The clock of whoever has sent the message may be ahead of ours. */
const SKEW_MS = 500;

/**
 * One look at an erasure: some of his arenas, in the stage that it is in, and a message for the
 * next ones. What is done twice, or by two at once, is done; a message that is lost is sent again
 * by the sweep.
 */
export async function continueErasure(ports: ErasePorts, player: PlayerId): Promise<void> {
  const erasure = await ports.store.erasure(player);
  if (erasure === null) return;
  const nowMs = ports.now();
  if (nowMs + SKEW_MS < erasure.dueAtMs) return lookWhenDue(ports, erasure);
  // Of a visit that had begun before: what it made goes, too, and all is looked at again.
  if ((await ports.store.profile(player)) !== null) {
    const asked = await requestErasure(ports, player);
    if (asked.ok) return;
    const { version } = erasure;
    const dueAtMs = nowMs + AFTER_GAME_MS;
    return proceed(ports, erasure, { ...erasure, version: version + 1, dueAtMs });
  }
  const { store } = ports;
  const some = await store.participations(player, erasure.after, ARENAS_PER_LOOK, 'consistent');
  for (const { arena } of some) await eraseIn(ports, erasure, arena);
  const last = some.length < ARENAS_PER_LOOK ? null : (some.at(-1) ?? null);
  if (last === null && !(await eraseReports(store, player))) {
    await ports.queues.clock({ t: 'erase', player }, 0);
    return;
  }
  await proceed(ports, erasure, nextOf(erasure, last, ports.now()));
}

async function eraseIn(
  ports: ErasePorts,
  { stage, player }: Erasure,
  arena: ArenaId,
): Promise<void> {
  if (stage === 'copies') return eraseCopies(ports, arena, player);
  await eraseSources(ports.store, arena, player);
  await eraseReportsIn(ports.store, arena, player);
}

/** How it goes on; null: nothing is left of him. */
function nextOf(erasure: Erasure, last: Participation | null, nowMs: number): Erasure | null {
  const next = { ...erasure, version: erasure.version + 1 };
  if (last !== null) {
    const { startsAtMs, arena } = last;
    return { ...next, after: { startsAtMs, arena }, dueAtMs: nowMs };
  }
  if (erasure.stage === 'copies') return null;
  return { ...next, stage: 'copies', after: null, dueAtMs: nowMs + COPIED_WITHIN_MS };
}

/** Where somebody else was faster he has done the same, and has had it looked at again. */
async function proceed(ports: ErasePorts, before: Erasure, after: Erasure | null): Promise<void> {
  const write: Write =
    after === null ? { op: 'delete', entity: before } : { op: 'update', before, after };
  const commit = await ports.store.commit([write]);
  if (commit.kind === 'busy') throw new Error(`erasure of ${before.player} is too busy`);
  if (commit.kind === 'failed') return;
  if (after === null) ports.count('PlayersErased');
  else await lookWhenDue(ports, after);
}

const lookWhenDue = ({ queues, now }: ErasePorts, { player, dueAtMs }: Erasure): Promise<void> =>
  queues.clock({ t: 'erase', player }, Math.max(0, dueAtMs - now()));
