import { describe, expect, it } from 'vitest';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import { measurePairs, measureRun } from '../../shared/app/measure-pairs.ts';
import type { MetricName } from '../../shared/app/metrics.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { refreshTable, TABLE_PERIOD_MS, TABLE_SKEW_MS } from '../../shared/app/refresh-table.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { sweep } from '../../shared/app/sweep.ts';
import { freezeDueAtMs } from '../../shared/arena/lateness.ts';
import { LOOK_AGAIN_MS, openPool } from '../../shared/arena/pool.ts';
import { present } from '../../shared/core/assert.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { anIdleRow, anOpenArena, arenaId, aTicket, STARTS_AT_MS } from '../support/builders.ts';
import { idleArena } from '../support/closing.ts';
import {
  gameOf,
  openArena,
  pairedArena,
  playersOf,
  START_MS,
  type Stage,
  speaking,
} from '../support/stage.ts';

const valuesOf = ({ measures }: Stage, what: MetricName): readonly number[] =>
  measures.get(what) ?? [];

/** What `measurePairs` says of one pair, looked at now. */
function measuredPair(
  nowMs: number,
  lookAtMs: number,
  parts: readonly [Parameters<typeof aTicket>[1], Parameters<typeof aTicket>[1]],
): Readonly<Record<string, readonly number[]>> {
  const seen: Record<string, number[]> = {};
  const ports = {
    now: () => nowMs,
    measure: (what: MetricName, value: number) => void (seen[what] ??= []).push(value),
  };
  const pool = { ...openPool(arenaId(1)), lookAtMs };
  const [a, b] = [aTicket(1, parts[0]), aTicket(2, parts[1])];
  measurePairs(ports, anOpenArena(), pool, [{ pair: [a, b] }]);
  return seen;
}

const told = { reason: 'noOneClose', widensAtMs: null } as const;

describe('the wait of a pair', () => {
  it('is that of each player, and lags behind the later of both', () => {
    const readyMs = STARTS_AT_MS + 10_000;
    const pair = [{ readySinceMs: readyMs }, { readySinceMs: readyMs + 4_000, told }] as const;
    expect(measuredPair(readyMs + 5_000, readyMs + 5_000, pair)).toEqual({
      PairWaitMs: [5_000, 1_000],
      PairLagMs: [1_000],
    });
  });

  it('lags behind the start, for those who were there before', () => {
    const pair = [{ readySinceMs: 10 }, { readySinceMs: 20 }] as const;
    const seen = measuredPair(STARTS_AT_MS + 700, 0, pair);
    expect(seen.PairLagMs).toEqual([700]);
  });

  it('lags behind the last look, where both were no pair then', () => {
    const readyMs = STARTS_AT_MS + 10_000;
    const nowMs = readyMs + 60_000;
    const pair = [
      { readySinceMs: readyMs, told },
      { readySinceMs: readyMs, told },
    ] as const;
    expect(measuredPair(nowMs, nowMs - 200, pair)).toEqual({
      PairWaitMs: [60_000, 60_000],
      PairLagMs: [200 + LOOK_AGAIN_MS],
    });
  });

  it('is never negative, whatever the clocks say', () => {
    const pair = [{ readySinceMs: STARTS_AT_MS + 900 }, {}] as const;
    const seen = measuredPair(STARTS_AT_MS + 100, 0, pair);
    expect([seen.PairWaitMs?.[0], ...(seen.PairLagMs ?? [])]).toEqual([0, 0]);
  });

  it('of those who are left counts beyond 30 s', () => {
    const seen: [MetricName, number][] = [];
    const measure = (what: MetricName, value: number) => void seen.push([what, value]);
    const left = [0, 29_000, 30_000, 31_000].map((ms, who) =>
      aTicket(who, { readySinceMs: STARTS_AT_MS + 60_000 - ms }),
    );
    measureRun({ now: () => STARTS_AT_MS + 60_000, measure }, 0, left);
    expect(seen).toEqual([['UnpairedOver30s', 1]]);
  });
});

describe('a run of the pairing', () => {
  it('measures what it has stored, once', async () => {
    const { stage, arena } = await openArena(playersOf(5));
    stage.clock.nowMs += 400;
    await pairArena(stage.ports, arena.id);
    expect(valuesOf(stage, 'PairsPerRun')).toEqual([2]);
    expect(valuesOf(stage, 'PairLagMs')).toEqual([400, 400]);
    expect(valuesOf(stage, 'PairWaitMs')).toEqual([1_400, 1_400, 1_400, 1_400]);
    expect(stage.counts.get('PoolRuns')).toBe(1);
    expect(stage.counts.get('PoolRaces')).toBe(0);
    expect(valuesOf(stage, 'StartLatenessMs')).toEqual([0]);
  });
});

/** A game that ended by resignation at this instant of the stage, not scored yet. */
async function resigned() {
  const { stage, arena, games } = await pairedArena(playersOf(2));
  const { id, seats } = present(games[0], 'game');
  stage.clock.nowMs += 1_000;
  await play(stage.ports, speaking(stage, seats.first.player), { t: 'resign', game: id });
  return { stage, arena, game: (await gameOf(stage, id)) as DoneGame };
}

