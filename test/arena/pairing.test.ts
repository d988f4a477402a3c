import { describe, expect, it } from 'vitest';
import { fieldOf } from '../../shared/arena/field.ts';
import { type Pairing, pairClosest, pairFirstWave } from '../../shared/arena/pairing.ts';
import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import type { Sight } from '../../shared/arena/reach.ts';
import { chooseSide } from '../../shared/arena/sides.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { aTicket, playerId } from '../support/builders.ts';
import { historyOf } from './any-sides.ts';

const NOW_MS = 1_000_000;

const names = ({ pairs }: Pairing): string[] =>
  pairs.map((pair) => pair.map(({ name }) => name).join('-')).sort();
const waitingOf = ({ waiting }: Pairing): string[] => waiting.map(({ name }) => name);

/** So many around, of whom player n stands n places below the leader. */
const sightOf = (size: number, policy: Partial<Policy> = {}): Sight => ({
  policy: { ...PRESETS['oware-shield'], ...policy },
  field: fieldOf(
    Array.from({ length: size }, (_, who) => playerId(who)),
    [],
  ),
  nowMs: NOW_MS,
});
const waiting = (who: number, waitedMs: number, part: Partial<Ticket> = {}): Ticket =>
  aTicket(who, { readySinceMs: NOW_MS - waitedMs, ...part });
const met = (who: number): Partial<Ticket> => ({ lastOpponent: playerId(who) });

describe('the first wave', () => {
  it('pairs neighbours by rating, then by who joined first, then by id', () => {
    const wave = [
      aTicket(1, { rating: 1_500 }),
      aTicket(2, { rating: 1_900, joinedAtMs: 7 }),
      aTicket(3, { rating: 1_900, joinedAtMs: 6 }),
      aTicket(4, { rating: 1_600 }),
      aTicket(6, { rating: 1_900, joinedAtMs: 7 }),
      aTicket(5, { rating: 1_900, joinedAtMs: 7 }),
    ];

    expect(names(pairFirstWave(wave))).toEqual(['3-2', '4-1', '5-6']);
    expect(names(pairFirstWave([...wave].reverse()))).toEqual(['3-2', '4-1', '5-6']);
  });

  it('lets the last to become ready wait when the number is odd, whatever his rating', () => {
    const late = aTicket(2, { rating: 2_500, readySinceMs: 90 });
    const wave = [aTicket(1), late, aTicket(3)];

    expect(names(pairFirstWave(wave))).toEqual(['1-3']);
    expect(waitingOf(pairFirstWave(wave))).toEqual(['2']);
  });

  it.each([
    [0, 0, 0],
    [1, 0, 1],
    [2, 1, 0],
    [9_999, 4_999, 1],
    [10_000, 5_000, 0],
  ])('of %i players has %i pairs and leaves %i', (count, pairs, left) => {
    const wave = pairFirstWave(Array.from({ length: count }, (_, who) => aTicket(who)));

    expect([wave.pairs.length, wave.waiting.length]).toEqual([pairs, left]);
    expect(new Set(wave.pairs.flat()).size).toBe(2 * pairs);
  });

  it('looks at no distance and no side', () => {
    const both = { sides: { last: 'first', run: 1, balance: 1 } } as const;

    expect(names(pairFirstWave([aTicket(0, both), aTicket(900, both)]))).toEqual(['0-900']);
  });
});

