import { describeErasures } from '../support/erasing-seeds.ts';

/** Seeds in every run of the tests. */
const SEEDS = 4;

describeErasures('players are forgotten while they play', SEEDS);
