import type { Metrics } from './metrics.ts';

/** A demand on our pairing in comparison with another one. */
export interface Condition {
  readonly name: string;
  readonly value: (metrics: Metrics) => number;
  readonly relation: 'below' | 'notAbove' | 'above';
  /** For printing: what to multiply with, and the unit. */
  readonly scale: number;
  readonly unit: string;
}

const SECONDS = { scale: 1 / 1_000, unit: ' s' } as const;
const PERCENT = { scale: 100, unit: ' %' } as const;
const PLAIN = { scale: 1, unit: '' } as const;

const meanWait = { name: 'mean wait', value: (m: Metrics) => m.waitMs.mean, ...SECONDS } as const;
const p95Wait = { name: 'p95 wait', value: (m: Metrics) => m.waitMs.p95, ...SECONDS } as const;

const MEAN_WAIT: Condition = { ...meanWait, relation: 'below' };
const P95_WAIT: Condition = { ...p95Wait, relation: 'below' };
const P95_WAIT_EQUAL: Condition = { ...p95Wait, relation: 'notAbove' };
const RANK_GAP: Condition = {
  name: 'mean rank gap',
  value: ({ rankGap }) => rankGap.mean,
  relation: 'notAbove',
  ...PERCENT,
};
const REMATCHES: Condition = {
  name: 'immediate rematches',
  value: ({ immediateRematchRate }) => immediateRematchRate,
  relation: 'notAbove',
  ...PERCENT,
};
const ALTERNATION: Condition = {
  name: 'alternation',
  value: ({ alternationRate }) => alternationRate,
  relation: 'above',
  ...PERCENT,
};
const IMBALANCE: Condition = {
  name: 'mean side imbalance',
  value: ({ sideImbalance }) => sideImbalance.mean,
  relation: 'notAbove',
  ...PLAIN,
};
const LONGEST_RUN: Condition = {
  name: 'longest run of a side',
  value: ({ longestRun }) => longestRun,
  relation: 'notAbove',
  ...PLAIN,
};

/** What an arena of a handful is held to: it has no choice of opponents. */
export const TINY: readonly Condition[] = [MEAN_WAIT, P95_WAIT, REMATCHES];

export const ORDINARY: readonly Condition[] = [
  ...[MEAN_WAIT, P95_WAIT, RANK_GAP, REMATCHES],
  ...[ALTERNATION, IMBALANCE, LONGEST_RUN],
];

/** Where so many wait that a wave goes at every look, nobody waits for long under either. */
export const HUGE: readonly Condition[] = [MEAN_WAIT, P95_WAIT_EQUAL, RANK_GAP, REMATCHES];

/** Whether the first numbers meet the condition beside the second. */
export function isMet({ value, relation }: Condition, own: Metrics, other: Metrics): boolean {
  const [a, b] = [value(own), value(other)];
  if (relation === 'below') return a < b;
  return relation === 'above' ? a > b : a <= b;
}

const WORDS = { below: 'below', notAbove: 'not above', above: 'above' } as const;

/** `ok  mean wait 12.70 s below 23.00 s`, or NOT in place of ok. */
export function conditionText(condition: Condition, own: Metrics, other: Metrics): string {
  const { name, value, relation, scale, unit } = condition;
  const shown = (metrics: Metrics): string => `${(value(metrics) * scale).toFixed(2)}${unit}`;
  const verdict = isMet(condition, own, other) ? 'ok ' : 'NOT';
  return `${verdict} ${name} ${shown(own)} ${WORDS[relation]} ${shown(other)}`;
}
