import type { History } from '../../../../infra/cli/simulation/history.ts';
import { usualGameMs } from '../../../../infra/cli/simulation/play.ts';
import type { Setup } from '../../../../infra/cli/simulation/world.ts';
import { PRESETS } from '../../../../shared/arena/policy.ts';

/** The first of the seeds that these tests take. */
export const SEED = Number(process.env.SEED ?? 1);

export const seedsFrom = (count: number): readonly number[] =>
  Array.from({ length: Math.max(1, Math.round(count * SEEDS)) }, (_, index) => SEED + index);

/** Multiplies the number of seeds, for long runs by hand. */
const SEEDS = Number(process.env.SEEDS ?? 1);

const LIMIT_MS = 180_000;
const INCREMENT_MS = 2_000;

/** 90 minutes of 3+2 by the rules of the Oware Shield, or what is changed of that. */
export const setupOf = (seed: number, change: Partial<Setup> = {}): Setup => ({
  players: 50,
  durationMs: 90 * 60_000,
  limitMs: LIMIT_MS,
  incrementMs: INCREMENT_MS,
  meanGameMs: usualGameMs(LIMIT_MS, INCREMENT_MS),
  policy: PRESETS['oware-shield'],
  seed,
  ...change,
});

/** The history without the one thing that is measured in real time. */
export const withoutCpu = (history: History) => ({
  ...history,
  looks: history.looks.map(({ games, isFirstWave }) => ({ games, isFirstWave })),
});
