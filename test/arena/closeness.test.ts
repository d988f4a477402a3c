import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areClose,
  candidatesOf,
  distanceBetween,
  mayMeet,
  rematchAtMs,
} from '../../shared/arena/closeness.ts';
import { type Field, fieldOf } from '../../shared/arena/field.ts';
import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import { candidateOf, type Sight, widensEveryMs } from '../../shared/arena/reach.ts';
import { aTicket, playerId } from '../support/builders.ts';
import { anyPool, NOW_MS } from './any-pool.ts';
import { areCloseNaively } from './naive-closeness.ts';
import { ANY_SIZE, everyPool } from './pairing-laws.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(300 * Number(process.env.SEEDS ?? 1));
console.log(`closeness: SEED=${SEED}, ${RUNS} random pools`);

/** Player n stands n places below the leader. */
const fieldOfSize = (size: number): Field =>
  fieldOf(
    Array.from({ length: size }, (_, who) => playerId(who)),
    [],
  );
const sightOf = (size: number, policy: Partial<Policy> = {}): Sight => ({
  policy: { ...PRESETS['oware-shield'], ...policy },
  field: fieldOfSize(size),
  nowMs: NOW_MS,
});
const waiting = (who: number, waitedMs: number, part: Partial<Ticket> = {}): Ticket =>
  aTicket(who, { readySinceMs: NOW_MS - waitedMs, ...part });
const close = (sight: Sight, a: Ticket, b: Ticket): boolean => {
  const [one, other] = [candidateOf(sight, a), candidateOf(sight, b)];
  const answers = [areClose(sight, one, other), areClose(sight, other, one)];
  expect(answers[0]).toBe(answers[1]);
  return answers[0] === true;
};

/** 2·s·n rows, rounded up, after no, one and two periods; then while both are due one side. */
const REACHES: readonly (readonly [number, readonly number[], readonly number[]])[] = [
  [2, [1, 2, 3], [1, 1, 3]],
  [4, [1, 2, 4], [1, 1, 3]],
  [10, [2, 4, 7], [1, 2, 5]],
  [49, [4, 7, 14], [1, 4, 11]],
  [50, [4, 8, 15], [1, 4, 11]],
  [100, [5, 10, 20], [1, 5, 15]],
  [1_000, [16, 32, 64], [1, 16, 48]],
  [1_001, [21, 41, 81], [1, 21, 61]],
  [4_999, [100, 200, 400], [1, 100, 300]],
  [5_000, [100, 200, 400], [100, 200, 400]],
  [10_000, [200, 400, 800], [200, 400, 800]],
];

describe('the reach of a waiting player', () => {
  it.each(REACHES)('among %i is %j rows, with both due one side %j', (size, rows, inConflict) => {
    const sight = sightOf(size);
    const everyMs = widensEveryMs(sight.policy, sight.field);
    const reached = [0, 1, 2].map((periods) => candidateOf(sight, waiting(0, periods * everyMs)));

    expect(reached.map(({ reach }) => reach)).toEqual(rows);
    expect(reached.map(({ reachInConflict }) => reachInConflict)).toEqual(inConflict);
  });

  // Exact: the least t with t⁵ · n³ ≥ (120 s)⁵.
  it.each([
    [1, 30_000],
    [10, 30_000],
    [11, 28_468],
    [16, 22_736],
    [20, 19_887],
    [32, 15_000],
    [40, 13_121],
    [62, 10_087],
    [63, 10_000],
    [4_999, 10_000],
    [5_000, 5_000],
    [10_000, 5_000],
  ])('among %i doubles every %d ms', (size, everyMs) => {
    expect(widensEveryMs(PRESETS['oware-shield'], fieldOfSize(size))).toBe(everyMs);
  });

  it('grows all the time, and has doubled when that time is over', () => {
    const reachAfter = (waitedMs: number) => candidateOf(sightOf(100), waiting(0, waitedMs));
    // 5 · 2^0.263 is 6: the next row comes into reach after 2,630.3 ms.
    const instants = [0, 1, 2_630, 2_631, 9_999, 10_000, 10_001, 20_000, 30_000, 30_001];
    const reached = instants.map((waitedMs) => reachAfter(waitedMs).reach);
    const inConflict = instants.map((waitedMs) => reachAfter(waitedMs).reachInConflict);

    expect(reached).toEqual([5, 6, 6, 7, 10, 10, 11, 20, 40, 41]);
    expect(inConflict).toEqual([1, 1, 1, 2, 5, 5, 6, 15, 35, 36]);
    expect(reachAfter(-5_000)).toMatchObject({ reach: 5, reachInConflict: 1 });
  });

  it('never shrinks, not even in a day', () => {
    const instants = [0, 7, 400, 9_000, 60_000, 3_600_000, 86_400_000];
    const reached = [sightOf(100), sightOf(7_000), sightOf(100, { reach: 0.01 })].flatMap((sight) =>
      (['reach', 'reachInConflict'] as const).map((which) =>
        instants.map((waitedMs) => candidateOf(sight, waiting(0, waitedMs))[which]),
      ),
    );

    for (const rows of reached) expect(rows).toEqual(rows.toSorted((a, b) => a - b));
    expect(reached.flatMap((rows) => rows.slice(-1))).toEqual(Array(6).fill(Infinity));
  });

  it('is what the organiser says, on each side, and doubles too', () => {
    const reachAfter = (waitedMs: number, size: number, reach: number) =>
      candidateOf(sightOf(size, { reach }), waiting(0, waitedMs));

    expect(reachAfter(0, 100, 0.05)).toMatchObject({ reach: 10, reachInConflict: 5 });
    expect(reachAfter(10_000, 100, 0.05)).toMatchObject({ reach: 20, reachInConflict: 10 });
    expect(reachAfter(15_000, 100, 0.05)).toMatchObject({ reach: 29, reachInConflict: 15 });
    expect(reachAfter(0, 50, 0.07)).toMatchObject({ reach: 7, reachInConflict: 4 });
    expect(reachAfter(0, 6_000, 0.05)).toMatchObject({ reach: 600, reachInConflict: 600 });
  });
});

