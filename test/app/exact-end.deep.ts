import { describeExactEnds } from '../support/exact-end-seeds.ts';

/** Seeds in the deep tier. */
const SEEDS = 1_000;

describeExactEnds(SEEDS);
