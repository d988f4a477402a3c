import { describeSeeds } from '../support/seeds.ts';

/** Seeds in the deep tier. */
const SEEDS = 200;

describeSeeds('whole arenas, with everything that goes wrong in a cloud', SEEDS);
