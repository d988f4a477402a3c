import { type Arena, changeArena } from '../arena/arena.ts';
import { type ArenaId, ID_BYTES, idFromBytes } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { ATTEMPTS_MAX } from './change.ts';
import type { Ports } from './ports.ts';
import type { AuditEntry } from './records.ts';

export type SteerPorts = Pick<Ports, 'store' | 'random' | 'now'>;

/** What is remembered of a decision beside its instant. */
export type Deed = Pick<AuditEntry, 'actor' | 'action'> &
  Partial<Pick<AuditEntry, 'player' | 'reason' | 'details'>>;

/** The audit entry of what somebody does now in this arena. */
export const auditOf = (
  { random, now }: Pick<Ports, 'random' | 'now'>,
  arena: ArenaId,
  { actor, action, player = null, reason = null, details = {} }: Deed,
): AuditEntry => ({
  type: 'audit',
  arena,
  id: idFromBytes<ArenaId>(random.bytes(ID_BYTES)),
  version: 0,
  atMs: now(),
  ...{ actor, action, player, reason, details },
});

/** What becomes of an arena, and what the audit says of it; null: it is so already. */
export interface Steering {
  readonly change: Partial<Omit<Arena, 'version'>>;
  readonly deed: Deed;
}

/**
 * Changes an arena by an organiser's decision and writes it down, both or neither. `version`: the
 * one that he has read, null where it does not matter to him. Refusals: noSuchArena,
 * versionConflict, busy, and those of `decide`.
 */
export async function steerArena(
  ports: SteerPorts,
  id: ArenaId,
  version: number | null,
  decide: (arena: Arena) => Result<Steering | null, Refusal>,
): Promise<Result<Arena, Refusal>> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await ports.store.arena(id, 'consistent');
    if (before === null) return err(refuse('noSuchArena', { field: 'id' }));
    const decided = decide(before);
    if (!decided.ok) return decided;
    // Whoever repeats what is stored already has not missed anything.
    if (decided.value === null) return ok(before);
    if (version !== null && version !== before.version) {
      const expected = `version ${before.version}`;
      return err(refuse('versionConflict', { field: 'if-match', expected }));
    }
    const { change, deed } = decided.value;
    const after = changeArena(before, change);
    const commit = await ports.store.commit([
      { op: 'update', before, after },
      { op: 'create', entity: auditOf(ports, id, deed) },
    ]);
    if (commit.kind === 'stored') return ok(after);
  }
  return err(refuse('busy'));
}
