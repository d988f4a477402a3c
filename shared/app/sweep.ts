import { type Arena, changeArena, isPairing } from '../arena/arena.ts';
import { freezeDueAtMs } from '../arena/lateness.ts';
import type { Pool } from '../arena/pool.ts';
import { isPresent, type Row, runningGames, tableChangedAtMs } from '../arena/row.ts';
import { inGroups } from '../core/groups.ts';
import { isOverdue } from '../game/clock.ts';
import type { Game } from '../game/game.ts';
import { type Clocked, GAMES_READ_MAX, type Ports } from './ports.ts';
import { dueAt } from './refresh-table.ts';

export type SweepPorts = Pick<
  Ports,
  'store' | 'tables' | 'lifecycle' | 'now' | 'count' | 'measure'
> &
  Clocked;

/** What a function decided is written before it is stopped: the longest may run a minute. */
export const WRITTEN_AFTER_MS = 60_000;
/** What waited longer than this was forgotten by whoever should have looked at it. */
const FORGOTTEN_AFTER_MS = 5_000;

/** The third look at everything: wakes what a lost message has left behind, and counts heads. */
export async function sweep(ports: SweepPorts): Promise<void> {
  for (const what of ['GamesWoken', 'ScoresWoken', 'PoolsWoken'] as const) ports.count(what, 0);
  const failures: unknown[] = [];
  let players = 0;
  let games = 0;
  for (const arena of await ports.store.unsettledArenas()) {
    try {
      const rows = await sweepArena(ports, arena);
      players += rows.filter(({ connection }) => connection !== null).length;
      games += runningGames(rows).size;
    } catch (cause) {
      // One arena that cannot be swept must not hide the others behind it for ever.
      failures.push(cause);
    }
  }
  ports.measure('PlayersConnected', players);
  ports.measure('GamesRunning', games);
  if (failures.length > 0) throw new AggregateError(failures, 'arenas could not be swept');
}

/** The rows of an arena that has begun; none where nobody has to know them. */
async function sweepArena(ports: SweepPorts, arena: Arena): Promise<readonly Row[]> {
  const nowMs = ports.now();
  const isCancelled = arena.state === 'cancelled';
  if (!isCancelled && nowMs < arena.startsAtMs) return [];
  if (isCancelled || needsLifecycle(arena, nowMs)) await ports.lifecycle.wake(arena.id);
  if (isCancelled) return [];
  if (arena.state === 'created') {
    ports.measure('StartLatenessMs', nowMs - arena.startsAtMs);
    return [];
  }
  const rows = await ports.store.rows(arena, 'consistent');
  measureFreeze(ports, arena, rows);
  await sweepGames(ports, rows);
  if (isPairing(arena, nowMs)) {
    await sweepPool(
      ports,
      arena,
      rows.filter((row) => hasWaitedLong(row, nowMs)),
    );
  }
  if (arena.state !== 'frozen') await sweepTable(ports, arena, rows);
  if (isPublished(arena) && rows.every((row) => row.state !== 'play')) {
    const after = changeArena(arena, { settled: true });
    await ports.store.commit([{ op: 'update', before: arena, after }]);
  }
  return rows;
}

/** How late a ranking is that nobody has frozen yet: who would freeze it may not be running. */
function measureFreeze({ now, measure }: SweepPorts, arena: Arena, rows: readonly Row[]): void {
  const dueAtMs = arena.state === 'frozen' ? null : freezeDueAtMs(arena, rows);
  const lateMs = dueAtMs === null ? 0 : now() - dueAtMs;
  if (lateMs > 0) measure('FreezeLatenessMs', lateMs);
}

const isPublished = ({ state, publishedVersion, finalVersion }: Arena): boolean =>
  state === 'frozen' && publishedVersion === finalVersion;

/** Something of the arena itself is due: its start, its end, or the showing of its ranking. */
const needsLifecycle = (arena: Arena, nowMs: number): boolean =>
  arena.state === 'created' || (nowMs >= arena.endsAtMs && !isPublished(arena));

async function sweepGames(ports: SweepPorts, rows: readonly Row[]): Promise<void> {
  for (const group of inGroups([...runningGames(rows)], GAMES_READ_MAX)) {
    for (const game of await ports.store.games(group)) await sweepGame(ports, game);
  }
}

async function sweepGame({ queues, now, count }: SweepPorts, game: Game): Promise<void> {
  if (game.state === 'live' && isOverdue(game, now() - FORGOTTEN_AFTER_MS)) {
    count('GamesWoken');
    await queues.clock({ t: 'game', game: game.id }, 0);
  }
  if (game.state === 'done' && now() > game.endedAtMs + FORGOTTEN_AFTER_MS) {
    count('ScoresWoken');
    await queues.clock({ t: 'rescore', game: game.id, attempt: 0 }, 0);
  }
}

/**
 * Somebody who is ready and has no ticket was lost with his stream record, and nothing else would
 * ever bring him back: the pool is marked as one that does not hold everybody.
 */
async function sweepPool(
  { store, queues, count }: SweepPorts,
  arena: Arena,
  waiting: readonly Row[],
): Promise<void> {
  const pool = await store.pool(arena.id);
  if (pool === null || waiting.length === 0) return;
  const known = new Set(pool.tickets.map(({ player }) => player));
  const isComplete = pool.overflow || waiting.every(({ player }) => known.has(player));
  if (isComplete && !pool.overflow && waiting.length === 1) return;
  if (!isComplete) {
    // A pairing that is under way wins; the next sweep tries again.
    const after: Pool = { ...pool, overflow: true, version: pool.version + 1 };
    await store.commit([{ op: 'update', before: pool, after }]);
  }
  count('PoolsWoken');
  await queues.clock({ t: 'pool', arena: arena.id }, 0);
}

/** Asks for the last change of the table, unless it certainly has it. */
async function sweepTable(
  { tables, queues, now, measure }: SweepPorts,
  arena: Arena,
  rows: readonly Row[],
): Promise<void> {
  const saidAtMs = Math.max(0, ...rows.map(tableChangedAtMs));
  if (saidAtMs === 0 || now() < saidAtMs + FORGOTTEN_AFTER_MS) return;
  const changedAtMs = Math.min(now(), saidAtMs + WRITTEN_AFTER_MS);
  const head = await tables.head(arena.id);
  if (dueAt(head, changedAtMs) === null) return;
  if (saidAtMs > (head?.readStartedAtMs ?? 0)) measure('StandingsAgeMs', now() - saidAtMs);
  await queues.clock({ t: 'standings', arena: arena.id, changedAtMs }, 0);
}

const hasWaitedLong = (row: Row, nowMs: number): boolean =>
  isPresent(row, nowMs) &&
  row.connection !== null &&
  nowMs > (row.readySinceMs ?? nowMs) + FORGOTTEN_AFTER_MS;
