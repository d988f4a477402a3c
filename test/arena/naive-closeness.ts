import type { Ticket } from '../../shared/arena/pool.ts';
import type { AnyPool } from './any-pool.ts';

/** How often the reach of a player has doubled, in whole numbers alone. */
function wideningsOf({ sight, order }: AnyPool, { readySinceMs }: Ticket): number {
  const [n, waitedMs] = [order.length, Math.max(0, sight.nowMs - readySinceMs)];
  if (n >= 5_000) return Math.floor(waitedMs / 5_000);
  if (400 / n < 10) return Math.floor(waitedMs / 10_000);
  if (400 / n > 30) return Math.floor(waitedMs / 30_000);
  return Math.floor((waitedMs * n) / 400_000);
}

/** The smallest number of rows, one or more, that is not below 2·s·n. */
function rowsInReach(pool: AnyPool, ticket: Ticket, halves: number): number {
  const { reach } = pool.sight.policy;
  const [n, doubled] = [pool.order.length, 2 ** wideningsOf(pool, ticket)];
  const enough = (rows: number): boolean => {
    if (reach !== 'auto') return rows * halves >= 2 * reach * n * doubled;
    if (n > 1_000) return 50 * rows * halves >= n * doubled;
    return (2 * rows * halves) ** 2 >= n * doubled ** 2;
  };
  let rows = 1;
  while (rows < n && !enough(rows)) rows++;
  return rows;
}

/** Whether the other one is among the rows nearest to him: all rows are looked at, one by one. */
function reaches(pool: AnyPool, from: Ticket, to: Ticket, halves: number): boolean {
  const [own, other] = [pool.order.indexOf(from.player), pool.order.indexOf(to.player)];
  const nearer = pool.order.filter(
    (_, index) => index !== own && Math.abs(index - own) < Math.abs(other - own),
  );
  return nearer.length < rowsInReach(pool, from, halves);
}

/** Whether two may be paired for all that closeness says, straight from the rule. */
export function areCloseNaively(pool: AnyPool, a: Ticket, b: Ticket): boolean {
  const { policy, nowMs } = pool.sight;
  const n = pool.order.length;
  if (n <= 2) return true;
  const isConflict = a.sides.last !== null && a.sides.last === b.sides.last;
  const halves = isConflict && n < 5_000 ? 2 : 1;
  if (policy.closeness === 'points' && policy.reach === 'auto') {
    const waitedMs = nowMs - Math.min(a.readySinceMs, b.readySinceMs);
    const tolerance = 0.5 * (2 ** (waitedMs / (n < 20 ? 20_000 : 12_000)) - 1);
    return Math.abs(a.points - b.points) / 2 <= tolerance / halves;
  }
  return reaches(pool, a, b, halves) || reaches(pool, b, a, halves);
}
