import { describe, expect, it } from 'vitest';
import { areClose, distanceBetween, mayBePaired } from '../../shared/arena/closeness.ts';
import { fieldOf } from '../../shared/arena/field.ts';
import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import { candidateOf, type Sight } from '../../shared/arena/reach.ts';
import { aTicket, playerId } from '../support/builders.ts';
import { NOW_MS } from './any-pool.ts';
import { historyOf } from './any-sides.ts';
import { ANY_SIZE, everyPool } from './pairing-laws.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(200 * Number(process.env.SEEDS ?? 1));
console.log(`closeness and sides: SEED=${SEED}, ${RUNS} random pools`);

interface Meeting {
  readonly size: number;
  readonly policy?: Partial<Policy>;
  /** The sides that each has had, the last one at the end. */
  readonly sides: readonly [string, string];
  /** Places from 0, the leader's; he of the first one waits. */
  readonly places: readonly [number, number];
  readonly points?: number;
}

/** Whether they are close after the first of them has waited, whoever is asked first. */
function areCloseAfter(waitedMs: number, { size, policy, sides, places, points }: Meeting) {
  const around = Array.from({ length: size }, (_, who) => playerId(who));
  const sight: Sight = {
    policy: { ...PRESETS['oware-shield'], ...policy },
    field: fieldOf(around, []),
    nowMs: NOW_MS,
  };
  const [a, b] = places.map((place, at) =>
    candidateOf(
      sight,
      aTicket(place, {
        readySinceMs: at === 0 ? NOW_MS - waitedMs : NOW_MS,
        sides: historyOf(sides[at] ?? ''),
        points: at === 0 ? (points ?? 0) : 0,
      }),
    ),
  ) as [ReturnType<typeof candidateOf>, ReturnType<typeof candidateOf>];
  expect(areClose(sight, b, a)).toBe(areClose(sight, a, b));
  return areClose(sight, a, b);
}

/** They are close from this instant of waiting on and not a millisecond before. */
function expectCloseFrom(fromMs: number, meeting: Meeting): void {
  const before = fromMs === 0 ? [] : [areCloseAfter(fromMs - 1, meeting)];
  expect([...before, areCloseAfter(fromMs, meeting)]).toEqual([...before.map(() => false), true]);
}

const mirrored = (sides: string): string =>
  [...sides].map((side) => (side === '1' ? '2' : '1')).join('');

const [DIFFERENT, SAME, THRICE] = [
  ['1', '2'],
  ['1', '1'],
  ['111', '111'],
] as const;

describe('two who are due the same side', () => {
  it.each([
    // 5 · (2^p − 1) exceeds 2, 4, 10 and 98 nearer rows; where sides differ 5 · 2^p does.
    [[50, 51], 0, 0],
    [[50, 52], 4_855, 0],
    [[50, 53], 8_480, 0],
    [[50, 56], 15_850, 10_001],
    [[0, 99], 43_646, 42_928],
    [[99, 0], 43_646, 42_928],
  ] as const)(
    'at %j of 100 meet after %i ms, due different ones after %i',
    (places, same, free) => {
      expectCloseFrom(same, { size: 100, places, sides: SAME });
      expectCloseFrom(free, { size: 100, places, sides: DIFFERENT });
      expectCloseFrom(free, { size: 100, places, sides: ['', '1'] });
      expectCloseFrom(free, { size: 100, places, sides: ['', ''] });
    },
  );

  it.each([3, 4, 10, 100, 1_001, 4_999])(
    'among %i are close at once to their neighbour',
    (size) => {
      for (const place of [0, 1, size - 2]) {
        expectCloseFrom(0, { size, places: [place, place + 1], sides: SAME });
      }
    },
  );

  it('need not be nearer from 5,000 players on', () => {
    const at = (size: number, gap: number, sides: Meeting['sides']) =>
      areCloseAfter(0, { size, places: [2_000, 2_000 + gap], sides });

    expect([at(4_999, 50, DIFFERENT), at(4_999, 51, DIFFERENT)]).toEqual([true, false]);
    expect([at(4_999, 1, SAME), at(4_999, 2, SAME)]).toEqual([true, false]);
    expect([at(5_000, 50, SAME), at(5_000, 51, SAME)]).toEqual([true, false]);
  });

  it('are half as far where the organiser says how near, or none where he says all', () => {
    const at = (reach: number, gap: number, sides: Meeting['sides']) =>
      areCloseAfter(0, { size: 100, policy: { reach }, places: [50, 50 + gap], sides });

    expect([at(0.05, 5, DIFFERENT), at(0.05, 6, DIFFERENT)]).toEqual([true, false]);
    expect([at(0.05, 3, SAME), at(0.05, 4, SAME)]).toEqual([true, false]);
    expect([at(1, 49, SAME), at(1, 49, THRICE)]).toEqual([true, true]);
  });

  it.each([
    [20, 1, 19_020, 12_000],
    [20, 3, 33_689, 24_000],
    [19, 1, 31_700, 20_000],
    [4_999, 1, 19_020, 12_000],
    [5_000, 1, 12_000, 12_000],
  ])('among %i, %i half points apart, meet after %i ms, and not %i', (size, points, same, free) => {
    for (const sideConflict of ['balance', 'coin'] as const) {
      const policy = { closeness: 'points', sideConflict } as const;
      const apart = { size, policy, points, places: [0, 1] } as const;

      expectCloseFrom(same, { ...apart, sides: SAME });
      expectCloseFrom(free, { ...apart, sides: DIFFERENT });
    }
  });
});

