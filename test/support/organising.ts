import { correctRanking } from '../../shared/app/correct-ranking.ts';
import type { Entity } from '../../shared/app/entities.ts';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import { play } from '../../shared/app/play.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { refreshTable } from '../../shared/app/refresh-table.ts';
import { removePlayer } from '../../shared/app/remove-player.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { showTable } from '../../shared/app/show-table.ts';
import { sweep } from '../../shared/app/sweep.ts';
import type { FinalHead } from '../../shared/app/tables.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Final } from '../../shared/arena/final.ts';
import type { Policy, PresetName } from '../../shared/arena/policy.ts';
import { openPool } from '../../shared/arena/pool.ts';
import type { Row } from '../../shared/arena/row.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame, Game } from '../../shared/game/game.ts';
import type { StandingView } from '../../shared/protocol/table-view.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { playedArena } from './exports.ts';
import { readFinal } from './outcome.ts';
import { arenaOf, createStage, gameOf, type Stage, speaking } from './stage.ts';

/** What organisers give with every decision in these tests. */
export const DECISION = { reason: 'two accounts', actor: 'organiser' } as const;

/** The arena with other rules from now on, as if it had been created with them. */
export async function setPolicy(
  stage: Stage,
  { id }: Arena,
  policy: Partial<Policy>,
): Promise<Arena> {
  const before = await arenaOf(stage, id);
  const after = { ...before, policy: { ...before.policy, ...policy }, version: before.version + 1 };
  await stage.store.commit([{ op: 'update', before, after }]);
  return after;
}

/** The player on this side resigns, and the game is scored. */
export async function loseAndScore(
  stage: Stage,
  { id, seats }: Pick<Game, 'id' | 'seats'>,
  loser: Side = 'first',
): Promise<DoneGame> {
  await play(stage.ports, speaking(stage, seats[loser].player), { t: 'resign', game: id });
  const done = (await gameOf(stage, id)) as DoneGame;
  await scoreGame(stage.ports, done);
  return done;
}

/** The row of a player who is removed now; a refusal throws. */
export async function remove(stage: Stage, { id }: Arena, player: PlayerId): Promise<Row> {
  const removed = await removePlayer(stage.ports, id, player, DECISION);
  if (!removed.ok) throw new Error(removed.error.code);
  return removed.value;
}

/** The version that a correction is answered with; a refusal throws. */
export async function correct(
  stage: Stage,
  { id }: Arena,
  kind: 'disqualify' | 'reinstate',
  player: PlayerId,
): Promise<FinalHead> {
  const corrected = await correctRanking(stage.ports, id, { player, kind, ...DECISION });
  if (!corrected.ok) throw new Error(corrected.error.code);
  return corrected.value;
}

/** The arena once its end and the grace are over and everybody has looked at it. */
export async function frozenOn(stage: Stage, { id, endsAtMs }: Arena): Promise<Arena> {
  stage.clock.nowMs = Math.max(stage.clock.nowMs, endsAtMs);
  await runArena(stage.ports, id);
  stage.clock.nowMs = Math.max(stage.clock.nowMs, endsAtMs + FREEZE_GRACE_MS);
  await runArena(stage.ports, id);
  return arenaOf(stage, id);
}

/** All final versions up to the valid one, oldest first. */
export const finalsOf = ({ tables }: Stage, arena: Arena): Promise<Final[]> =>
  Promise.all(
    Array.from({ length: arena.finalVersion }, (_, index) =>
      readFinal(tables, { ...arena, finalVersion: index + 1 }),
    ),
  );

/** A stage in the last millisecond of an arena that was played at random; one has been removed. */
export async function playedStage(preset: PresetName, seed: number) {
  const { arena, rows, games } = await playedArena(preset, { seed, running: true });

  const people = rows.flatMap(({ player, name, rating, shard }): Entity[] => [
    { type: 'profile', guest: false, player, version: 0, name, rating, createdAtMs: 0 },
    { type: 'seat', player, version: 0, arena: arena.id, shard },
  ]);
  const entities: Entity[] = [arena, openPool(arena.id), ...rows, ...games, ...people];
  const stage = createStage({ entities, nowMs: arena.endsAtMs - 1 });
  return { stage, arena, rows, games };
}

/** The first page of a table that has just been rebuilt. */
export async function freshTable(stage: Stage, { id }: Arena): Promise<readonly StandingView[]> {
  stage.clock.nowMs += 3_000;
  await refreshTable(stage.ports, id, stage.clock.nowMs);
  const table = await showTable(stage.ports, id, 0);
  if (!table.ok) throw new Error(table.error.code);
  return table.value.standings;
}

/** The games that go on. */
export const liveGames = (stage: Stage) =>
  stage.store.all().flatMap((one) => (one.type === 'game' && one.state === 'live' ? [one] : []));

type Call = (...args: unknown[]) => Promise<unknown>;

/** Ports on which the call after so many others throws, and so does every later one. */
export function dyingAfter(ports: Ports, calls: number): Ports {
  let left = calls;
  const dying = <P extends object>(port: P): P =>
    Object.fromEntries(
      Object.entries(port).map(([name, call]: [string, Call]) => [
        name,
        async (...args: unknown[]) => {
          if (left-- <= 0) throw new Error('died');
          return call(...args);
        },
      ]),
    ) as P;
  const { store, tables, queues, push } = ports;
  const shared = { store: dying(store), tables: dying(tables) };
  return { ...ports, ...shared, queues: dying(queues), push: dying(push) };
}

/** Sweeps, and does what the sweep asks the lifecycle for. */
export async function sweepOnce(stage: Stage): Promise<void> {
  stage.woken.length = 0;
  await sweep(stage.ports);
  for (const arena of [...stage.woken]) await runArena(stage.ports, arena as ArenaId);
}
