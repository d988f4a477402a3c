import type { Arena } from '../../arena/arena.ts';
import { inGroups } from '../../core/groups.ts';
import type { ArenaId, PlayerId } from '../../core/ids.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { type AllowListBody, LISTED_MAX } from '../../protocol/entry-view.ts';
import { ATTEMPTS_MAX } from '../change.ts';
import { idOfAccount } from '../players.ts';
import type { Ports } from '../ports.ts';
import type { AllowList } from '../records.ts';
import { auditOf, type SteerPorts } from '../steer-arena.ts';

/** Who may enter, and a version that counts how often that was said: 0 is never. */
export interface Listed {
  readonly version: number;
  readonly players: readonly PlayerId[];
}

const listedIn = (list: AllowList | null): Listed =>
  list === null
    ? { version: 0, players: [] }
    : { version: list.version + 1, players: list.players };

export const showAllowList = async (
  { store }: Pick<Ports, 'store'>,
  arena: ArenaId,
): Promise<Listed> => listedIn(await store.allowList(arena));

/**
 * Replaces the whole list and writes that down, both or neither. Whoever is in the arena already is
 * not asked before its start, and once it runs only when he comes back. `version`: the one that was
 * read, null where it does not matter.
 * Refusals: invalid (too many), arenaOver, versionConflict, busy.
 */
export async function setAllowList(
  ports: SteerPorts,
  arena: Arena,
  by: { readonly actor: string; readonly version: number | null },
  body: AllowListBody,
): Promise<Result<Listed, Refusal>> {
  if (arena.state === 'frozen' || arena.state === 'cancelled') {
    return err(refuse('arenaOver', { expected: 'an arena that is not over' }));
  }
  const players = await playersIn(body);
  if (players.length > LISTED_MAX) {
    return err(refuse('invalid', { field: 'players', expected: `at most ${LISTED_MAX} players` }));
  }
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await ports.store.allowList(arena.id);
    const { version, players: listed } = listedIn(before);
    if (before !== null && listed.join() === players.join()) return ok(listedIn(before));
    if (by.version !== null && by.version !== version) {
      return err(refuse('versionConflict', { field: 'if-match', expected: `version ${version}` }));
    }
    const after: AllowList = { type: 'allowList', arena: arena.id, version, players };
    const details = { players: players.length };
    const commit = await ports.store.commit([
      before === null ? { op: 'create', entity: after } : { op: 'update', before, after },
      {
        op: 'create',
        entity: auditOf(ports, arena.id, { actor: by.actor, action: 'allowList', details }),
      },
    ]);
    if (commit.kind === 'stored') return ok(listedIn(after));
  }
  return err(refuse('busy'));
}

/** Hashes of accounts that are made at once. */
const HASHES_AT_ONCE = 500;

/** Each once, in the order of their ids. */
async function playersIn({ players, accounts }: AllowListBody): Promise<readonly PlayerId[]> {
  const all = new Set(players);
  for (const some of inGroups(accounts, HASHES_AT_ONCE)) {
    const ids = await Promise.all(some.map((subject) => idOfAccount({ subject })));
    for (const id of ids) all.add(id);
  }
  return [...all].sort();
}