describe('whoever repeats his side', () => {
  it.each([
    ['has had it more often', '1', '1', false],
    ['has had it as often as the other', '21', '21', false],
    ['has had it less often', '221', '1', true],
    ['has had it less often, and the other one more often', '221', '11', true],
    ['has the shorter run, though the other one has had it less often', '1', '22211', false],
    ['has the shorter run, and has had it less often', '2221', '22211', true],
  ])('is near enough where sides do not matter if he %s: %s and %s', (_, a, b, isFree) => {
    for (const sides of [
      [a, b],
      [b, a],
      [mirrored(a), mirrored(b)],
      [mirrored(b), mirrored(a)],
    ] as const) {
      expectCloseFrom(isFree ? 0 : 8_480, { size: 100, places: [50, 53], sides });
    }
  });

  it('is not known before a coin says so: both have to be nearer', () => {
    const policy = { sideConflict: 'coin' } as const;

    expectCloseFrom(8_480, { size: 100, policy, places: [50, 53], sides: ['221', '1'] });
    expectCloseFrom(0, { size: 100, policy, places: [50, 53], sides: ['221', '2'] });
  });
});

describe('two who have both had one side three times running', () => {
  it.each([
    // ½ · √n · 2^p, then n / 50 · 2^p, exceeds n − 2 rows.
    [3, {}, 6_226],
    [100, {}, 42_928],
    [5_000, {}, 28_217],
    [100, { reach: 0.05 }, 32_928],
    [100, { reach: 1 }, 0],
    [100, { sideConflict: 'coin' }, 0],
    [2, {}, 0],
    // By positions ½ · √20 · 2^p exceeds 18 rows, in the periods of points.
    [20, { closeness: 'points' }, 36_108],
  ] as const)('of %i with %j are a pair only from %i ms on', (size, policy, fromMs) => {
    for (const place of [0, size - 2]) {
      const places = [place, place + 1] as const;
      expectCloseFrom(fromMs, { size, policy, places, sides: THRICE });
      expectCloseFrom(fromMs, { size, policy, places, sides: ['222', '222'] });
    }
  });

  it('may have had it more often, and more often the other one before', () => {
    const neighbours = { size: 100, places: [50, 51] } as const;

    for (const sides of [
      ['1111', '111'],
      ['222', '2222'],
      ['2222111', '22222111'],
    ] as const) {
      expectCloseFrom(42_928, { ...neighbours, sides });
    }
    for (const sides of [
      ['111', '11'],
      ['11', '1111'],
      ['111', '222'],
      ['111', ''],
    ] as const) {
      expectCloseFrom(0, { ...neighbours, sides });
    }
  });

  it('have then to be as near as any who are due the same side', () => {
    expectCloseFrom(43_646, { size: 100, places: [0, 99], sides: THRICE });
    expectCloseFrom(43_646, { size: 100, places: [0, 99], sides: ['2222111', '2222111'] });
  });
});

const KINDS: readonly (readonly [string, Partial<Policy>])[] = [
  ['by positions', {}],
  ['by positions and a coin', { sideConflict: 'coin' }],
  ['by points', { closeness: 'points' }],
  ['by points and a coin', PRESETS.classic],
  ['by the organiser', { reach: 0.01 }],
];

describe.each(KINDS)('any two where closeness is %s', (_, policy) => {
  const kind = { ...ANY_SIZE, maxPlayers: 12, policy };

  const everyTwo = (holds: (sight: Sight, a: Ticket, b: Ticket) => void): void =>
    everyPool({ seed: SEED, numRuns: RUNS }, kind, ({ sight, tickets }) => {
      for (const [index, a] of tickets.entries()) {
        for (const b of tickets.slice(index + 1)) holds(sight, a, b);
      }
    });
  const closeIn = (ms: number, sight: Sight, a: Ticket, b: Ticket): boolean => {
    const then = { ...sight, nowMs: sight.nowMs + ms };
    return areClose(then, candidateOf(then, a), candidateOf(then, b));
  };

  it('are as close one way as the other', () => {
    everyTwo((sight, a, b) => {
      const [one, other] = [candidateOf(sight, a), candidateOf(sight, b)];

      for (const answer of [areClose, mayBePaired, distanceBetween]) {
        expect(answer(sight, one, other)).toBe(answer(sight, other, one));
      }
    });
  });

  it('stay close while they wait', () => {
    everyTwo((sight, a, b) => {
      const later = [0, 1, 50, 3_000, 20_000, 60_000].map((ms) => closeIn(ms, sight, a, b));
      expect(later).toEqual(later.toSorted((x, y) => Number(x) - Number(y)));
    });
  });

  it('are close once they have waited long enough, and for ever', () => {
    everyTwo((sight, a, b) => {
      for (const ms of [600_000, 86_400_000]) expect(closeIn(ms, sight, a, b)).toBe(true);
    });
  });
});
