import type { Player } from './player.ts';
import type { Decision, Pairer, World } from './world.ts';

/**
 * The rhythm of the two servers that pair in waves, written anew from the published behaviour of
 * lichess-org/lila (tournament module, 2020 to 2026) and Mind-Sports-Games/lila.
 */
export interface Waves {
  readonly world: World;
  /** Zero-based ranks as of the last refresh. */
  ranks: ReadonlyMap<Player, number>;
  rankedAtMs: number;
  isFirstWave: boolean;
}

/** A rank map is kept for so long (lila, cached ranking). */
const RANKS_KEPT_MS = 3_000;

/** In an arena as young as this everybody is simply paired with his neighbour by rating. */
export const YOUNG_MS = 15_000;

/** A pairer that looks at the multiples of a period (ms) while people wait, and then decides. */
export function wavesOf(
  world: World,
  periodMs: number,
  decide: (waves: Waves, waiting: readonly Player[]) => Omit<Decision, 'isFirstWave'>,
): Pairer {
  const waves: Waves = {
    world,
    ranks: new Map(),
    rankedAtMs: Number.NEGATIVE_INFINITY,
    isFirstWave: true,
  };
  const { agenda, waiting } = world;
  let isDue = false;
  const look = (): void => {
    if (waiting.size >= 2) world.look(() => decideNow(waves, decide));
    isDue = waiting.size > 0;
    if (isDue) agenda.add(agenda.nowMs() + periodMs, look);
  };
  return {
    open: look,
    ready: () => {
      if (isDue) return;
      isDue = true;
      agenda.add(Math.ceil(agenda.nowMs() / periodMs) * periodMs, look);
    },
    changed: () => undefined,
  };
}

function decideNow(
  waves: Waves,
  decide: (waves: Waves, waiting: readonly Player[]) => Omit<Decision, 'isFirstWave'>,
): Decision {
  refreshRanks(waves);
  // Who is not ranked yet is left out of a wave.
  const waiting = [...waves.world.waiting].filter((player) => waves.ranks.has(player));
  const decision = { ...decide(waves, waiting), isFirstWave: waves.isFirstWave };
  if (decision.games.length > 0) waves.isFirstWave = false;
  return decision;
}

function refreshRanks(waves: Waves): void {
  const nowMs = waves.world.agenda.nowMs();
  if (nowMs - waves.rankedAtMs < RANKS_KEPT_MS) return;
  waves.rankedAtMs = nowMs;
  waves.ranks = new Map(waves.world.table.rows.map((player, rank) => [player, rank]));
}

/** Expected game time of the clock (s), from which both servers derive their patience. */
export const expectedSeconds = ({ setup }: World): number =>
  (setup.limitMs + 40 * setup.incrementMs) / 1_000;

/**
 * How many have waited longer than this. The servers count from the look that first sees a player,
 * up to a period later: counted from READY they are faster here than they are.
 */
export function countPatient(
  { world }: Waves,
  waiting: readonly Player[],
  patienceMs: number,
): number {
  const nowMs = world.agenda.nowMs();
  const waitedMs = ({ readySinceMs }: Player): number => nowMs - Math.max(0, readySinceMs);
  return waiting.filter((player) => waitedMs(player) > patienceMs).length;
}
