import { expect } from 'vitest';
import type { Entity } from '../../shared/app/entities.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { publishNow } from '../../shared/app/refresh-table.ts';
import { showMe } from '../../shared/app/show-me.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { LogEntry } from '../../shared/arena/log.ts';
import { openPool, type Pool } from '../../shared/arena/pool.ts';
import type { Row } from '../../shared/arena/row.ts';
import { otherSide, type Side } from '../../shared/rules/rules.ts';
import { entry } from '../arena/sheets.ts';
import { anIdleRow, anOpenArena, aReadyRow, gameId, playerId, STARTS_AT_MS } from './builders.ts';
import { liveGames } from './organising.ts';
import { createStage, type Stage } from './stage.ts';

export interface FieldParts {
  /** So many players, the best first by rating, as nobody has points unless his row says so. */
  readonly size: number;
  /** What is in the row of each, by place from 1. */
  readonly each?: (place: number) => Partial<Row>;
  /** Who waits, by place from 1; everybody else plays. */
  readonly ready: Readonly<Record<number, Partial<Row>>>;
  readonly arena?: Partial<Arena>;
  readonly pool?: Partial<Pool>;
  /** After the start of the arena. */
  readonly afterMs?: number;
}

export interface WaitingField {
  readonly stage: Stage;
  readonly arena: Arena;
}

/** An arena after its first wave, with a table, in which some wait among others who play. */
export async function waitingField(parts: FieldParts): Promise<WaitingField> {
  const arena = anOpenArena(parts.arena);
  const rows = Array.from({ length: parts.size }, (_, index) => {
    const who = index + 1;
    const rating = 3_000 - 10 * who;
    const ready = parts.ready[who];
    const own = { rating, joinedRating: rating, ...parts.each?.(who) };
    return ready === undefined
      ? anIdleRow(who, { state: 'play', game: gameId(who), ...own })
      : aReadyRow(who, { ...own, ...ready });
  });
  const pool: Pool = { ...openPool(arena.id), firstWave: false, ...parts.pool };
  const seats = rows.flatMap(({ player, shard, seated }): Entity[] =>
    seated ? [{ type: 'seat', player, version: 0, arena: arena.id, shard }] : [],
  );
  const entities = [arena, pool, ...rows, ...seats];
  const stage = createStage({ entities, nowMs: STARTS_AT_MS + (parts.afterMs ?? 0) });
  await publishNow(stage.ports, arena);
  return { stage, arena };
}

/** A game that was paired: the places of both, and how long after the start of the arena. */
export interface Paired {
  readonly places: readonly number[];
  readonly afterMs: number;
}

const pairedIn = (stage: Stage): Paired[] =>
  liveGames(stage).map(({ seats, startedAtMs }) => ({
    places: [seats.first, seats.second].map(({ name }) => Number(name)).sort((a, b) => a - b),
    afterMs: startedAtMs - STARTS_AT_MS,
  }));

/** Pairs now, and then as often as the pool has it looked at, until so long after the start. */
export async function pairFor({ stage, arena }: WaitingField, untilMs: number): Promise<Paired[]> {
  const endMs = STARTS_AT_MS + untilMs;
  for (let looked = -1; looked < stage.queued.length; ) {
    looked = stage.queued.length;
    await pairArena(stage.ports, arena.id);
    const next = stage.queued[looked];
    if (next === undefined || stage.clock.nowMs + next.delayMs > endMs) break;
    stage.clock.nowMs += next.delayMs;
  }
  expect(stage.bugs).toEqual([]);
  return pairedIn(stage);
}

/** Why the player of this place waits; null: he does not. */
export const reasonOf = async ({ stage, arena }: WaitingField, place: number) => {
  const me = await showMe(stage.ports, arena.id, playerId(place));
  return me.ok ? (me.value.waiting?.reason ?? null) : me.error.code;
};

/** A place that is in no field. */
export const STRANGER = 900;

/**
 * A log that puts its player on this place of so many, by points. Sides alternate before its last
 * games: so many, all with one side, all lost, the last one against this opponent.
 */
export function logAt(
  place: number,
  size: number,
  opponent = STRANGER,
  side: Side = 'first',
  run = 1,
): LogEntry[] {
  const count = size - place;
  const wins = Array.from({ length: count }, (_, at) =>
    entry('W', { side: (count - at) % 2 === 0 ? side : otherSide(side) }),
  );
  const lost = Array.from({ length: run }, (_, at) =>
    entry('L', { side, opponent: playerId(at === run - 1 ? opponent : STRANGER) }),
  );
  return [...wins, ...lost];
}