describe('two waiting players', () => {
  /** Each of them has waited this long; who is the furthest below the first one in reach? */
  const furthestBelow = (size: number, who: number, waitedMs: number): number => {
    const sight = sightOf(size);
    const places = Array.from({ length: size - 1 - who }, (_, index) => who + 1 + index);
    const near = places.filter((place) => close(sight, waiting(who, waitedMs), waiting(place, 0)));
    return Math.max(...near) - who;
  };

  it('are close at an end of the table twice as far as in its middle', () => {
    expect([0, 1, 2, 50].map((who) => furthestBelow(100, who, 0))).toEqual([5, 4, 3, 3]);
    expect([0, 1, 50].map((who) => furthestBelow(100, who, 20_000))).toEqual([20, 19, 10]);
    expect(close(sightOf(100), waiting(99, 0), waiting(94, 0))).toBe(true);
    expect(close(sightOf(100), waiting(99, 0), waiting(93, 0))).toBe(false);
  });

  it('are close when one of them looks far enough, whichever it is', () => {
    const [long, short] = [20_000, 0];

    expect(close(sightOf(100), waiting(40, long), waiting(50, short))).toBe(true);
    expect(close(sightOf(100), waiting(40, short), waiting(50, long))).toBe(true);
    expect(close(sightOf(100), waiting(40, short), waiting(50, short))).toBe(false);
    expect(close(sightOf(100), waiting(40, long), waiting(51, short))).toBe(false);
  });

  it('are close at once, wherever they stand, where the organiser says so', () => {
    const sight = sightOf(1_000, { reach: 1 });

    expect(close(sight, waiting(0, 0), waiting(999, 0))).toBe(true);
    expect(close(sightOf(1_000), waiting(0, 0), waiting(999, 0))).toBe(false);
  });

  it('are as far apart as their positions', () => {
    const sight = sightOf(100);
    const [a, b] = [candidateOf(sight, waiting(7, 0)), candidateOf(sight, waiting(90, 0))];

    expect([distanceBetween(sight, a, b), distanceBetween(sight, b, a)]).toEqual([83, 83]);
  });

  it.each<[string, Partial<Policy>]>([
    ['by positions', {}],
    ['by positions and a coin', { sideConflict: 'coin' }],
    ['by points', { closeness: 'points' }],
    ['by points and a coin', { closeness: 'points', sideConflict: 'coin' }],
    ['where the organiser says how near', { reach: 0.04 }],
    ['where he says how near, and a coin', { reach: 0.04, sideConflict: 'coin' }],
  ])('%s are close exactly where a look at every row says so', (_, policy) => {
    let near = 0;
    everyPool({ seed: SEED, numRuns: RUNS }, { ...ANY_SIZE, maxPlayers: 12, policy }, (pool) => {
      for (const [index, a] of pool.tickets.entries()) {
        for (const b of pool.tickets.slice(index + 1)) {
          const expected = areCloseNaively(pool, a, b);
          near += expected ? 1 : 0;
          if (close(pool.sight, a, b) !== expected) expect([a, b]).toEqual(expected);
        }
      }
    });
    expect(near).toBeGreaterThan(RUNS);
  });
});

