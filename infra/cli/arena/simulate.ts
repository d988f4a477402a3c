import { type Metrics, metricsOf } from '../simulation/metrics.ts';
import { PAIRING_RULES } from '../simulation/rules.ts';
import { simulate } from '../simulation/simulate.ts';
import type { Command } from './command.ts';
import { parseSimulateFlags, type Wanted } from './simulate-flags.ts';

const WRONG_FLAGS = 2;

export const simulateCommand: Command = {
  summary: 'plays an arena in simulated time and says how well it was paired',
  usage: `npm run --silent arena -- simulate [flags]

Simulates an arena, games and all, in a second or so, and prints how long its players waited and how
well they were paired. The same seed gives the same crowd under every pairing, so that two of them
can be compared; only the measured CPU time differs from run to run.

  --players N    2 to 20000 (50); a tenth of them come late
  --minutes M    how long the arena lasts, 1 to 1440 (90)
  --clock L+I    minutes and increment in seconds of each side (3+2)
  --pairing P    ours: the pairing of this product, with its delays; lichess, playstrategy: the
                 waves of those servers, rebuilt from their published behaviour (ours)
  --seed S       of the crowd: strengths, lengths of games, who comes back when (1)
  --preset R     the rules: oware-shield, classic, dutch, lichess (oware-shield)
  --json         one JSON object, times in ms, rates and gaps from 0 to 1

A seat is one player in one game; seats of the first wave are left out. Positions are those in the
table at the moment of the pairing.

Example: npm run --silent arena -- simulate --players 200 --pairing lichess
Exit code: 0, or 2 after a wrong flag.`,
  run: async (args, print) => {
    const wanted = parseSimulateFlags(args);
    if (!wanted.ok) {
      console.error(wanted.error);
      return WRONG_FLAGS;
    }
    const { setup, pairing, json } = wanted.value;
    const metrics = metricsOf([simulate(setup, PAIRING_RULES[pairing])]);
    await print(json ? `${JSON.stringify(asJson(wanted.value, metrics))}\n` : tableOf(metrics));
    return 0;
  },
};

/** The object of `--json`: what was simulated, then its numbers. */
function asJson({ setup, pairing }: Wanted, metrics: Metrics) {
  const { players, durationMs, limitMs, incrementMs, seed, policy } = setup;
  const { preset } = policy;
  return { pairing, players, durationMs, limitMs, incrementMs, seed, preset, ...metrics };
}

/** The same for people, with units. */
function tableOf(metrics: Metrics): string {
  const { waitMs, sideImbalance, gamesPerPlayer, pairingCpuMs, rankGap } = metrics;
  const lines: readonly (readonly [string, string])[] = [
    ['games', `${metrics.games}`],
    ['games of a player', `${meanText(gamesPerPlayer)}, ${least(gamesPerPlayer)}`],
    ['wait', `mean ${seconds(waitMs.mean)}, median ${seconds(waitMs.p50)}, ${tail(waitMs)}`],
    ['wait at the top', `mean ${seconds(metrics.leaderWaitMs)} (upper 5 % of the table)`],
    ['avoidable wait', `99 % up to ${seconds(metrics.avoidableMs.p99)}`],
    ['still waiting at the end', `${metrics.unpairedAtEnd}`],
    [
      'positions apart',
      `mean ${percent(rankGap.mean)} of the table, 95 % up to ${percent(rankGap.p95)}`,
    ],
    ['points apart', `mean ${metrics.scoreGap.mean.toFixed(2)}`],
    [
      'same opponent again',
      `${percent(metrics.immediateRematchRate)} at once, ${repeats(metrics)}`,
    ],
    ['other side than before', percent(metrics.alternationRate)],
    ['sides out of balance', `mean ${sideImbalance.mean.toFixed(2)}, at most ${sideImbalance.max}`],
    ['longest run of a side', `${metrics.longestRun}`],
    ['runs that paired', `${metrics.waves}, of ${metrics.gamesPerWave.toFixed(1)} games`],
    ['CPU of a run', `median ${milli(pairingCpuMs.p50)}, at most ${milli(pairingCpuMs.max)}`],
  ];
  return lines.map(([name, value]) => `${name.padEnd(26)}${value}\n`).join('');
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
const milli = (ms: number): string => `${ms.toFixed(2)} ms`;

const meanText = ({ mean }: Metrics['gamesPerPlayer']): string => `mean ${mean.toFixed(1)}`;

const least = ({ min, max }: Metrics['gamesPerPlayer']): string =>
  `from ${min} to ${max} (who was there nine tenths of the time)`;

const tail = ({ p95, p99, max }: Metrics['waitMs']): string =>
  `95 % up to ${seconds(p95)}, 99 % up to ${seconds(p99)}, at most ${seconds(max)}`;

const repeats = ({ twoAroundRematchRate, repeatRate }: Metrics): string =>
  `${percent(twoAroundRematchRate)} with only two around, ${percent(repeatRate)} ever`;