describe('pairing after it', () => {
  it('pairs who is near in the table and leaves who is not, until he has waited', () => {
    const near = [waiting(50, 0), waiting(53, 0)];

    expect(names(pairClosest(sightOf(100), near))).toEqual(['50-53']);
    expect(names(pairClosest(sightOf(100), [waiting(50, 0), waiting(54, 0)]))).toEqual([]);
    const namesAfter = (waitedMs: number) =>
      names(pairClosest(sightOf(100), [waiting(50, waitedMs), waiting(54, 0)]));
    expect([namesAfter(2_630), namesAfter(2_631)]).toEqual([[], ['50-54']]);
  });

  it('has nobody meet who has also had the same side three times, while others are near', () => {
    const [a, b, c] = ['111', '111', '222'].map((sides, index) =>
      waiting(10 + index, 5_000 * (2 - index), { sides: historyOf(sides) }),
    ) as [Ticket, Ticket, Ticket];
    const paired = (waitedMs: number, ...tickets: readonly Ticket[]) =>
      names(pairClosest({ ...sightOf(100), nowMs: NOW_MS + waitedMs - 10_000 }, tickets));

    expect(paired(10_000, a, b, c)).toEqual(['11-12']);
    // 5 · 2^p exceeds 98 rows, so that all 99 are in reach.
    expect([paired(42_927, a, b), paired(42_928, a, b)]).toEqual([[], ['10-11']]);
  });

  it('pairs whoever is free at once where the organiser says so', () => {
    const both = { sides: { last: 'first', run: 1, balance: 1 } } as const;
    const ends = [waiting(0, 0, both), waiting(999, 0, both)];

    expect(names(pairClosest(sightOf(1_000, { reach: 1 }), ends))).toEqual(['0-999']);
    expect(names(pairClosest(sightOf(1_000), ends))).toEqual([]);
  });

  it('has as many pairs as it can, then the smallest distance', () => {
    const four = [10, 11, 12, 13].map((who) => waiting(who, 0));
    const justMet = [waiting(10, 0), waiting(11, 0, met(12)), waiting(12, 0, met(11))];

    expect(names(pairClosest(sightOf(100), four))).toEqual(['10-11', '12-13']);
    // The nearest two may not meet again, and 10 cannot be left: 11 has nobody else.
    expect(names(pairClosest(sightOf(100), [...justMet, waiting(13, 0)]))).toEqual([
      '10-11',
      '12-13',
    ]);
    expect(names(pairClosest(sightOf(100), justMet))).toEqual(['10-11']);
  });

  it('leaves whoever is furthest away, however long he has waited', () => {
    const three = [waiting(10, 5_000), waiting(12, 0), waiting(13, 0)];

    expect(names(pairClosest(sightOf(100), three))).toEqual(['12-13']);
  });

  it.each([
    [[9, 8, 7], '1-2'],
    [[7, 9, 8], '2-3'],
    [[9, 7, 8], '1-2'],
    [[8, 7, 9], '2-3'],
    [[7, 7, 9], '2-3'],
  ])('pairs the longest waiting of equals: after %j s %s', (seconds, expected) => {
    const three = seconds.map((waited, index) => waiting(index + 1, waited * 1_000));

    expect(names(pairClosest(sightOf(100), three))).toEqual([expected]);
  });

  it('counts points where those are kept close', () => {
    const sight = sightOf(100, { closeness: 'points' });
    const five = [
      waiting(1, 0, { points: 10 }),
      waiting(2, 0, { points: 12 }),
      waiting(70, 0, { points: 12 }),
      waiting(80, 0, { points: 10 }),
      waiting(81, 0, { points: 11 }),
    ];

    expect(names(pairClosest(sight, five))).toEqual(['1-80', '2-70']);
    expect(waitingOf(pairClosest(sight, five))).toEqual(['81']);
  });

  it('pairs nobody with his last opponent; either memory suffices', () => {
    const [a, b, free] = [waiting(1, 0, met(2)), waiting(2, 0), waiting(2, 0, met(1))];

    expect(names(pairClosest(sightOf(3), [a, b]))).toEqual([]);
    expect(names(pairClosest(sightOf(3), [waiting(1, 0), free]))).toEqual([]);
    expect(names(pairClosest(sightOf(3, { rematchAfterMs: 0 }), [a, free]))).toEqual(['1-2']);
  });

  it('pairs the only two around again at once, also where their points are far apart', () => {
    const two = [waiting(0, 0, { ...met(1), points: 90 }), waiting(1, 0, met(0))];

    expect(names(pairClosest(sightOf(2), two))).toEqual(['0-1']);
    expect(names(pairClosest(sightOf(2, { closeness: 'points' }), two))).toEqual(['0-1']);
  });

  it('brings two together who were too many places apart, once those between are paired', () => {
    const between = Array.from({ length: 10 }, (_, index) => index + 1).map((who) =>
      waiting(who, 0, met(who < 10 ? 0 : 11)),
    );
    const twelve = [waiting(0, 0), ...between, waiting(11, 0)];

    expect(names(pairClosest(sightOf(12, { reach: 1 }), twelve))).toContain('0-11');
    expect(waitingOf(pairClosest(sightOf(12, { reach: 1 }), twelve))).toEqual([]);
  });

  it('of nobody and of one pairs nobody', () => {
    expect(pairClosest(sightOf(9), [])).toEqual({ pairs: [], waiting: [] });
    expect(names(pairClosest(sightOf(9), [waiting(3, 0)]))).toEqual([]);
    expect(waitingOf(pairClosest(sightOf(9), [waiting(3, 0)]))).toEqual(['3']);
  });
});

describe('sides', () => {
  it.each([
    ['', { last: null, run: 0, balance: 0 }],
    ['1', { last: 'first', run: 1, balance: 1 }],
    ['1122', { last: 'second', run: 2, balance: 0 }],
    ['12111', { last: 'first', run: 3, balance: 3 }],
  ] as const)('history of "%s"', (sides, expected) => {
    expect(historyOf(sides)).toEqual(expected);
  });

  it.each([
    ['alternate', '1', '2', 'second'],
    ['give a newcomer what the other one is not due', '', '1', 'first'],
    ['give the longer run its change', '11', '1', 'second'],
    ['give the longer run its change, seen from the other side', '1', '11', 'first'],
    ['then look at the balance', '1211', '2211', 'second'],
    ['then look at the balance of the other one', '2211', '1211', 'first'],
    ['look at the balance of the other side, too', '1122', '2122', 'second'],
    ['of the other one of that side, too', '2122', '1122', 'first'],
  ] as const)('%s', (_, a, b, expected) => {
    const side = chooseSide(historyOf(a), historyOf(b), 'balance', seededRandom(1));

    expect(side).toBe(expected);
  });

  it('are tossed for where nothing else decides, or where the policy says so', () => {
    const tossed = (a: string, b: string, conflict: 'balance' | 'coin') =>
      new Set(
        Array.from({ length: 40 }, (_, seed) =>
          chooseSide(historyOf(a), historyOf(b), conflict, seededRandom(seed)),
        ),
      ).size;

    expect([tossed('', '', 'balance'), tossed('1', '1', 'balance')]).toEqual([2, 2]);
    expect([tossed('11', '1', 'coin'), tossed('11', '1', 'balance')]).toEqual([2, 1]);
    expect([tossed('2211', '1211', 'coin'), tossed('2211', '1211', 'balance')]).toEqual([2, 1]);
  });
});