describe('closeness in points', () => {
  const byPoints = { closeness: 'points' } as const;
  const gapsInReach = (size: number, waitedMs: number): number => {
    const sight = sightOf(size, byPoints);
    const gaps = Array.from({ length: 40 }, (_, points) => points).filter((points) =>
      close(sight, waiting(0, waitedMs), waiting(1, 0, { points })),
    );
    return Math.max(...gaps);
  };

  it.each([
    [20, 0, 0],
    [20, 11_999, 0],
    [20, 12_000, 1],
    [20, 23_999, 2],
    [20, 24_000, 3],
    [20, 36_000, 7],
    [19, 19_999, 0],
    [19, 20_000, 1],
    [19, 40_000, 3],
    [10_000, 12_000, 1],
  ])('among %i after %i ms is %i half points', (size, waitedMs, halfPoints) => {
    expect(gapsInReach(size, waitedMs)).toBe(halfPoints);
  });

  it('has no edge, and looks at the points of now rather than at the table', () => {
    const sight = sightOf(100, byPoints);
    const points = { points: 6 };

    expect(close(sight, waiting(0, 0, points), waiting(99, 0, points))).toBe(true);
    expect(close(sight, waiting(0, 0, points), waiting(1, 0, { points: 5 }))).toBe(false);
    const line = candidatesOf(sight, [
      waiting(1, 0),
      waiting(9, 0, points),
      waiting(3, 0),
      waiting(4, 0, points),
    ]);
    expect(line.map(({ ticket }) => ticket.name)).toEqual(['4', '9', '1', '3']);
  });

  it('is one of positions where the organiser says how near', () => {
    const sight = sightOf(100, { ...byPoints, reach: 0.05 });

    expect(close(sight, waiting(50, 0, { points: 40 }), waiting(55, 0))).toBe(true);
    expect(close(sight, waiting(50, 0), waiting(56, 0))).toBe(false);
  });
});

describe('who has just met', () => {
  const [one, other] = [playerId(1), playerId(2)];
  const forbids = (sight: Sight, a: Partial<Ticket>, b: Partial<Ticket>): boolean => {
    const [first, second] = [waiting(1, 3_000, a), waiting(2, 2_000, b)];
    expect(mayMeet(sight, first, second)).toBe(mayMeet(sight, second, first));
    return !mayMeet(sight, first, second);
  };

  it.each<[string, Partial<Ticket>, Partial<Ticket>, boolean]>([
    ['nobody remembers', {}, {}, false],
    ['both remember', { lastOpponent: other }, { lastOpponent: one }, true],
    ['one remembers', { lastOpponent: other }, {}, true],
    ['the other one remembers', {}, { lastOpponent: one }, true],
    ['both remember others', { lastOpponent: playerId(3) }, { lastOpponent: playerId(3) }, false],
  ])('when %s', (_, a, b, expected) => {
    expect(forbids(sightOf(3), a, b)).toBe(expected);
  });

  it('may meet again at once when only these two are around, wherever they stand', () => {
    const sight = sightOf(2, { closeness: 'points' });
    const far = waiting(1, 0, { points: 90 });

    expect(forbids(sightOf(2), { lastOpponent: other }, {})).toBe(false);
    expect(close(sight, waiting(0, 0), far)).toBe(true);
    expect(close({ ...sight, field: fieldOf(null, [far]) }, waiting(0, 0), far)).toBe(false);
  });

  it('may meet again once both have waited as long as the policy says', () => {
    const again = (rematchAfterMs: number) =>
      !forbids(sightOf(3, { rematchAfterMs }), { lastOpponent: other }, { lastOpponent: one });

    expect([0, 2_000, 2_001, 3_000].map(again)).toEqual([true, true, false, false]);
    expect(
      rematchAtMs({ ...sightOf(3).policy, rematchAfterMs: 5_000 }, waiting(1, 9), waiting(2, 4)),
    ).toBe(NOW_MS + 4_996);
    expect(rematchAtMs(sightOf(3).policy, waiting(1, 9), waiting(2, 4))).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});

describe('the candidates', () => {
  it('are in the order of the table, however they are listed', () => {
    const holds = (tickets: readonly Ticket[], sight: Sight) => {
      const positions = candidatesOf(sight, tickets).map(({ position }) => position);
      expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      expect(new Set(positions).size).toBe(tickets.length);
    };
    const pools = anyPool({ ...ANY_SIZE, policy: {} });

    fc.assert(
      fc.property(pools, ({ tickets, sight }) => holds([...tickets].reverse(), sight)),
      { seed: SEED, numRuns: RUNS },
    );
  });
});
