import type { Ticket } from '../../shared/arena/pool.ts';
import type { AnyPool } from './any-pool.ts';

/** Whether two may be paired for all that closeness says, straight from the rule. */
export function areCloseNaively(pool: AnyPool, a: Ticket, b: Ticket): boolean {
  if (pool.order.length <= 2) return true;
  const isConflict = a.sides.last !== null && a.sides.last === b.sides.last;
  const isCoin = pool.sight.policy.sideConflict === 'coin';
  const isBarred = isConflict && !isCoin && a.sides.run >= 3 && b.sides.run >= 3;
  if (isBarred && !reachesAll(pool, a) && !reachesAll(pool, b)) return false;
  const isNarrowed = isConflict && (isCoin || isBarred || surplusOfWhoRepeats(a, b) >= 0);
  return inReach(pool, a, b, isNarrowed) || inReach(pool, b, a, isNarrowed);
}

const inReach = (pool: AnyPool, from: Ticket, to: Ticket, isNarrowed: boolean): boolean =>
  isByPoints(pool)
    ? reachesPoints(pool, from, Math.abs(from.points - to.points), isNarrowed)
    : reachesBeyond(pool, from, nearerRows(pool, from, to), isNarrowed);

const isByPoints = ({ sight: { policy } }: AnyPool): boolean =>
  policy.closeness === 'points' && policy.reach === 'auto';

/** Games with the side that both had last, less games with the other: of the one who repeats it. */
function surplusOfWhoRepeats({ sides: a }: Ticket, { sides: b }: Ticket): number {
  const [ofA, ofB] = [a, b].map(({ last, balance }) => (last === 'first' ? balance : -balance));
  if (a.run === b.run) return Math.min(ofA ?? 0, ofB ?? 0);
  return (a.run < b.run ? ofA : ofB) ?? 0;
}

/** Of n − 1 other rows all but the last one are nearer than that. */
const reachesAll = (pool: AnyPool, ticket: Ticket): boolean =>
  reachesBeyond(pool, ticket, pool.order.length - 2, false);

/** After so long (ms) an instant is later than another one, whatever the rounding of both. */
const INSTANT_MS = 1e-6;

/** He waits until first · 2^p exceeds the rows that are nearer, or first · (2^p − 1) does. */
function reachesBeyond(pool: AnyPool, from: Ticket, nearer: number, isNarrowed: boolean): boolean {
  const n = pool.order.length;
  const { reach } = pool.sight.policy;
  const first = reach !== 'auto' ? 2 * n * reach : n > 1_000 ? n / 50 : Math.sqrt(n) / 2;
  let growth = nearer / first;
  if (isNarrowed && n < 5_000) growth = reach === 'auto' ? growth + 1 : 2 * growth;
  const atMs = Math.log2(growth) * periodMs(pool);
  return nearer === 0 || waitedMs(pool, from) > atMs + INSTANT_MS;
}

/** All rows are looked at, one by one. */
function nearerRows({ order }: AnyPool, from: Ticket, to: Ticket): number {
  const [own, other] = [order.indexOf(from.player), order.indexOf(to.player)];
  return order.filter((_, row) => row !== own && Math.abs(row - own) < Math.abs(other - own))
    .length;
}

/** Points apart: ½ · (2^p − 1), halved. */
function reachesPoints(pool: AnyPool, from: Ticket, gap: number, isNarrowed: boolean): boolean {
  const halves = isNarrowed && pool.order.length < 5_000 ? 2 : 1;
  return waitedMs(pool, from) + INSTANT_MS >= Math.log2(halves * gap + 1) * periodMs(pool);
}

const waitedMs = ({ sight: { nowMs } }: AnyPool, { readySinceMs }: Ticket): number =>
  Math.max(0, nowMs - readySinceMs);

function periodMs(pool: AnyPool): number {
  const n = pool.order.length;
  if (isByPoints(pool)) return n < 20 ? 20_000 : 12_000;
  return n >= 5_000 ? 5_000 : sharedMs(n);
}

const knownMs = new Map<number, number>();

/** The least t from 10 s to 30 s that is not below 120 s / n^0.6: t⁵ · n³ ≥ (120 s)⁵, exactly. */
function sharedMs(n: number): number {
  const isEnough = (ms: number) => BigInt(ms) ** 5n * BigInt(n) ** 3n >= 120_000n ** 5n;
  let [low, high] = [10_000, 30_000];
  while (!knownMs.has(n) && low < high) {
    const middle = Math.floor((low + high) / 2);
    [low, high] = isEnough(middle) ? [low, middle] : [middle + 1, high];
  }
  const ms = knownMs.get(n) ?? high;
  knownMs.set(n, ms);
  return ms;
}
