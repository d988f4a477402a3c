import { type Arena, changeArena } from '../arena/arena.ts';
import { buildFinal } from '../arena/final.ts';
import { freezeDueAtMs } from '../arena/lateness.ts';
import { runningGames } from '../arena/row.ts';
import { inGroups } from '../core/groups.ts';
import type { GameId } from '../core/ids.ts';
import { LATE_WRITE_MS } from '../game/clock.ts';
import { fence, finishOverdue } from '../game/finish.ts';
import type { Game } from '../game/game.ts';
import { change } from './change.ts';
import { showAndTell } from './conclude-arena.ts';
import { lookAtArena } from './look-at-arena.ts';
import { GAMES_READ_MAX, type Ports } from './ports.ts';
import { publishNow } from './refresh-table.ts';
import { type ScorePorts, scoreGame } from './score-game.ts';
import { endOverdue, tellEnd } from './watch-game.ts';

export type FreezePorts = ScorePorts & Pick<Ports, 'tables' | 'queues'>;

/** Timeout of the functions that stamp the time of a command: move and game. */
export const COMMAND_TIMEOUT_MS = 3_000;
const CLOCK_SKEW_MS = 2_000;
/**
 * How long after its end an arena is still waited for. A move that reached the gateway in time is
 * stored, by a function that may have started late and whose clock may be off, before this is over.
 */
export const FREEZE_GRACE_MS = LATE_WRITE_MS + COMMAND_TIMEOUT_MS + CLOCK_SKEW_MS;

const GAMES_AT_ONCE = 20;
/** Showing a frozen ranking takes less than this. */
const SHOWN_AFTER_MS = 2_000;

/**
 * Freezes the ranking of a closing arena; whether there is nothing more to do now. A provisional
 * table is published at once. What counts depends on stored instants alone, so a freeze that runs
 * twice, or an hour late, writes the same bytes. Before the rows are read for the ranking the arena
 * is sealed: from then on nobody is removed.
 */
export async function freezeArena(ports: FreezePorts, arena: Arena): Promise<boolean> {
  const graceOver = ports.now() >= arena.endsAtMs + FREEZE_GRACE_MS;
  const waits = arena.policy.lateGames === 'counted';
  if (arena.sealed) return makeFinal(ports, arena, !waits);
  if (graceOver && !waits) return seal(ports, arena);
  await settleGames(ports, arena, false);
  if (graceOver) return sealIfNobodyPlays(ports, arena);
  await publishNow(ports, arena);
  await lookAtArena(ports, arena.id, arena.endsAtMs + FREEZE_GRACE_MS);
  return true;
}

async function seal({ store }: FreezePorts, arena: Arena): Promise<false> {
  await store.commit([
    { op: 'update', before: arena, after: changeArena(arena, { sealed: true }) },
  ]);
  return false;
}

/** Whoever publishes the table in which nobody plays any more has us look again. */
async function sealIfNobodyPlays(ports: FreezePorts, arena: Arena): Promise<boolean> {
  const rows = await ports.store.rows(arena, 'consistent');
  return rows.some((row) => row.state === 'play') || seal(ports, arena);
}

async function makeFinal(ports: FreezePorts, arena: Arena, close: boolean): Promise<boolean> {
  await settleGames(ports, arena, close);
  const rows = await ports.store.rows(arena, 'consistent');
  const final = await buildFinal(arena, rows);
  await ports.tables.freeze(arena.id, final);
  const frozen = changeArena(arena, { state: 'frozen', finalVersion: 1 });
  const commit = await ports.store.commit([{ op: 'update', before: arena, after: frozen }]);
  if (commit.kind === 'busy') return false;
  if (commit.kind === 'failed') return lookAgain(ports, arena);
  ports.count('ArenasFrozen');
  const dueAtMs = freezeDueAtMs(arena, rows) ?? arena.endsAtMs;
  ports.measure('FreezeLatenessMs', Math.max(0, ports.now() - dueAtMs));
  return showAndTell(ports, frozen, final, rows);
}

/**
 * Somebody else has frozen it and shows it, or it was our own write, whose answer was lost: whoever
 * looks a little later shows what is not shown by then.
 */
async function lookAgain(ports: FreezePorts, { id }: Arena): Promise<true> {
  await lookAtArena(ports, id, ports.now() + SHOWN_AFTER_MS);
  return true;
}

/**
 * Ends what its deadline has ended, scores what is finished, and after the grace closes the table
 * to games that go on: a straggler is then stamped late, so no game can disagree with the table.
 */
async function settleGames(ports: FreezePorts, arena: Arena, close: boolean): Promise<void> {
  const rows = await ports.store.rows(arena, 'consistent');
  for (const group of inGroups([...runningGames(rows)], GAMES_READ_MAX)) {
    const games = await ports.store.games(group);
    for (const some of inGroups(games, GAMES_AT_ONCE)) {
      await Promise.all(some.map((game) => settleGame(ports, game, close)));
    }
  }
}

async function settleGame(ports: FreezePorts, game: Game, close: boolean): Promise<void> {
  const settled = close ? await closeGame(ports, game.id) : await endIfOver(ports, game);
  if (settled?.state === 'done') await scoreGame(ports, settled);
}

async function endIfOver(ports: FreezePorts, game: Game): Promise<Game | null> {
  if (game.state === 'done' || game.deadlineMs > game.endsAtMs) return game;
  await endOverdue(ports, game.id);
  return ports.store.game(game.id, 'consistent');
}

/** Over by its deadline if that was in time, else fenced. */
async function closeGame(ports: FreezePorts, id: GameId): Promise<Game | null> {
  const { store, now } = ports;
  const changed = await change<Game, Game | null>(
    store,
    (read) => store.game(id, read),
    (game) => {
      if (game === null || game.state === 'done') return { kind: 'keep', value: game };
      const ended = game.deadlineMs <= game.endsAtMs ? finishOverdue(game, now()) : null;
      if (ended === null && game.endedNotBeforeMs !== null) return { kind: 'keep', value: game };
      const after = ended ?? fence(game);
      return { kind: 'store', before: game, after, value: after };
    },
  );
  if (changed.kind === 'refused') throw new Error(`game ${id} is too busy to be fenced`);
  if (changed.kind === 'stored' && changed.after.state === 'done') {
    await tellEnd(ports, changed.after);
  }
  return changed.value;
}
