import { describe, expect, it } from 'vitest';
import { playBesideModel, rarerThan, reportOf } from './model-run.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(200 * Number(process.env.SEEDS ?? 1));
console.log(`game beside its model: SEED=${SEED}, ${RUNS} runs`);

describe('a game beside a small model of it', () => {
  it('is the same whatever is lost, doubled, late, reordered or said on a new line', async () => {
    const counts = await playBesideModel(SEED, RUNS);
    console.log(reportOf(counts));

    expect(rarerThan(counts, 1)).toEqual([]);
  });
});
