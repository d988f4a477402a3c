import type { SeatClaim } from '../../shared/app/entities.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { refreshTable } from '../../shared/app/refresh-table.ts';
import { pairingEndsAtMs } from '../../shared/arena/arena.ts';
import { openPool, type Pool } from '../../shared/arena/pool.ts';
import { LEASE_MS, type Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import { connectionId, type PlayerId } from '../../shared/core/ids.ts';
import type { LiveGame } from '../../shared/game/game.ts';
import { entry } from '../arena/sheets.ts';
import { anOpenArena, aReadyRow, playerId, STARTS_AT_MS } from './builders.ts';
import { createStage, type Stage, type StageOptions } from './stage.ts';

export const arena = anOpenArena();
export const CLOSES_AT_MS = pairingEndsAtMs(arena);
export const LATER_MS = STARTS_AT_MS + 600_000;

/** An arena in its first second, or with this pool, and these rows in it. */
export function stageOf(
  rows: readonly Row[],
  pool: Partial<Pool> = {},
  options: StageOptions = {},
) {
  const seats = rows.map(
    ({ player, shard }): SeatClaim => ({
      type: 'seat',
      player,
      version: 0,
      arena: arena.id,
      shard,
    }),
  );
  const entities = [arena, { ...openPool(arena.id), ...pool }, ...rows, ...seats];
  return createStage({ nowMs: STARTS_AT_MS, ...options, entities });
}

export const later: Partial<Pool> = { firstWave: false };
export const ready = (who: number, part: Partial<Row> = {}): Row =>
  aReadyRow(who, { readySinceMs: LATER_MS, leaseUntilMs: LATER_MS + LEASE_MS, ...part });

export const gamesOf = ({ store }: Stage): LiveGame[] =>
  store.all().filter((entity): entity is LiveGame => entity.type === 'game');
export const pairsOf = (stage: Stage): string[] =>
  gamesOf(stage)
    .map(({ seats }) => [seats.first.name, seats.second.name].map(Number).sort((a, b) => a - b))
    .map((names) => names.join('-'))
    .sort();
export const poolOf = async ({ store }: Stage): Promise<Pool> =>
  present(await store.pool(arena.id), 'pool');
export const waitingOf = ({ told }: Stage) =>
  told.flatMap(({ to, message }) =>
    message.t === 'waiting' ? [[to, message.reason, message.widensAtMs]] : [],
  );

/** A table of these rows, read at the stage's instant. */
export async function publish(stage: Stage): Promise<void> {
  await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
}

/** Two who have just met each other, and nobody else. */
export const justMet = (part: Partial<Row> = {}): Row[] =>
  [1, 2].map((who) =>
    ready(who, { log: [{ ...entry('W'), opponent: playerId(3 - who) }], ...part }),
  );

/** A waiting player says that he is still there. */
export async function renew({ ports }: Stage, who: number, nowMs: number): Promise<void> {
  const line = { connection: connectionId(`c${who}`), connectedAtMs: 7 };
  const lobby = { t: 'lobby', arena: arena.id, after: null } as const;
  await visitLobby(ports, { player: playerId(who), ...line, atMs: nowMs, nowMs }, lobby);
}

export const playersIn = ({ tickets }: Pool): PlayerId[] => tickets.map(({ player }) => player);
