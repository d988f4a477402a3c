import { cpus } from 'node:os';
import {
  areClose,
  candidateAt,
  candidatesOf,
  distanceBetween,
  mayMeet,
} from '../../shared/arena/closeness.ts';
import { fieldOf } from '../../shared/arena/field.ts';
import { type Pair, pairClosest } from '../../shared/arena/pairing.ts';
import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import { candidateOf, type Sight } from '../../shared/arena/reach.ts';
import { ID_BYTES, idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { bestByBlossom } from '../arena/blossom.ts';
import { aTicket } from '../support/builders.ts';

const NOW_MS = 1_000_000;
const WAITED_MS_MAX = 60_000;
const ROUNDS = 5;
const SIZES = [100, 1_000, 10_000];
/** For the largest size, on one thread. */
const BUDGET_MS = 150;
/** Players, and how many places apart two may be for the matching that it is held against. */
const ORACLES = [
  [100, Number.POSITIVE_INFINITY],
  [300, Number.POSITIVE_INFINITY],
  [1_000, 12],
] as const;

const POLICIES: readonly (readonly [string, Partial<Policy>])[] = [
  ['reach auto', {}],
  ['in points', { closeness: 'points' }],
  ['reach 1', { reach: 1 }],
];

/** Everybody waits at once, each just back from a game with somebody near. */
function waitingPlayers(count: number): Ticket[] {
  const random = seededRandom(count);
  const ids = Array.from({ length: count }, () => idFromBytes<PlayerId>(random.bytes(ID_BYTES)));
  const near = (who: number): PlayerId | null => ids[who + 1 + random.below(6)] ?? null;
  return ids.map((player, who) =>
    aTicket(who, {
      player,
      points: Math.floor((count - who) / 25),
      readySinceMs: NOW_MS - random.below(WAITED_MS_MAX),
      lastOpponent: near(who),
      sides: { last: random.below(2) === 0 ? 'first' : 'second', run: 1, balance: 0 },
    }),
  );
}

/** As a run sees them: the field is made anew each time, the table beside it is not. */
const sightOf = (
  around: readonly PlayerId[],
  tickets: readonly Ticket[],
  policy: object,
): Sight => ({
  policy: { ...PRESETS['oware-shield'], ...policy },
  field: fieldOf(around, tickets),
  nowMs: NOW_MS,
});

const totalOf = (sight: Sight, pairs: readonly Pair[]): number =>
  pairs.reduce(
    (sum, [a, b]) => sum + distanceBetween(sight, candidateOf(sight, a), candidateOf(sight, b)),
    0,
  );

/** No matching of exactly these players has a smaller total: each of these gaps is bridged. */
function lowerBound(sight: Sight, pairs: readonly Pair[]): number {
  const line = candidatesOf(sight, pairs.flat());
  return line.reduce((sum, below, place) => {
    const above = place % 2 === 0 ? undefined : line[place - 1];
    return above === undefined ? sum : sum + distanceBetween(sight, above, below);
  }, 0);
}

interface Measured {
  readonly sight: Sight;
  readonly pairs: readonly Pair[];
  readonly bestMs: number;
}

function measure(tickets: readonly Ticket[], policy: Partial<Policy>): Measured {
  const around = tickets.map(({ player }) => player);
  const rounds = Array.from({ length: ROUNDS }, (): Measured => {
    const startedAtMs = performance.now();
    const sight = sightOf(around, tickets, policy);
    const { pairs } = pairClosest(sight, tickets);
    return { sight, pairs, bestMs: performance.now() - startedAtMs };
  });
  return rounds.reduce((a, b) => (a.bestMs <= b.bestMs ? a : b));
}

function report(count: number, name: string, policy: Partial<Policy>): void {
  const { sight, pairs, bestMs } = measure(waitingPlayers(count), policy);
  const verdict = bestMs <= BUDGET_MS ? 'ok' : 'above';
  const budget = count === Math.max(...SIZES) ? `, ${verdict} (budget ${BUDGET_MS} ms)` : '';
  const total = `total ${totalOf(sight, pairs)} (bound ${lowerBound(sight, pairs)})`;
  const what = `${String(count).padStart(6)} waiting, ${name.padEnd(10)}`;
  console.log(`${what} ${pairs.length} pairs, ${total}, ${bestMs.toFixed(1)} ms${budget}`);
}

/** The same pairs by general matching, which takes minutes where there are thousands. */
function reportOracle(count: number, within: number, name: string, policy: Partial<Policy>): void {
  const tickets = waitingPlayers(count);
  const { sight, pairs, bestMs } = measure(tickets, policy);
  const line = candidatesOf(sight, tickets);
  const startedAtMs = performance.now();
  const best = bestByBlossom(line.length, (above, below) => {
    if (below - above > within) return null;
    const [a, b] = [candidateAt(line, above), candidateAt(line, below)];
    const isLegal = mayMeet(sight, a.ticket, b.ticket) && areClose(sight, a, b);
    return isLegal ? distanceBetween(sight, a, b) : null;
  });
  const oracleMs = performance.now() - startedAtMs;
  const reach = Number.isFinite(within) ? `within ${within}` : 'complete';
  const own = `${pairs.length} pairs, total ${totalOf(sight, pairs)}, ${bestMs.toFixed(1)} ms`;
  const other = `${best.pairs} pairs, total ${best.total}, ${oracleMs.toFixed(0)} ms`;
  console.log(`${String(count).padStart(6)} waiting, ${name.padEnd(10)} ${own}`);
  console.log(`       edmonds-blossom-fixed, ${reach}: ${other}`);
}

const cpu = cpus()[0]?.model ?? 'unknown processor';
console.log(`pairing, best of ${ROUNDS}; Node ${process.version}, ${cpu}`);
// The compiler is warm, as it is in a function that pairs every second.
for (const [, policy] of POLICIES) measure(waitingPlayers(1_000), policy);
for (const count of SIZES) for (const [name, policy] of POLICIES) report(count, name, policy);
console.log('beside a general matching:');
for (const [count, within] of ORACLES) {
  for (const [name, policy] of POLICIES) reportOracle(count, within, name, policy);
}
