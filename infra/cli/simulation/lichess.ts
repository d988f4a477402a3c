import type { Player } from './player.ts';
import { cheapestPairs, lastOpponentsOf, neighbours, seatsOf, tossedSeats } from './wave-pairs.ts';
import { countPatient, expectedSeconds, type Waves, wavesOf, YOUNG_MS } from './waves.ts';
import { NO_GAMES, type PairingRule, type World } from './world.ts';

/** How often an arena is looked at, by how many have joined it (lila, StartedOrganizer). */
const PERIODS: readonly { readonly players: number; readonly periodMs: number }[] = [
  { players: 1_000, periodMs: 1_000 },
  { players: 50, periodMs: 2_000 },
  { players: 0, periodMs: 15_000 },
];

/** Below this the share of players who are free may start a wave, and a duel is looked for. */
const SMALL_BELOW = 30;
const CROWD_ABOVE = 100;
const NEIGHBOUR_GROUPS = 6;

/**
 * The waves of lichess. Rhythm and size go by the number of players the arena will have: late ones
 * are counted from the start, which makes its small arenas faster than they are.
 */
export const lichess: PairingRule = (world) => {
  const { players } = world.setup;
  const patienceMs = patienceSeconds(expectedSeconds(world)) * 1_000;
  const periodMs = PERIODS.find((step) => players >= step.players)?.periodMs ?? 15_000;
  return wavesOf(world, periodMs, (waves, waiting) =>
    isWaveDue(waves, waiting, patienceMs) ? decide(waves, waiting) : NO_GAMES,
  );
};

/** How long somebody waits until he makes a wave (s), by expected game time (s). */
export function patienceSeconds(expected: number): number {
  if (expected < 30) return 8;
  if (expected < 60) return 10;
  return Math.min(50, Math.max(15, Math.floor(expected / 10) + 6));
}

function isWaveDue(waves: Waves, waiting: readonly Player[], patienceMs: number): boolean {
  if (waiting.length < 2) return false;
  if (waves.isFirstWave || waiting.length > CROWD_ABOVE) return true;
  if (countPatient(waves, waiting, patienceMs) >= 2) return true;
  const { world } = waves;
  return world.setup.players < SMALL_BELOW && activeIn(world) <= 1.5 * waiting.length;
}

/** Players who have joined and have not withdrawn, wherever they are. */
const activeIn = ({ table }: World): number =>
  table.rows.filter(({ doing }) => doing !== 'paused').length;

function decide(waves: Waves, waiting: readonly Player[]) {
  const { world, ranks } = waves;
  if (world.agenda.nowMs() < YOUNG_MS) {
    const games = neighbours(ranks, waiting).map((pair) => tossedSeats(world, pair));
    return { games, isDuel: false };
  }
  const isDuel = world.setup.players < SMALL_BELOW && activeIn(world) === 2;
  const wave = { ranks, lastOpponents: lastOpponentsOf(waiting), isDuel };
  const pairs = cheapestPairs(wave, waiting, NEIGHBOUR_GROUPS);
  return { games: pairs.map((pair) => seatsOf(world, pair)), isDuel };
}
