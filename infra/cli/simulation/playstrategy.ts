import type { Player } from './player.ts';
import { cheapestPairs, lastOpponentsOf, neighbours, seatsOf } from './wave-pairs.ts';
import { countPatient, expectedSeconds, type Waves, wavesOf, YOUNG_MS } from './waves.ts';
import { NO_GAMES, type PairingRule, type World } from './world.ts';

/** A pass over all arenas begins so long after the last one. */
const PERIOD_MS = 2_000;
const CROWD_ABOVE = 100;

/** The waves of PlayStrategy, without its house bot. */
export const playstrategy: PairingRule = (world) => {
  const patienceMs = patienceSeconds(expectedSeconds(world)) * 1_000;
  return wavesOf(world, PERIOD_MS, (waves, waiting) =>
    isWaveDue(waves, waiting, patienceMs) ? decide(waves, waiting) : NO_GAMES,
  );
};

/** How long somebody waits until he makes a wave (s), by expected game time (s). */
export function patienceSeconds(expected: number): number {
  if (expected < 30) return 8;
  if (expected < 60) return 10;
  return Math.min(30, Math.max(15, Math.floor(expected / 20) + 6));
}

function isWaveDue(waves: Waves, waiting: readonly Player[], patienceMs: number): boolean {
  if (waiting.length < 2) return false;
  const patient = countPatient(waves, waiting, patienceMs);
  if (!waves.isFirstWave && patient < 2 && waiting.length <= CROWD_ABOVE) return false;
  const isFresh = waiting.every(({ log }) => log.length === 0);
  return isFresh || patient >= Math.min(2, activeIn(waves.world));
}

/** Who waits, plays, or has finished within half of the time in which pairing is closed. */
function activeIn({ table, setup, agenda }: World): number {
  const closingMs = Math.max(30_000, Math.min(setup.limitMs / 2, 120_000));
  const sinceMs = agenda.nowMs() - Math.min(60_000, Math.max(15_000, closingMs / 2));
  return table.rows.filter(
    ({ doing, endedAtMs }) => doing === 'ready' || doing === 'playing' || endedAtMs >= sinceMs,
  ).length;
}

function decide(waves: Waves, waiting: readonly Player[]) {
  const { world, ranks } = waves;
  if (world.agenda.nowMs() < YOUNG_MS) {
    const games = neighbours(ranks, waiting).map((pair) => seatsOf(world, pair));
    return { games, isDuel: false };
  }
  const isDuel = activeIn(world) === 2;
  const wave = { ranks, lastOpponents: lastOpponentsOf(waiting), isDuel };
  const pairs = cheapestPairs(wave, waiting, 0);
  return { games: pairs.map((pair) => seatsOf(world, pair)), isDuel };
}
