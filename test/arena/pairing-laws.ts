import fc from 'fast-check';
import { expect } from 'vitest';
import {
  areClose,
  candidateAt,
  candidatesOf,
  distanceBetween,
  mayMeet,
} from '../../shared/arena/closeness.ts';
import { type Pairing, pairClosest } from '../../shared/arena/pairing.ts';
import type { Policy } from '../../shared/arena/policy.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import { type Candidate, candidateOf } from '../../shared/arena/reach.ts';
import type { AnyPool, PoolKind } from './any-pool.ts';
import { anySidedPool } from './any-sides.ts';
import { bestByBlossom, type Worth } from './blossom.ts';
import { areCloseNaively } from './naive-closeness.ts';

export interface Sampling {
  readonly seed: number;
  readonly numRuns: number;
}

/** Up to the window of the matching plus one it is exact whoever may meet: too small to tell. */
export const TELLING: PoolKind = { minPlayers: 10, maxPlayers: 60, policy: {} };
export const ANY_SIZE: PoolKind = { ...TELLING, minPlayers: 0 };
export const FREE: Partial<Policy> = { reach: 1 };

export const everyPool = (
  { seed, numRuns }: Sampling,
  kind: PoolKind,
  holds: (pool: AnyPool) => void,
): void => fc.assert(fc.property(anySidedPool(kind), holds), { seed, numRuns });

export const pairsOf = ({ sight, tickets }: AnyPool): Pairing => pairClosest(sight, tickets);

export function worthOf({ sight }: AnyPool, { pairs }: Pairing): Worth {
  const total = pairs.reduce(
    (sum, [a, b]) => sum + distanceBetween(sight, candidateOf(sight, a), candidateOf(sight, b)),
    0,
  );
  return { pairs: pairs.length, total };
}

/** What the best of all matchings is worth. */
export function bestWorth({ sight, tickets }: AnyPool): Worth {
  const line = candidatesOf(sight, tickets);
  return bestByBlossom(line.length, (above, below) => {
    const [a, b] = [candidateAt(line, above), candidateAt(line, below)];
    const isLegal = mayMeet(sight, a.ticket, b.ticket) && areClose(sight, a, b);
    return isLegal ? distanceBetween(sight, a, b) : null;
  });
}

/** Every gap below an odd place is bridged by some pair, whoever meets whom. */
export function lowerBound({ sight, tickets }: AnyPool): number {
  const line = candidatesOf(sight, tickets);
  const skips = line.length % 2 === 0 ? [-1] : [...line.keys()];
  const bounds = skips.map((skipped) => neighbourGaps(line.filter((_, at) => at !== skipped)));
  return Math.min(...bounds);
  function neighbourGaps(players: readonly Candidate[]): number {
    return players.reduce((sum, below, at) => {
      const above = at % 2 === 0 ? undefined : players[at - 1];
      return above === undefined ? sum : sum + distanceBetween(sight, above, below);
    }, 0);
  }
}

const haveJustMet = (a: Ticket, b: Ticket): boolean =>
  a.lastOpponent === b.player || b.lastOpponent === a.player;

/** Everybody once, in a pair or waiting, and no pair that must not meet. */
export function expectLegal(pool: AnyPool, { pairs, waiting }: Pairing): void {
  const all = [...pairs.flat(), ...waiting].map(({ player }) => player).sort();
  expect(all).toEqual(pool.tickets.map(({ player }) => player).sort());
  for (const [a, b] of pairs) {
    if (pool.order.length > 2) expect(haveJustMet(a, b)).toBe(false);
    expect(areCloseNaively(pool, a, b)).toBe(true);
  }
}

/** No two of these wait who could have been paired. */
export function expectNobodyLeft({ sight }: AnyPool, { waiting }: Pairing): void {
  const line = candidatesOf(sight, waiting);
  for (const [place, a] of line.entries()) {
    for (const b of line.slice(place + 1)) {
      expect(mayMeet(sight, a.ticket, b.ticket) && areClose(sight, a, b)).toBe(false);
    }
  }
}

/** Nobody waits in whose place somebody was paired who is no closer and has waited less. */
export function expectLongestWaiting({ sight }: AnyPool, { pairs, waiting }: Pairing): void {
  const waits = candidatesOf(sight, waiting);
  for (const pair of pairs) {
    const [a, b] = [candidateOf(sight, pair[0]), candidateOf(sight, pair[1])];
    const gap = distanceBetween(sight, a, b);
    for (const candidate of waits) {
      const rivals = [a, b].filter((_, at) => {
        const partner = at === 0 ? b : a;
        const isLegal = mayMeet(sight, candidate.ticket, partner.ticket);
        const isClose = areClose(sight, candidate, partner);
        return isLegal && isClose && distanceBetween(sight, candidate, partner) === gap;
      });
      for (const { ticket } of rivals) {
        expect(ticket.readySinceMs).toBeLessThanOrEqual(candidate.ticket.readySinceMs);
      }
    }
  }
}

export interface Shares {
  /** Of all pools, those with as many pairs and the same total distance as the best matching. */
  readonly same: number;
  /** Pairs fewer than the best matching has, at worst. */
  readonly fewerAtMost: number;
  /** Of all pools, those with as many pairs. */
  readonly samePairs: number;
}

/** How near to the best of all matchings the pairing comes. */
export function sharesOf({ seed, numRuns }: Sampling, kind: PoolKind): Shares {
  const pools = fc.sample(anySidedPool(kind), { seed, numRuns });
  const both = pools.map((pool) => [worthOf(pool, pairsOf(pool)), bestWorth(pool)] as const);
  const fewer = both.map(([own, best]) => best.pairs - own.pairs);
  const same = both.filter(([own, best]) => own.pairs === best.pairs && own.total === best.total);
  return {
    same: same.length / pools.length,
    samePairs: fewer.filter((count) => count === 0).length / pools.length,
    fewerAtMost: Math.max(...fewer),
  };
}

/** At least so many pools have to come out as the best matching does. */
const SAME_MIN = 0.9;
/** And none with more pairs fewer than this. */
const FEWER_MAX = 2;

export function expectNearlyBest(sampling: Sampling, kind: PoolKind, sameMin = SAME_MIN): void {
  const { same, samePairs, fewerAtMost } = sharesOf(sampling, kind);
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
  console.log(
    `pairing by ${kind.policy.closeness ?? 'positions'}: as the best matching in ` +
      `${percent(same)} of ${sampling.numRuns} pools, as many pairs in ${percent(samePairs)}, ` +
      `at most ${fewerAtMost} fewer`,
  );
  expect(same).toBeGreaterThanOrEqual(sameMin);
  expect(fewerAtMost).toBeLessThanOrEqual(FEWER_MAX);
}
