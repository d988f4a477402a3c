import type { History, PastPlayer } from './history.ts';
import { maxOf, meanOf, minOf, percentile, shareOf } from './numbers.ts';
import { imbalanceOf, longestRunOf, type Step, sequencesOf } from './sequences.ts';

/** Numbers of one arena, or of several together; all of seats leave the first wave out. */
export interface Metrics {
  readonly games: number;
  /** From READY to the pairing, of every seat. */
  readonly waitMs: Spread & { readonly p50: number; readonly p99: number };
  /** Waits that the closing of the pairing cut off. */
  readonly waitsCut: number;
  /** The part of a wait in which somebody else was ready whom the player could have met. */
  readonly avoidableMs: { readonly p99: number };
  /** Mean wait of the seats of the upper 5 % of the table, at least of rank 1. */
  readonly leaderWaitMs: number;
  /** Positions apart, as a share of the rows minus one. */
  readonly rankGap: { readonly mean: number; readonly p95: number };
  /** Points apart. */
  readonly scoreGap: { readonly mean: number };
  /** Share of the seats whose player has just met the same opponent, unless only two are around. */
  readonly immediateRematchRate: number;
  /** The same while only two are around. */
  readonly twoAroundRematchRate: number;
  /** Share of the seats whose player has met the same opponent before, at any time. */
  readonly repeatRate: number;
  /** Share of the seats with another side than in the player's last game. */
  readonly alternationRate: number;
  /** Games as first minus games as second, without its sign, of every player. */
  readonly sideImbalance: Spread;
  /** The most games in a row in which anybody had the same side. */
  readonly longestRun: number;
  /** Of players who were around for at least 90 % of the time. */
  readonly gamesPerPlayer: { readonly mean: number; readonly min: number; readonly max: number };
  /** Players who waited when pairing closed. */
  readonly unpairedAtEnd: number;
  /** Real time of every look of the pairing. */
  readonly pairingCpuMs: { readonly p50: number; readonly p99: number; readonly max: number };
  /** Looks after the first wave that paired somebody. */
  readonly waves: number;
  readonly gamesPerWave: number;
}

interface Spread {
  readonly mean: number;
  readonly p95: number;
  readonly max: number;
}

/** The numbers of these arenas as if all had been one; counts are means for one arena. */
export function metricsOf(histories: readonly History[]): Metrics {
  const all = histories.map((history) => ({ history, sequences: sequencesOf(history) }));
  const sequences = all.flatMap((one) => one.sequences);
  const steps = sequences.flat().filter(({ game }) => !game.isFirstWave);
  const games = histories.flatMap((history) => history.games.filter((game) => !game.isFirstWave));
  const cpuMs = histories.flatMap(({ looks }) => looks.map((look) => look.cpuMs));
  const waves = histories.flatMap(({ looks }) =>
    looks.filter((look) => look.games > 0 && !look.isFirstWave),
  );
  const unpaired = meanOf(histories.map((history) => history.unpaired.length));
  return {
    games: meanOf(histories.map((history) => history.games.length)),
    ...waitsOf(steps),
    waitsCut: unpaired,
    ...gapsOf(steps),
    ...repeatsOf(steps),
    ...sidesOf(sequences),
    gamesPerPlayer: gamesPerPlayer(all),
    unpairedAtEnd: unpaired,
    pairingCpuMs: { p50: percentile(cpuMs, 0.5), p99: percentile(cpuMs, 0.99), max: maxOf(cpuMs) },
    waves: shareOf(waves.length, histories.length),
    gamesPerWave: shareOf(games.length, waves.length),
  };
}

const waitMsOf = ({ game, seat }: Step): number => game.startedAtMs - seat.readyAtMs;

const LEADERS = 0.05;

function waitsOf(steps: readonly Step[]): Pick<Metrics, 'waitMs' | 'avoidableMs' | 'leaderWaitMs'> {
  const waits = steps.map(waitMsOf);
  const leaders = steps.filter(
    ({ seat, game }) => seat.position < Math.max(1, Math.ceil(LEADERS * game.rows)),
  );
  return {
    waitMs: { ...spreadOf(waits), p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) },
    avoidableMs: {
      p99: percentile(
        steps.map(({ seat }) => seat.avoidableMs),
        0.99,
      ),
    },
    leaderWaitMs: meanOf(leaders.map(waitMsOf)),
  };
}

const spreadOf = (values: readonly number[]): Spread => ({
  mean: meanOf(values),
  p95: percentile(values, 0.95),
  max: maxOf(values),
});

/** Half points are points here. */
const HALF = 2;

function gapsOf(steps: readonly Step[]): Pick<Metrics, 'rankGap' | 'scoreGap'> {
  const games = steps.filter(({ side }) => side === 'first').map(({ game }) => game);
  const gaps = games.map(({ seats, rows }) =>
    shareOf(Math.abs(seats.first.position - seats.second.position), rows - 1),
  );
  const points = games.map(({ seats }) => Math.abs(seats.first.points - seats.second.points));
  return {
    rankGap: { mean: meanOf(gaps), p95: percentile(gaps, 0.95) },
    scoreGap: { mean: meanOf(points) / HALF },
  };
}

type Repeats = 'immediateRematchRate' | 'twoAroundRematchRate' | 'repeatRate' | 'alternationRate';

function repeatsOf(steps: readonly Step[]): Pick<Metrics, Repeats> {
  const later = steps.filter(({ before }) => before !== null);
  const rateOf = (is: (step: Step) => boolean): number =>
    shareOf(later.filter(is).length, later.length);
  const isRematch = ({ before, opponent }: Step): boolean => before?.opponent === opponent;
  return {
    immediateRematchRate: rateOf((step) => isRematch(step) && !step.game.isDuel),
    twoAroundRematchRate: rateOf((step) => isRematch(step) && step.game.isDuel),
    repeatRate: rateOf(({ isRepeat }) => isRepeat),
    alternationRate: rateOf(({ before, side }) => before?.side !== side),
  };
}

function sidesOf(
  sequences: readonly (readonly Step[])[],
): Pick<Metrics, 'sideImbalance' | 'longestRun'> {
  const played = sequences.filter((sequence) => sequence.length > 0);
  return {
    sideImbalance: spreadOf(played.map(imbalanceOf)),
    longestRun: maxOf(played.map(longestRunOf)),
  };
}

const AROUND = 0.9;

function gamesPerPlayer(
  all: readonly { readonly history: History; readonly sequences: readonly Step[][] }[],
): Metrics['gamesPerPlayer'] {
  const counts = all.flatMap(({ history, sequences }) =>
    sequences.flatMap((sequence, index) => {
      const player = history.players[index];
      const isAround = player !== undefined && aroundShare(player, history) >= AROUND;
      return isAround ? [sequence.length] : [];
    }),
  );
  return { mean: meanOf(counts), min: minOf(counts), max: maxOf(counts) };
}

/** Share of the time until pairing closed in which he had come and did not pause. */
function aroundShare({ arrivesAtMs, pauses }: PastPlayer, { closesAtMs }: History): number {
  const pausedMs = pauses.map(({ fromMs, untilMs }) => Math.min(untilMs, closesAtMs) - fromMs);
  const absentMs = Math.max(0, arrivesAtMs) + pausedMs.reduce((sum, ms) => sum + ms, 0);
  return 1 - absentMs / closesAtMs;
}
