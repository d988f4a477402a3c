import type { Arena } from '../arena/arena.ts';
import type { Pair } from '../arena/pairing.ts';
import { LOOK_AGAIN_MS, type Pool, type Ticket } from '../arena/pool.ts';
import type { Ports } from './ports.ts';

/** Who waits longer than this is worth a look: his field is small, or something is wrong. */
const LONG_WAIT_MS = 30_000;

/** How long the players of these pairs have waited, and how long they could have been paired. */
export function measurePairs(
  { now, measure }: Pick<Ports, 'now' | 'measure'>,
  arena: Arena,
  seen: Pool,
  stored: readonly { readonly pair: Pair }[],
): void {
  const nowMs = now();
  for (const { pair } of stored) {
    for (const { readySinceMs } of pair) measure('PairWaitMs', Math.max(0, nowMs - readySinceMs));
    measure('PairLagMs', Math.max(0, nowMs - acceptableSinceMs(arena, seen, pair)));
  }
}

/**
 * The earliest instant at which this pair may have become acceptable. Two who were both told why
 * they wait were looked at then, and were no pair: it is one since the last look, which is the
 * period before the next one.
 */
function acceptableSinceMs(arena: Arena, seen: Pool, [a, b]: Pair): number {
  const bothReadyMs = Math.max(a.readySinceMs, b.readySinceMs, arena.startsAtMs);
  const wereLookedAt = a.told !== null && b.told !== null;
  return wereLookedAt ? Math.max(bothReadyMs, seen.lookAtMs - LOOK_AGAIN_MS) : bothReadyMs;
}

/** How a run ends: its pairs, and who still waits too long. */
export function measureRun(
  { now, measure }: Pick<Ports, 'now' | 'measure'>,
  pairs: number,
  left: readonly Ticket[],
): void {
  if (pairs > 0) measure('PairsPerRun', pairs);
  const nowMs = now();
  const isLong = ({ readySinceMs }: Ticket): boolean => nowMs - readySinceMs > LONG_WAIT_MS;
  measure('UnpairedOver30s', left.filter(isLong).length);
}
