import { describeSeeds } from '../support/seeds.ts';

/** Seeds in every run of the tests. */
const SEEDS = 20;

describeSeeds('whole arenas, with everything that goes wrong in a cloud', SEEDS);
