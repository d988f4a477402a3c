import { describe, expect, it } from 'vitest';
import type { History, PastGame, PastSeat } from '../../../../infra/cli/simulation/history.ts';
import { metricsOf } from '../../../../infra/cli/simulation/metrics.ts';

const seat = (
  player: number,
  readyAtMs: number,
  avoidableMs: number,
  position: number,
  points: number,
): PastSeat => ({ player, readyAtMs, avoidableMs, position, points });

const game = (
  [startedAtMs, endedAtMs]: readonly [number, number],
  first: PastSeat,
  second: PastSeat,
  more: Partial<PastGame> = {},
): PastGame => {
  const seats = { first, second };
  return { startedAtMs, endedAtMs, isFirstWave: false, isDuel: false, rows: 3, seats, ...more };
};

const look = (games: number, cpuMs: number, isFirstWave = false) => ({ games, cpuMs, isFirstWave });

/** Three players with six games, and one with none; points are half points. */
const HISTORY: History = {
  endsAtMs: 110_000,
  closesAtMs: 100_000,
  players: [
    { arrivesAtMs: -5_000, pauses: [] },
    { arrivesAtMs: -1_000, pauses: [{ fromMs: 50_000, untilMs: 70_000 }] },
    { arrivesAtMs: 5_000, pauses: [] },
    // Too late to play, and not there for nine tenths of the time.
    { arrivesAtMs: 15_000, pauses: [] },
  ],
  games: [
    game([0, 20_000], seat(0, 0, 0, 0, 0), seat(1, 0, 0, 1, 0), { isFirstWave: true, rows: 2 }),
    game([30_000, 45_000], seat(1, 22_000, 1_000, 2, 0), seat(2, 5_000, 2_000, 1, 0)),
    game([48_000, 60_000], seat(2, 46_000, 0, 0, 8), seat(0, 25_000, 3_000, 1, 4)),
    // The third one pauses: these two may meet again.
    game([72_000, 75_000], seat(0, 61_000, 500, 1, 4), seat(2, 61_500, 500, 0, 12), {
      isDuel: true,
    }),
    game([90_000, 92_000], seat(0, 80_000, 1_000, 0, 8), seat(1, 75_000, 4_000, 2, 0)),
    game([95_000, 120_000], seat(1, 93_000, 0, 2, 0), seat(0, 94_000, 0, 0, 8)),
  ],
  looks: [look(1, 5, true), look(1, 1), look(0, 2), look(1, 3), look(1, 4), look(1, 1), look(1, 1)],
  unpaired: [{ player: 2, readyAtMs: 80_000, avoidableMs: 0 }],
};

describe('the numbers of an arena', () => {
  const metrics = metricsOf([HISTORY]);

  it('take the waits of all seats but those of the first wave', () => {
    // 8 and 25 s, 2 and 23, 11 and 10.5, 10 and 15, 2 and 1.
    expect(metrics.games).toBe(6);
    const [p95, p99, max] = [25_000, 25_000, 25_000];
    expect(metrics.waitMs).toEqual({ mean: 10_750, p50: 10_000, p95, p99, max });
    expect(metrics.avoidableMs.p99).toBe(4_000);
    expect([metrics.waitsCut, metrics.unpairedAtEnd]).toEqual([1, 1]);
  });

  it('take the waits of whoever leads at the pairing', () => {
    // Position 0 has waited 2, 10.5, 10 and 1 s.
    expect(metrics.leaderWaitMs).toBe(5_875);
  });

  it('measure opponents apart in positions of the table and in points', () => {
    // One of two steps three times, the whole table twice; 0, 2, 4, 4 and 4 points.
    expect(metrics.rankGap.mean).toBeCloseTo(0.7, 12);
    expect(metrics.rankGap.p95).toBe(1);
    expect(metrics.scoreGap.mean).toBeCloseTo(2.8, 12);
  });

  it('count opponents who meet again, at once or ever, and those who had no choice', () => {
    // Nine of the ten seats are not their player's first.
    expect(metrics.immediateRematchRate).toBeCloseTo(2 / 9, 12);
    expect(metrics.twoAroundRematchRate).toBeCloseTo(2 / 9, 12);
    expect(metrics.repeatRate).toBeCloseTo(6 / 9, 12);
  });

  it('count sides that alternate, and how far they are out of balance at the end', () => {
    // F S F F S, S F S F and F against S F S: player 0 alone keeps a side once.
    expect(metrics.alternationRate).toBeCloseTo(8 / 9, 12);
    expect(metrics.sideImbalance).toEqual({ mean: expect.closeTo(2 / 3, 12), p95: 1, max: 1 });
    expect(metrics.longestRun).toBe(2);
  });

  it('count the games of those who were there nine tenths of the time', () => {
    expect(metrics.gamesPerPlayer).toEqual({ mean: 4, min: 3, max: 5 });
  });

  it('count waves after the first one, and take the time of every look', () => {
    expect([metrics.waves, metrics.gamesPerWave]).toEqual([5, 1]);
    expect(metrics.pairingCpuMs).toEqual({ p50: 2, p99: 5, max: 5 });
  });

  it('of several arenas are those of all their seats, and of one arena on average', () => {
    const twice = metricsOf([HISTORY, HISTORY]);

    expect(twice).toEqual({ ...metrics, scoreGap: { mean: expect.closeTo(2.8, 12) } });
    expect(metricsOf([{ ...HISTORY, games: [], looks: [] }]).waitMs.mean).toBe(0);
  });
});
