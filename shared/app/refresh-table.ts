import type { Arena } from '../arena/arena.ts';
import { present } from '../core/assert.ts';
import type { ArenaId } from '../core/ids.ts';
import { ATTEMPTS_MAX } from './change.ts';
import type { Clocked, Ports } from './ports.ts';
import { publishTable } from './publish-table.ts';
import { certainMarks, finalTableVersion, type TableHead } from './tables.ts';

export type RefreshPorts = Pick<Ports, 'store' | 'tables' | 'now' | 'measure'> & Clocked;

/** A running arena's table is rebuilt at most this often. */
export const TABLE_PERIOD_MS = 2_000;
/** All pages of a large table are written at most this often. */
export const COMPLETE_PERIOD_MS = 10_000;
const LARGE_TABLE_PLAYERS = 1_000;

/** The clocks of two functions may differ by this much; what may be missing is looked at again. */
export const TABLE_SKEW_MS = 500;

/**
 * Brings the table up to what changed at `changedAtMs`. Nothing to do when the published one was
 * certainly read later; in the middle of a period one clock message looks again after its end.
 */
export async function refreshTable(
  ports: RefreshPorts,
  id: ArenaId,
  changedAtMs: number,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const head = await ports.tables.head(id);
    const dueAtMs = dueAt(head, changedAtMs);
    if (dueAtMs === null) return;
    const nowMs = ports.now();
    if (nowMs < dueAtMs) return lookLater(ports, id, head, { changedAtMs, dueAtMs });
    const version = await claim(ports, id, head);
    if (version !== null) return rebuildTable(ports, id, head, { version, changedAtMs });
  }
  throw new Error(`table of arena ${id} is contended`);
}

/** Publishes the whole table at once, whatever the period says. */
export async function publishNow(ports: RefreshPorts, arena: Arena): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const seen = await ports.tables.head(arena.id);
    // Somebody else has frozen it meanwhile: nothing provisional goes over a final ranking.
    if (isFinal(seen)) return;
    const version = await claim(ports, arena.id, seen);
    if (version === null) continue;
    const rows = await ports.store.rows(arena, 'consistent');
    return publishTable(ports, arena, rows, { version, seen, complete: true });
  }
  throw new Error(`table of arena ${arena.id} is contended`);
}

const isFinal = (head: TableHead | null): boolean =>
  (head?.completeAtMs ?? 0) >= finalTableVersion(1);

/** Later than any claim before, whatever this clock says: the instant is the version. */
async function claim(
  { tables, now }: RefreshPorts,
  arena: ArenaId,
  seen: TableHead | null,
): Promise<number | null> {
  const claimedAtMs = Math.max(now(), (seen?.claimedAtMs ?? 0) + 1);
  return (await tables.claim(arena, seen, claimedAtMs)) ? claimedAtMs : null;
}

/** When what changed then may be published at the earliest; null: it certainly is already. */
export function dueAt(head: TableHead | null, changedAtMs: number): number | null {
  if (head === null) return 0;
  const isIn = (readAtMs: number) => readAtMs > changedAtMs + TABLE_SKEW_MS;
  if (isIn(head.completeAtMs)) return null;
  return isIn(head.readStartedAtMs)
    ? head.completeAtMs + COMPLETE_PERIOD_MS
    : head.claimedAtMs + TABLE_PERIOD_MS;
}

/**
 * The message is sent before it is noted: a crash between costs a second message, not the table.
 * Everything that changes before `dueAtMs` may rely on it.
 */
async function lookLater(
  { queues, tables, now }: RefreshPorts,
  arena: ArenaId,
  head: TableHead | null,
  { changedAtMs, dueAtMs }: { readonly changedAtMs: number; readonly dueAtMs: number },
): Promise<void> {
  const lookAtMs = dueAtMs + TABLE_SKEW_MS;
  const notedMs = head?.lookAtMs ?? 0;
  // A message must never rely on itself: it asks for what changed half a second before its instant.
  if (notedMs > changedAtMs + TABLE_SKEW_MS && notedMs <= lookAtMs) return;
  await queues.clock({ t: 'standings', arena, changedAtMs: dueAtMs }, lookAtMs - now());
  await tables.noteLook(arena, lookAtMs);
}

async function rebuildTable(
  ports: RefreshPorts,
  id: ArenaId,
  head: TableHead | null,
  { version, changedAtMs }: { readonly version: number; readonly changedAtMs: number },
): Promise<void> {
  const arena = present(await ports.store.arena(id, 'consistent'), 'arena of a row');
  const rows = await ports.store.rows(arena, 'consistent');
  const restDueAtMs = (head?.completeAtMs ?? 0) + COMPLETE_PERIOD_MS;
  const complete =
    certainMarks(head).length === 0 || rows.length <= LARGE_TABLE_PLAYERS || version >= restDueAtMs;
  await publishTable(ports, arena, rows, { version, seen: head, complete });
  // Where a look was asked for, something had changed since the published table was read: but for
  // one at the rest of a large table, which comes whether something changes or not.
  const isForRest = head?.lookAtMs === restDueAtMs + TABLE_SKEW_MS;
  const hasWaited = head !== null && head.lookAtMs > head.claimedAtMs && !isForRest;
  const oldSinceMs = hasWaited ? head.readStartedAtMs : changedAtMs;
  ports.measure('StandingsAgeMs', Math.max(0, ports.now() - oldSinceMs));
  if (!complete) await lookLater(ports, id, head, { changedAtMs: version, dueAtMs: restDueAtMs });
  // Where late games count, whoever sees that the last of them is scored has the arena look again.
  if (isWaiting(arena) && rows.every((row) => row.state !== 'play')) {
    await ports.queues.clock({ t: 'arena', arena: id }, 0);
  }
}

const isWaiting = ({ state, policy, sealed }: Arena): boolean =>
  state === 'closing' && policy.lateGames === 'counted' && !sealed;
