import type { Arena } from '../arena/arena.ts';
import { changeRow, type Removal, type Row } from '../arena/row.ts';
import type { ArenaId, GameId, PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { finishOverdue, finishRemoved } from '../game/finish.ts';
import { type Game, sideOf } from '../game/game.ts';
import { gameNews } from '../protocol/server-message.ts';
import { SIDES } from '../rules/rules.ts';
import { ATTEMPTS_MAX, change } from './change.ts';
import type { Ports } from './ports.ts';

export type RemovePorts = Pick<Ports, 'store' | 'push' | 'now'>;

/**
 * Takes a player out of an arena that is not frozen yet: he is not paired any more and cannot come
 * back, and a running game is lost by him. Finished games stand. Repeating it changes nothing and
 * finishes what was left undone. Refusals: noSuchArena, arenaOver (the ranking is being frozen, or
 * is: disqualify instead), notEntered, busy.
 */
export async function removePlayer(
  ports: RemovePorts,
  id: ArenaId,
  player: PlayerId,
  { reason, actor }: Pick<Removal, 'reason' | 'actor'>,
): Promise<Result<Row, Refusal>> {
  const removed = await storeRemoval(ports, id, player, { reason, actor });
  if (!removed.ok) return removed;
  const { game, connection } = removed.value;
  if (connection !== null) await ports.push.send(connection, { t: 'removed', arena: id, reason });
  return game === null || (await loseGame(ports, game, player)) ? removed : err(refuse('busy'));
}

/**
 * The arena is written together with the row: the final ranking is made after a mark in the arena
 * (`sealed`), so that nobody is removed while it is made and shown in it all the same.
 */
async function storeRemoval(
  { store, now }: RemovePorts,
  id: ArenaId,
  player: PlayerId,
  decision: Pick<Removal, 'reason' | 'actor'>,
): Promise<Result<Row, Refusal>> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const arena = await store.arena(id, 'consistent');
    if (arena === null) return err(refuse('noSuchArena', { field: 'id' }));
    const row = await store.row(arena, player, 'consistent');
    if (row === null) return err(refuse('notEntered', { field: 'player' }));
    if (row.removed) return ok(row);
    if (isOver(arena)) return err(refuse('arenaOver', { expected: 'an arena that is not frozen' }));
    // A table that was read before this instant still shows him, so it is taken last.
    const after = removeRow(row, { ...decision, atMs: now() });
    const commit = await store.commit([
      { op: 'update', before: arena, after: { ...arena, version: arena.version + 1 } },
      { op: 'update', before: row, after },
    ]);
    if (commit.kind === 'stored') return ok(after);
  }
  return err(refuse('busy'));
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

/** Whether the removed player's game is over now; both players are told. */
export async function loseGame(
  { store, push, now }: RemovePorts,
  id: GameId,
  player: PlayerId,
): Promise<boolean> {
  const changed = await change<Game, null>(
    store,
    (read) => store.game(id, read),
    (game) => {
      const side = game === null ? null : sideOf(game, player);
      if (game === null || game.state === 'done' || side === null) {
        return { kind: 'keep', value: null };
      }
      const after = finishOverdue(game, now()) ?? finishRemoved(game, side, now());
      return { kind: 'store', before: game, after, value: null };
    },
  );
  if (changed.kind === 'stored') {
    const { after } = changed;
    const told = SIDES.flatMap((side) => after.seats[side].connection ?? []);
    await Promise.all(told.map((to) => push.send(to, gameNews(after, { t: 'ended' }))));
  }
  return changed.kind !== 'refused';
}
