import { PRESETS } from '../../shared/arena/policy.ts';
import {
  type Condition,
  conditionText,
  HUGE,
  isMet,
  ORDINARY,
  TINY,
} from './simulation/conditions.ts';
import { type Metrics, metricsOf } from './simulation/metrics.ts';
import { usualGameMs } from './simulation/play.ts';
import { PAIRING_NAMES, PAIRING_RULES, type PairingName } from './simulation/rules.ts';
import { simulate } from './simulation/simulate.ts';

interface Size {
  readonly players: number;
  readonly seeds: number;
  readonly minutes: number;
  readonly conditions: readonly Condition[];
  /** The study that the rule comes from: mean and p95 wait (s), mean rank gap (%). */
  readonly study: readonly [number, number, number];
}

const SIZES: readonly Size[] = [
  { players: 4, seeds: 200, minutes: 90, conditions: TINY, study: [69.3, 291.3, 48.2] },
  { players: 6, seeds: 200, minutes: 90, conditions: TINY, study: [55.6, 202.2, 40.4] },
  { players: 10, seeds: 30, minutes: 90, conditions: ORDINARY, study: [40.4, 117.3, 31.3] },
  { players: 20, seeds: 30, minutes: 90, conditions: ORDINARY, study: [25.0, 66.9, 21.8] },
  { players: 50, seeds: 10, minutes: 90, conditions: ORDINARY, study: [12.7, 34.9, 14.5] },
  { players: 200, seeds: 10, minutes: 90, conditions: ORDINARY, study: [8.8, 26.6, 3.6] },
  { players: 1_000, seeds: 10, minutes: 45, conditions: ORDINARY, study: [5.6, 18.8, 0.9] },
  { players: 10_000, seeds: 1, minutes: 20, conditions: HUGE, study: [1.0, 3.0, 0.5] },
];

/** 3+2, the clock of the Oware Shield Arena. */
const CLOCK = { limitMs: 180_000, incrementMs: 2_000 };

const HEAD = `| players | rule | games | wait s | top 5 % wait | rank gap | rematch \
| alternation % | imbalance | avoidable p99 s |
|---|---|---|---|---|---|---|---|---|---|`;

/**
 * Simulates arenas of every size under our pairing and under those of other servers, with the same
 * crowds, and says which demands are met; SEEDS multiplies the number of seeds. Exit code 1: not
 * all of them are.
 */
export async function benchPairingQuality(): Promise<void> {
  const factor = Number(process.env.SEEDS ?? 1);
  console.log(
    'wait and rank gap (% of the table): mean / p95; imbalance: mean / max / longest run',
  );
  console.log(`${HEAD}`);
  const failed: string[] = [];
  const notes: string[] = [];
  for (const size of SIZES) {
    const seeds = Math.max(1, Math.round(size.seeds * factor));
    const results = measure(size, seeds);
    for (const name of PAIRING_NAMES) console.log(rowOf(size, name, results[name]));
    notes.push(`\n${size.players} players, ${size.minutes} minutes, seeds 1 to ${seeds}`);
    notes.push(...verdictsOf(size, results));
    for (const condition of size.conditions) {
      if (isMet(condition, results.ours, results.lichess)) continue;
      failed.push(`${size.players} players: ${condition.name}`);
    }
  }
  console.log(notes.join('\n'));
  console.log(failed.length === 0 ? '\nall conditions are met' : `\nNOT met: ${failed.join('; ')}`);
  if (failed.length > 0) process.exitCode = 1;
}

type Results = { readonly [Name in PairingName]: Metrics };

function measure({ players, minutes }: Size, seeds: number): Results {
  const measured = (name: PairingName): Metrics =>
    metricsOf(
      Array.from({ length: seeds }, (_, index) =>
        simulate(
          {
            ...CLOCK,
            players,
            durationMs: minutes * 60_000,
            meanGameMs: usualGameMs(CLOCK.limitMs, CLOCK.incrementMs),
            policy: PRESETS['oware-shield'],
            seed: index + 1,
          },
          PAIRING_RULES[name],
        ),
      ),
    );
  return {
    ours: measured('ours'),
    lichess: measured('lichess'),
    playstrategy: measured('playstrategy'),
  };
}

function rowOf({ players }: Size, name: PairingName, metrics: Metrics): string {
  const { waitMs, rankGap, sideImbalance } = metrics;
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  const percent = (share: number, digits = 1): string => (share * 100).toFixed(digits);
  const cells = [
    players,
    name === 'ours' ? '**ours**' : name,
    metrics.games.toFixed(0),
    `${seconds(waitMs.mean)} / ${seconds(waitMs.p95)}`,
    seconds(metrics.leaderWaitMs),
    `${percent(rankGap.mean)} / ${percent(rankGap.p95)}`,
    `${percent(metrics.immediateRematchRate, 2)} + ${percent(metrics.twoAroundRematchRate, 2)}`,
    percent(metrics.alternationRate),
    `${sideImbalance.mean.toFixed(2)} / ${sideImbalance.max} / ${metrics.longestRun}`,
    seconds(metrics.avoidableMs.p99),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The demands one by one, and beside what else our numbers stand. */
function verdictsOf({ conditions, study }: Size, { ours, lichess, playstrategy }: Results) {
  const beside = (name: string, [mean, p95, gap]: readonly number[]): string => {
    const differences = [
      `mean wait ${signed(ours.waitMs.mean / 1_000 - (mean ?? 0))} s`,
      `p95 wait ${signed(ours.waitMs.p95 / 1_000 - (p95 ?? 0))} s`,
      `mean rank gap ${signed(ours.rankGap.mean * 100 - (gap ?? 0))} points`,
    ];
    return `    beside ${name}: ${differences.join(', ')}`;
  };
  const { waitMs, rankGap } = playstrategy;
  return [
    ...conditions.map((condition) => conditionText(condition, ours, lichess)),
    beside('playstrategy', [waitMs.mean / 1_000, waitMs.p95 / 1_000, rankGap.mean * 100]),
    beside('the study', study),
    `    CPU of a run: p99 ${ours.pairingCpuMs.p99.toFixed(2)} ms`,
  ];
}

const signed = (value: number): string => (value > 0 ? '+' : '') + value.toFixed(2);
