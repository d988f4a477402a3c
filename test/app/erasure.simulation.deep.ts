import { describeErasures } from '../support/erasing-seeds.ts';

/** Seeds in the deep tier. */
const SEEDS = 60;

describeErasures('players are forgotten while they play', SEEDS);
