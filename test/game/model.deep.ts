import { describe, expect, it } from 'vitest';
import { playBesideModel, rarerThan, reportOf } from './model-run.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(10_000 * Number(process.env.SEEDS ?? 1));
const TIMES_LEAST = 100;
console.log(`game beside its model, deep: SEED=${SEED}, ${RUNS} runs`);

describe('a game beside a small model of it, deep', () => {
  it('is the same in every run, each command accepted and refused often enough', async () => {
    const counts = await playBesideModel(SEED, RUNS);
    console.log(reportOf(counts));

    expect(rarerThan(counts, TIMES_LEAST)).toEqual([]);
  });
});
