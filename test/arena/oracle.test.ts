import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../shared/arena/policy.ts';
import { REASONS } from '../../shared/arena/sheet.ts';
import { agreeOnPolicies, agreeOnPresets, everySheet } from './any-sheet.ts';
import { oracle } from './oracle.ts';
import { ENDS_AT_MS } from './sheets.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const SHEETS = Math.ceil(10_000 * Number(process.env.SEEDS ?? 1));
console.log(`sheet oracle: SEED=${SEED}, ${SHEETS} sheets each of presets, of random policies`);

describe('a sheet and a state machine of its own', () => {
  it('agree under every preset', () => {
    agreeOnPresets(SEED, SHEETS);
  });

  it('agree whatever the numbers of the policy are', () => {
    agreeOnPolicies(SEED, SHEETS);
  });

  it('have met every reason there is', () => {
    const seen = new Set<string>();
    everySheet({ seed: SEED, numRuns: 1_000 }, (log) => {
      for (const paid of oracle(PRESETS['oware-shield'], ENDS_AT_MS, log).paid) {
        seen.add(paid.replace(/^\d+ /, ''));
      }
    });

    const berserk = ['win+berserk', 'win+berserkTooShort', 'winOnFire+berserk'];
    expect([...seen].sort()).toEqual([...REASONS, ...berserk, 'winOnFire+berserkTooShort'].sort());
  });
});
