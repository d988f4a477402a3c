import { type Arena, changeArena } from '../arena/arena.ts';
import { closePool } from '../arena/pool.ts';
import { changeRow, type Row, runningGames } from '../arena/row.ts';
import { inGroups } from '../core/groups.ts';
import type { ArenaId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { LiveGame } from '../game/game.ts';
import { SIDES } from '../rules/rules.ts';
import { announceTo } from './announce-to.ts';
import { ATTEMPTS_MAX } from './change.ts';
import { lookAtArena } from './look-at-arena.ts';
import { type Clocked, GAMES_READ_MAX, type Ports, type Write } from './ports.ts';
import { auditOf } from './steer-arena.ts';
import { emitEvent } from './webhooks/emit-event.ts';

type CancelPorts = Pick<Ports, 'store' | 'schedules' | 'random' | 'now'> & Clocked;

/**
 * Calls an arena off, before its start or while it runs: nobody is paired any more, and there will
 * be no ranking. `settleCancelled` does the rest. Repeating it changes nothing.
 * Refusals: noSuchArena, versionConflict, arenaOver (its ranking is made), busy.
 */
export async function cancelArena(
  ports: CancelPorts,
  id: ArenaId,
  version: number | null,
  { actor, reason }: { readonly actor: string; readonly reason: string },
): Promise<Result<Arena, Refusal>> {
  const cancelled = await storeCancellation(ports, id, version, { actor, reason });
  if (!cancelled.ok) return cancelled;
  await ports.schedules.drop(id);
  await lookAtArena(ports, id, ports.now());
  return cancelled;
}

async function storeCancellation(
  ports: CancelPorts,
  id: ArenaId,
  version: number | null,
  by: { readonly actor: string; readonly reason: string },
): Promise<Result<Arena, Refusal>> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const arena = await ports.store.arena(id, 'consistent');
    if (arena === null) return err(refuse('noSuchArena', { field: 'id' }));
    if (arena.state === 'cancelled') return ok(arena);
    if (version !== null && version !== arena.version) {
      const expected = `version ${arena.version}`;
      return err(refuse('versionConflict', { field: 'if-match', expected }));
    }
    if (arena.sealed || arena.state === 'frozen') {
      return err(refuse('arenaOver', { expected: 'an arena that is not frozen' }));
    }
    const cancellation = { ...by, atMs: ports.now() };
    const after = changeArena(arena, { state: 'cancelled', cancellation });
    const commit = await ports.store.commit([
      { op: 'update', before: arena, after },
      { op: 'create', entity: auditOf(ports, id, { ...by, action: 'cancel' }) },
      ...(await closedPool(ports, arena)),
    ]);
    if (commit.kind === 'stored') return ok(after);
  }
  return err(refuse('busy'));
}

/** There is none before the start. */
async function closedPool({ store }: CancelPorts, { id }: Arena): Promise<readonly Write[]> {
  const pool = await store.pool(id);
  if (pool === null || !pool.open) return [];
  return [{ op: 'update', before: pool, after: closePool(pool) }];
}

type SettlePorts = Pick<Ports, 'store' | 'queues' | 'now' | 'count'>;

/** A finished game is scored by its stream within this time, or looked at again. */
const SCORED_WITHIN_MS = 2_000;

/**
 * Takes back the games of a cancelled arena that still run, tells everybody, and says when nothing
 * of it is left to do. Finished games stay as they were rated. Whether there is nothing more to do.
 */
export async function settleCancelled(ports: SettlePorts, arena: Arena): Promise<boolean> {
  if (arena.settled) return true;
  const rows = await ports.store.rows(arena, 'consistent');
  const playing = rows.filter(({ state }) => state === 'play');
  await voidRunning(ports, playing);
  const now = await ports.store.rows(arena, 'consistent');
  if (now.some(({ state }) => state === 'play')) {
    await lookAtArena(ports, arena.id, ports.now() + SCORED_WITHIN_MS);
    return true;
  }
  const reason = arena.cancellation?.reason ?? '';
  await announceTo(ports, rows, { t: 'cancelled', arena: arena.id, reason });
  await emitEvent(ports, 'arena.cancelled', arena.id);
  const after = changeArena(arena, { settled: true });
  const commit = await ports.store.commit([{ op: 'update', before: arena, after }]);
  return commit.kind === 'stored';
}

async function voidRunning(ports: SettlePorts, rows: readonly Row[]): Promise<void> {
  for (const some of inGroups([...runningGames(rows)], GAMES_READ_MAX)) {
    const games = await ports.store.games(some);
    const live = games.filter((game): game is LiveGame => game.state === 'live');
    await Promise.all(live.map((game) => voidGame(ports, game, rows)));
  }
}

/** A move or an end that is stored meanwhile wins: then the next look finds it as it is. */
async function voidGame(
  { store, count }: SettlePorts,
  game: LiveGame,
  rows: readonly Row[],
): Promise<void> {
  const players = SIDES.map((side) => game.seats[side].player);
  const updates = rows
    .filter((row) => players.includes(row.player) && row.game === game.id)
    .map((before) => {
      const after = changeRow(before, { state: 'idle', game: null, wish: false, why: 'voided' });
      return { op: 'update', before, after } as const;
    });
  const commit = await store.commit([{ op: 'delete', entity: game }, ...updates]);
  if (commit.kind === 'stored') count('GamesVoided');
}
