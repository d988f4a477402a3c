import { describe, it } from 'vitest';
import { agreeOnPolicies, agreeOnPresets } from './any-sheet.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const SHEETS = Math.ceil(100_000 * Number(process.env.SEEDS ?? 1));
console.log(`sheet oracle, deep: SEED=${SEED}, ${SHEETS} sheets each`);

describe('a sheet and a state machine of its own, deep', () => {
  it('agree under every preset', () => {
    agreeOnPresets(SEED, SHEETS);
  });

  it('agree whatever the numbers of the policy are', () => {
    agreeOnPolicies(SEED, SHEETS);
  });
});
