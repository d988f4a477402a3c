import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areClose,
  candidateOf,
  candidatesOf,
  distanceBetween,
  mayMeet,
  rematchAtMs,
  type Sight,
  widensEveryMs,
} from '../../shared/arena/closeness.ts';
import { type Field, fieldOf } from '../../shared/arena/field.ts';
import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
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
const lastWas = (side: 'first' | 'second') => ({ sides: { last: side, run: 1, balance: 1 } });

const close = (sight: Sight, a: Ticket, b: Ticket): boolean => {
  const [one, other] = [candidateOf(sight, a), candidateOf(sight, b)];
  const answers = [areClose(sight, one, other), areClose(sight, other, one)];
  expect(answers[0]).toBe(answers[1]);
  return answers[0] === true;
};

/** 2·s·n rows, rounded up, after no, one and two widenings; then while both are due one side. */
const REACHES: readonly (readonly [number, readonly number[], readonly number[]])[] = [
  [2, [1, 2, 3], [1, 1, 2]],
  [4, [1, 2, 4], [1, 1, 2]],
  [10, [2, 4, 7], [1, 2, 4]],
  [49, [4, 7, 14], [2, 4, 7]],
  [50, [4, 8, 15], [2, 4, 8]],
  [100, [5, 10, 20], [3, 5, 10]],
  [1_000, [16, 32, 64], [8, 16, 32]],
  [1_001, [21, 41, 81], [11, 21, 41]],
  [4_999, [100, 200, 400], [50, 100, 200]],
  [5_000, [100, 200, 400], [100, 200, 400]],
  [10_000, [200, 400, 800], [200, 400, 800]],
];

describe('the reach of a waiting player', () => {
  it.each(REACHES)('among %i is %j rows, with both due one side %j', (size, rows, inConflict) => {
    const sight = sightOf(size);
    const everyMs = widensEveryMs(sight.policy, sight.field);
    const reached = [0, 1, 2].map((widened) =>
      candidateOf(sight, waiting(0, Math.ceil(widened * everyMs))),
    );

    expect(reached.map(({ reach }) => reach)).toEqual(rows);
    expect(reached.map(({ reachInConflict }) => reachInConflict)).toEqual(inConflict);
  });

  it.each([
    [1, 30_000],
    [13, 30_000],
    [14, 400_000 / 14],
    [20, 20_000],
    [39, 400_000 / 39],
    [40, 10_000],
    [4_999, 10_000],
    [5_000, 5_000],
    [10_000, 5_000],
  ])('among %i doubles every %d ms', (size, everyMs) => {
    expect(widensEveryMs(PRESETS['oware-shield'], fieldOfSize(size))).toBeCloseTo(everyMs, -1);
  });

  it('doubles when that time is over, and not a millisecond before', () => {
    const reach = (waitedMs: number) => candidateOf(sightOf(100), waiting(0, waitedMs)).reach;

    expect([0, 9_999, 10_000, 19_999, 20_000, 30_000].map(reach)).toEqual([5, 5, 10, 10, 20, 40]);
    expect(reach(-5_000)).toBe(5);
  });

  it('is what the organiser says, on each side, and doubles too', () => {
    const sight = sightOf(100, { reach: 0.05 });

    expect(candidateOf(sight, waiting(0, 0))).toMatchObject({ reach: 10, reachInConflict: 5 });
    expect(candidateOf(sight, waiting(0, 10_000))).toMatchObject({ reach: 20 });
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

  it.each([3, 4, 10, 100, 1_001])('among %i are close at least to their neighbours', (size) => {
    const both = lastWas('first');

    for (const who of [0, 1, size - 2]) {
      expect(close(sightOf(size), waiting(who, 0, both), waiting(who + 1, 0, both))).toBe(true);
    }
  });

  it('look half as far while both are due the same side, below 5,000 players', () => {
    const near = (size: number, a: Partial<Ticket>, b: Partial<Ticket>, gap: number) =>
      close(sightOf(size), waiting(2_000, 0, a), waiting(2_000 + gap, 0, b));

    expect(near(4_999, lastWas('first'), lastWas('second'), 50)).toBe(true);
    expect(near(4_999, lastWas('first'), lastWas('first'), 50)).toBe(false);
    expect(near(4_999, lastWas('first'), lastWas('first'), 25)).toBe(true);
    expect(near(4_999, {}, {}, 50)).toBe(true);
    expect(near(5_000, lastWas('first'), lastWas('first'), 50)).toBe(true);
    expect(near(5_000, lastWas('first'), lastWas('second'), 51)).toBe(false);
  });

  it('are close at once, wherever they stand, where the organiser says so', () => {
    const sight = sightOf(1_000, { reach: 1 });
    const both = lastWas('second');

    expect(close(sight, waiting(0, 0, both), waiting(999, 0, both))).toBe(true);
    expect(close(sightOf(1_000), waiting(0, 0), waiting(999, 0))).toBe(false);
  });

  it('are as far apart as their positions', () => {
    const sight = sightOf(100);
    const [a, b] = [candidateOf(sight, waiting(7, 0)), candidateOf(sight, waiting(90, 0))];

    expect([distanceBetween(sight, a, b), distanceBetween(sight, b, a)]).toEqual([83, 83]);
  });

  it.each<[string, Partial<Policy>]>([
    ['by positions', {}],
    ['by points', { closeness: 'points' }],
    ['where the organiser says how near', { reach: 0.04 }],
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
  const gapsInReach = (size: number, waitedMs: number, part: Partial<Ticket> = {}): number => {
    const sight = sightOf(size, byPoints);
    const gaps = Array.from({ length: 40 }, (_, points) => points).filter((points) =>
      close(sight, waiting(0, waitedMs, part), waiting(1, 0, { ...part, points })),
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

  it('is half of that while both are due the same side', () => {
    const inConflict = [0, 12_000, 24_000, 36_000].map((waitedMs) =>
      gapsInReach(20, waitedMs, lastWas('first')),
    );

    expect(inConflict).toEqual([0, 0, 1, 3]);
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
