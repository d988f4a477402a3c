import { describe, expect, it } from 'vitest';
import type { History } from '../../../../infra/cli/simulation/history.ts';
import { lichess } from '../../../../infra/cli/simulation/lichess.ts';
import { metricsOf } from '../../../../infra/cli/simulation/metrics.ts';
import { ours } from '../../../../infra/cli/simulation/ours.ts';
import { simulate } from '../../../../infra/cli/simulation/simulate.ts';
import { SEED, seedsFrom, setupOf } from './arenas.ts';

console.log(`baseline: SEED=${SEED}`);

/**
 * A public arena of lichess: 90 minutes of 3+0, games of 235 s on average, 186 players with a game.
 * It had 181 waves of 8.1 games, and no opponents met twice in a row.
 */
const PUBLIC_ARENA = { players: 186, limitMs: 180_000, incrementMs: 0, meanGameMs: 235_000 };

describe('the waves of lichess, simulated', () => {
  const histories: History[] = [];
  it.each(seedsFrom(5))('make an arena like a public one, seed %i', (seed) => {
    const history = simulate(setupOf(seed, PUBLIC_ARENA), lichess);
    const { waves, gamesPerWave, waitMs } = metricsOf([history]);
    histories.push(history);
    const waitText = `wait ${Math.round(waitMs.mean)} ms, p95 ${waitMs.p95} ms`;
    console.log(`seed ${seed}: ${waves} waves of ${gamesPerWave.toFixed(1)} games, ${waitText}`);

    expect(waves).toBeGreaterThanOrEqual(170);
    expect(waves).toBeLessThanOrEqual(200);
    expect(gamesPerWave).toBeGreaterThanOrEqual(7);
    expect(gamesPerWave).toBeLessThanOrEqual(10);
    expect(waitMs.mean).toBeGreaterThanOrEqual(13_000);
    expect(waitMs.mean).toBeLessThanOrEqual(17_000);
    expect(waitMs.p95).toBeGreaterThanOrEqual(24_000);
    expect(waitMs.p95).toBeLessThanOrEqual(30_000);
  });

  it('let hardly anybody meet his last opponent again', () => {
    expect(histories.length).toBeGreaterThanOrEqual(1);
    expect(metricsOf(histories).immediateRematchRate).toBeLessThanOrEqual(0.0005);
  });

  it('keep 50 players waiting longer than our pairing does, for opponents no closer', () => {
    const seeds = seedsFrom(2);
    const of = (rule: typeof ours) => metricsOf(seeds.map((seed) => simulate(setupOf(seed), rule)));
    const [own, other] = [of(ours), of(lichess)];

    expect(own.waitMs.mean).toBeLessThan(0.8 * other.waitMs.mean);
    expect(own.rankGap.mean).toBeLessThanOrEqual(other.rankGap.mean);
    expect(own.alternationRate).toBeGreaterThan(other.alternationRate);
  });
});
