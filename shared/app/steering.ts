import type { Arena } from '../arena/arena.ts';
import type { ArenaId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { announceTo } from './announce-to.ts';
import type { Ports } from './ports.ts';
import { createCounted, hourOf } from './quota.ts';
import { auditOf, type Deed, type SteerPorts, steerArena } from './steer-arena.ts';

const isOver = ({ state }: Arena): boolean => state === 'frozen' || state === 'cancelled';
const OVER = refuse('arenaOver', { expected: 'an arena that is not over' });

/** Lets nobody new in, or in again. Refusals: noSuchArena, arenaOver, busy. */
export const setEntries = (
  ports: SteerPorts,
  id: ArenaId,
  closed: boolean,
  by: { readonly actor: string; readonly reason: string },
): Promise<Result<Arena, Refusal>> =>
  steerArena(ports, id, null, (arena) => {
    if (isOver(arena)) return err(OVER);
    if (arena.entriesClosed === closed) return ok(null);
    const action = closed ? 'closeEntries' : 'openEntries';
    return ok({ change: { entriesClosed: closed }, deed: { ...by, action } });
  });

/** Who may steer the arena beside its owner. Refusals: noSuchArena, busy. */
export const setOrganisers = (
  ports: SteerPorts,
  id: ArenaId,
  version: number | null,
  by: { readonly actor: string; readonly organisers: readonly string[] },
): Promise<Result<Arena, Refusal>> =>
  steerArena(ports, id, version, (arena) => {
    const { actor, organisers } = by;
    if (JSON.stringify(organisers) === JSON.stringify(arena.organisers)) return ok(null);
    const deed: Deed = { actor, action: 'organisers', details: { organisers } };
    return ok({ change: { organisers }, deed });
  });

/** Notes to one arena in an hour of the clock: each may go to ten thousand connections. */
export const NOTES_PER_HOUR = 30;

/**
 * Tells all players of an arena who are there; how many. Written down before it is told, and once:
 * a request that comes again with its key has the same instant and id.
 * Refusals: arenaOver (cancelled), tooMany, busy.
 */
export async function sendNote(
  ports: Pick<Ports, 'store' | 'queues' | 'random' | 'now'>,
  arena: Arena,
  { actor, text }: { readonly actor: string; readonly text: string },
): Promise<Result<{ readonly told: number }, Refusal>> {
  if (arena.state === 'cancelled') return err(OVER);
  const { id } = arena;
  const entry = auditOf(ports, id, { actor, action: 'note', details: { text } });
  const key = `notes ${id} ${hourOf(ports.now())}`;
  const expected = `at most ${NOTES_PER_HOUR} notes an hour`;
  const stored = await createCounted(ports, { key, max: NOTES_PER_HOUR, expected }, entry);
  if (!stored.ok) return stored;
  const rows = await ports.store.rows(arena, 'eventual');
  const there = rows.filter(({ connection, removed }) => connection !== null && !removed);
  await announceTo(ports, there, { t: 'note', arena: id, text });
  return ok({ told: there.length });
}
