import { type Arena, changeArena } from '../arena/arena.ts';
import { changeRow, type Removal, type Row } from '../arena/row.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { finishOverdue, finishRemoved } from '../game/finish.ts';
import { type DoneGame, type Game, type LiveGame, sideOf } from '../game/game.ts';
import { ATTEMPTS_MAX } from './change.ts';
import type { Ports, Store, Write } from './ports.ts';
import type { AuditEntry } from './records.ts';
import { tellEnd } from './watch-game.ts';

export type RemovePorts = Pick<Ports, 'store' | 'push' | 'now'>;

/**
 * Takes a player out of an arena that is not frozen yet: he is not paired any more and cannot come
 * back, and a running game is lost by him. Finished games stand. Repeating it changes nothing.
 * Refusals: noSuchArena, arenaOver (the ranking is being frozen, or is: disqualify instead),
 * notEntered, busy.
 */
export async function removePlayer(
  ports: RemovePorts,
  id: ArenaId,
  player: PlayerId,
  decision: Pick<Removal, 'reason' | 'actor'>,
): Promise<Result<Row, Refusal>> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const found = await findRow(ports.store, id, player);
    if (!found.ok) return found;
    const { arena, row } = found.value;
    if (row.removed) return ok(row);
    if (isOver(arena)) return err(refuse('arenaOver', { expected: 'an arena that is not frozen' }));
    const game = row.game === null ? null : await ports.store.game(row.game, 'consistent');
    // A table that was read before this instant still shows him, so it is taken last.
    const atMs = ports.now();
    const removal = { ...decision, atMs };
    const after = removeRow(row, removal);
    const lost = game === null ? null : lostGame(game, player, atMs);
    const commit = await ports.store.commit(writesOf(arena, row, after, removal, lost));
    if (commit.kind !== 'stored') continue;
    await tell(ports, after, lost?.after ?? null);
    return ok(after);
  }
  return err(refuse('busy'));
}

async function findRow(
  store: Store,
  id: ArenaId,
  player: PlayerId,
): Promise<Result<{ readonly arena: Arena; readonly row: Row }, Refusal>> {
  const arena = await store.arena(id, 'consistent');
  if (arena === null) return err(refuse('noSuchArena', { field: 'id' }));
  const row = await store.row(arena, player, 'consistent');
  return row === null ? err(refuse('notEntered', { field: 'player' })) : ok({ arena, row });
}

const isOver = ({ state, sealed }: Arena): boolean =>
  sealed || state === 'frozen' || state === 'cancelled';

const removeRow = (row: Row, removal: Removal): Row =>
  changeRow(row, {
    removed: true,
    removal,
    wish: false,
    state: row.state === 'ready' ? 'idle' : row.state,
    why: 'removed',
  });

interface Lost {
  readonly before: LiveGame;
  readonly after: DoneGame;
}

/** The running game as it ends now: lost by the player, unless its deadline has ended it before. */
function lostGame(game: Game, player: PlayerId, nowMs: number): Lost | null {
  const side = sideOf(game, player);
  if (game.state === 'done' || side === null) return null;
  return { before: game, after: finishOverdue(game, nowMs) ?? finishRemoved(game, side, nowMs) };
}

/**
 * All in one: nobody is removed and plays on. The arena is written with them because its ranking is
 * made after a mark in it (`sealed`), so that nobody is removed meanwhile and shown all the same.
 */
const writesOf = (
  arena: Arena,
  row: Row,
  after: Row,
  removal: Removal,
  lost: Lost | null,
): readonly Write[] => [
  { op: 'update', before: arena, after: changeArena(arena, {}) },
  { op: 'update', before: row, after },
  { op: 'create', entity: auditOfRemoval(row, removal) },
  ...(lost === null ? [] : [{ op: 'update' as const, ...lost }]),
];

/** A player is removed once, so his id makes the entry. */
const auditOfRemoval = ({ arena, player }: Row, { atMs, actor, reason }: Removal): AuditEntry => ({
  type: 'audit',
  arena,
  id: player,
  version: 0,
  ...{ atMs, actor, action: 'remove', player, reason, details: {} },
});

async function tell(ports: RemovePorts, row: Row, game: DoneGame | null): Promise<void> {
  const { arena, connection, removal } = row;
  const reason = removal?.reason ?? '';
  if (connection !== null) await ports.push.send(connection, { t: 'removed', arena, reason });
  if (game !== null) await tellEnd(ports, game);
}