describe('scoring', () => {
  it('lags behind the end of the game, for each player once', async () => {
    const { stage, game } = await resigned();
    stage.clock.nowMs += 300;
    await scoreGame(stage.ports, game);
    stage.clock.nowMs += 5_000;
    await scoreGame(stage.ports, game);
    expect(valuesOf(stage, 'ScoreLagMs')).toEqual([300, 300]);
  });
});

describe('the age of the table', () => {
  it('is that of the change where the table was up to date before it', async () => {
    const { stage, arena } = await resigned();
    stage.clock.nowMs += 60_000;
    await refreshTable(stage.ports, arena.id, stage.clock.nowMs - 150);
    expect(valuesOf(stage, 'StandingsAgeMs').at(-1)).toBe(150);
  });

  it('is that of the published table where something waited for the period', async () => {
    const { stage, arena } = await resigned();
    stage.clock.nowMs += 60_000;
    const readAtMs = stage.clock.nowMs;
    await refreshTable(stage.ports, arena.id, readAtMs);
    stage.clock.nowMs = readAtMs + 100;
    await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
    stage.clock.nowMs = readAtMs + TABLE_PERIOD_MS + TABLE_SKEW_MS;
    await refreshTable(stage.ports, arena.id, readAtMs + TABLE_PERIOD_MS);
    expect(valuesOf(stage, 'StandingsAgeMs').at(-1)).toBe(TABLE_PERIOD_MS + TABLE_SKEW_MS);
  });

  it('is seen by the sweep where nobody rebuilds it', async () => {
    const { stage, game } = await resigned();
    await scoreGame(stage.ports, game);
    stage.clock.nowMs += 30_000;
    await sweep(stage.ports);
    expect(valuesOf(stage, 'StandingsAgeMs').at(-1)).toBe(30_000);
  });
});

describe('the sweep', () => {
  it('counts who is there and what runs in all arenas', async () => {
    const { stage } = await pairedArena(playersOf(3));
    await openArena(playersOf(2, 10), stage);
    await sweep(stage.ports);
    expect(valuesOf(stage, 'PlayersConnected')).toEqual([5]);
    expect(valuesOf(stage, 'GamesRunning')).toEqual([1]);
  });

  it('says how late a start is that nobody opens', async () => {
    const { stage, arena } = await openArena([]);
    const created = { ...arena, state: 'created' as const, version: arena.version + 1 };
    await stage.store.commit([{ op: 'update', before: arena, after: created }]);
    stage.clock.nowMs = arena.startsAtMs + 95_000;
    await sweep(stage.ports);
    expect(valuesOf(stage, 'StartLatenessMs').at(-1)).toBe(95_000);
  });

  it('says how late a ranking is that nobody freezes, until it is frozen', async () => {
    const { from: stage, arena } = await idleArena('ignored');
    stage.clock.nowMs = arena.endsAtMs + 95_000;
    await sweep(stage.ports);
    expect(valuesOf(stage, 'FreezeLatenessMs')).toEqual([95_000]);
    await runArena(stage.ports, arena.id);
    expect(valuesOf(stage, 'FreezeLatenessMs')).toEqual([95_000, 95_000]);
    await sweep(stage.ports);
    expect(valuesOf(stage, 'FreezeLatenessMs')).toHaveLength(2);
  });
});

describe('a ranking is due', () => {
  const log = (endedAtMs: number) => [{ endedAtMs }] as never;
  const arena = (lateGames: 'counted' | 'ignored') => {
    const open = anOpenArena({ endsAtMs: START_MS });
    return { ...open, policy: { ...open.policy, lateGames } };
  };

  it('at the end', () => {
    const rows = [anIdleRow(1, { log: log(START_MS + 5_000) })];
    expect(freezeDueAtMs(arena('ignored'), rows)).toBe(START_MS);
  });

  it('when the last game is over where late games count, and not while one runs', async () => {
    const early = anIdleRow(1, { log: log(START_MS - 5_000) });
    const late = anIdleRow(2, { log: log(START_MS + 5_000) });
    expect(freezeDueAtMs(arena('counted'), [])).toBe(START_MS);
    expect(freezeDueAtMs(arena('counted'), [early])).toBe(START_MS);
    expect(freezeDueAtMs(arena('counted'), [late, early])).toBe(START_MS + 5_000);
    const playing = { ...late, state: 'play' as const };
    expect(freezeDueAtMs(arena('counted'), [early, playing])).toBeNull();
  });

  it('after a game that counts the lateness begins with its end', async () => {
    const { from: stage, arena: closing } = await idleArena('counted');
    stage.clock.nowMs = closing.endsAtMs + FREEZE_GRACE_MS + 1_000;
    await runArena(stage.ports, closing.id);
    expect(valuesOf(stage, 'FreezeLatenessMs')).toEqual([FREEZE_GRACE_MS + 1_000]);
  });
});
