import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import type { Flags } from './flags.ts';
import type { Measured } from './gauge.ts';
import type { Verdict } from './judge.ts';
import type { Recorder } from './recorder.ts';
import type { Times, Voices } from './stage.ts';
import { countsOf, quantile, sortedNumbers, type Tally } from './tally.ts';
import type { Waits } from './waits.ts';

/** Everything that a run has brought. */
export interface Run {
  readonly flags: Flags;
  readonly times: Times;
  readonly recorder: Recorder;
  readonly tally: Tally;
  readonly voices: Voices;
  readonly measured: Measured;
  readonly verdict: Verdict;
  readonly waits: readonly Waits[];
  /** What the frozen rankings get wrong. */
  readonly faults: readonly string[];
  readonly cloud: LocalCloud;
}

/** The budget: an acceptable pair is written so soon. */
const WRITTEN_P99_MS = 2_000;
/** Beyond these the machine was starved, and its times say nothing. */
const DELAY_P99_MS_MAX = 250;
const SHARE_MAX = 0.9;
/** Of the seconds, in which nobody had anything to spare. */
const FULL_MAX = 0.2;
/** Moves are given out evenly; so much of the target must be played. */
const MOVES_SHARE_MIN = 0.97;
const WINDOW_SECONDS = 10;

/** The figures of a run, one line each. */
export function figuresOf(run: Run): string[] {
  const { measured, verdict, tally, voices, cloud } = run;
  const rates = moveRates(run);
  const { delayP50Ms, delayP99Ms, delayMaxMs, ownShare, busyShare, fullShare } = measured;
  const per = measured.cpuMs / Math.max(1, rates.mean * measured.seconds);
  const { counters, dynamodb } = cloud;
  const { repeatedBatchRate, repeatedMessageRate, goneRate } = counters.faults;
  const { transactionConflict, throttle, responseLost, staleRead } = dynamodb.faults.counts;
  return [
    `moves        ${rates.all} in all; ${one(rates.mean)} a second sustained, ` +
      `${one(rates.min)} in the worst ${WINDOW_SECONDS} s`,
    `answers      ${distribution(tally.answersMs)} ms from a move to its answer`,
    `machine      event-loop delay p50 ${one(delayP50Ms)}, p99 ${one(delayP99Ms)}, ` +
      `max ${one(delayMaxMs)} ms; CPU ${percent(ownShare)} of all cores, ` +
      `everything together ${percent(busyShare)}, full in ${percent(fullShare)} of the ` +
      `seconds; ${per.toFixed(1)} ms CPU a move, all included`,
    `pairings     ${verdict.games}, of them voided ${verdict.voided}`,
    `written      ${waitLine(run, 'seats')} ms by seat with an acceptable partner`,
    `             ${waitLine(run, 'pairs')} ms by acceptable pair`,
    `lobby        ${waitLine(run, 'lobby')} ms from the return to the pairing`,
    `first wave   ${waitLine(run, 'firstWave')} ms from the opening`,
    `told         ${countsOf(tally.counts, 'told ')}`,
    `refusals     ${countsOf(tally.counts, 'refused ')}; ` +
      `unanswered ${tally.counts.get('unanswered') ?? 0}`,
    `two arenas   ${verdict.seatMoves} seat moves, ${verdict.movesWhileReady} of waiting ` +
      `players; ${tally.counts.get('stayed in his arena') ?? 0} were paired first`,
    `lost lines   ${tally.counts.get('dropped lines') ?? 0} closed; silent: ` +
      `${tally.silent.size} (${countsOf(tally.counts, 'silence ')}), ` +
      `${verdict.pairedWhileSilent} paired in time, games ${countsOf(verdict.lostInSilence, '')}`,
    `duplicates   batches ${repeatedBatchRate}, messages ${repeatedMessageRate}, ` +
      `answers of writes lost ${responseLost}`,
    `faults       transaction conflicts ${transactionConflict}, throttles ${throttle}, ` +
      `stale reads ${staleRead}, feigned 410 ${goneRate}`,
    `functions    ${countsOf(voices.counts, '')}; errors ${voices.errors.length}, ` +
      `dead letters ${Object.values(counters.deadLetters).reduce((a, b) => a + b, 0)}`,
    `invocations  ${invocationsOf(cloud)}`,
  ];
}

/** One line a law: how often it was broken, with the first few cases. */
export function lawsOf({ verdict, faults, voices }: Run): { name: string; broken: string[] }[] {
  return [
    { name: 'double games', broken: verdict.doubleGames },
    { name: 'paired after silence', broken: verdict.pairedAfterSilence },
    { name: 'rows and games that disagree', broken: verdict.otherOffences },
    { name: 'faults of the frozen rankings', broken: [...faults] },
    { name: 'bugs of the local cloud', broken: voices.bugs },
  ];
}

/** Why the times of this run say nothing; nothing is what it should be. */
export function starvedBy(run: Run): string[] {
  const { delayP99Ms, ownShare, fullShare } = run.measured;
  const target = run.flags.moves * MOVES_SHARE_MIN;
  const { mean } = moveRates(run);
  return [
    ...(delayP99Ms > DELAY_P99_MS_MAX ? [`event-loop delay p99 ${one(delayP99Ms)} ms`] : []),
    ...(ownShare > SHARE_MAX ? [`CPU ${percent(ownShare)} of all cores`] : []),
    ...(fullShare > FULL_MAX ? [`all cores busy in ${percent(fullShare)} of the seconds`] : []),
    ...(mean < target ? [`${one(mean)} moves/s of ${run.flags.moves}`] : []),
  ];
}

/** Whether acceptable pairs were written in time; null: nobody has waited. */
export function writtenInTime({ waits }: Run): boolean {
  const all = sortedNumbers(waits.flatMap(({ seats }) => seats));
  return quantile(all, 0.99) <= WRITTEN_P99_MS;
}

function moveRates({ recorder, times }: Run) {
  const { movesBySecond } = recorder;
  const from = Math.ceil(times.window.fromMs / 1_000);
  const until = Math.floor(times.window.untilMs / 1_000);
  const bySecond = Array.from({ length: until - from }, (_, n) => movesBySecond.get(from + n) ?? 0);
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const windows = bySecond.flatMap((_, n) =>
    n + WINDOW_SECONDS > bySecond.length
      ? []
      : [sum(bySecond.slice(n, n + WINDOW_SECONDS)) / WINDOW_SECONDS],
  );
  const all = sum([...movesBySecond.values()]);
  return { all, mean: sum(bySecond) / bySecond.length, min: Math.min(...windows) };
}

function invocationsOf({ counters }: LocalCloud): string {
  const counted = Object.entries(counters.functions).map(
    ([name, { invocations }]): [string, number] => [name.split('-').at(-1) ?? '', invocations],
  );
  return countsOf(new Map(counted), '');
}

const waitLine = ({ waits }: Run, what: keyof Waits): string =>
  distribution(waits.flatMap((some) => some[what]));

function distribution(numbers: readonly number[]): string {
  const sorted = sortedNumbers(numbers);
  const at = (share: number): string => quantile(sorted, share).toFixed(0);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)} (${sorted.length})`;
}

const one = (value: number): string => value.toFixed(1);
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
