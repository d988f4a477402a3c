import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairNeighbours } from '../../shared/arena/pairing.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import { chooseSide, type SideHistory, sideHistory } from '../../shared/arena/sides.ts';
import { connectionId, idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { entry } from './sheets.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);

const id = (who: number): PlayerId =>
  idFromBytes<PlayerId>(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, who));

const ticket = (who: number, parts: Partial<Ticket> = {}): Ticket => ({
  player: id(who),
  shard: 0,
  name: `${who}`,
  rating: 1_500,
  points: 0,
  joinedAtMs: who,
  readySinceMs: who,
  leaseUntilMs: 1_000,
  connection: connectionId(`${who}`),
  connectedAtMs: 0,
  lastOpponent: null,
  sides: { last: null, run: 0, balance: 0 },
  gameNumber: 1,
  ...parts,
});

const names = (tickets: readonly Ticket[], rematches = false): string[] =>
  pairNeighbours(tickets, rematches).pairs.map((pair) => pair.map(({ name }) => name).join('-'));

describe('pairing', () => {
  it('pairs neighbours by points, before any game by rating', () => {
    const byPoints = [1, 2, 3, 4].map((who) => ticket(who, { points: who % 2 === 0 ? 4 : 0 }));
    const byRating = [1, 2, 3, 4].map((who) => ticket(who, { rating: 1_500 + (who % 2) * 100 }));

    expect(names(byPoints)).toEqual(['2-4', '1-3']);
    expect(names(byRating)).toEqual(['1-3', '2-4']);
  });

  it('lets the last to become ready wait when the number is odd', () => {
    const three = [ticket(1, { points: 4, readySinceMs: 9 }), ticket(2), ticket(3)];

    expect(names(three)).toEqual(['2-3']);
  });

  it('does not let him wait when that would cost a pair', () => {
    const justMet = [ticket(1, { lastOpponent: id(2) }), ticket(2, { lastOpponent: id(1) })];

    expect(names([...justMet, ticket(3)])).toHaveLength(1);
  });

  it('pairs nobody with his last opponent; either memory suffices', () => {
    expect(names([ticket(1, { lastOpponent: id(2) }), ticket(2)])).toEqual([]);
    expect(names([ticket(1), ticket(2, { lastOpponent: id(1) })])).toEqual([]);
    expect(names([ticket(1, { lastOpponent: id(2) }), ticket(2)], true)).toEqual(['1-2']);
  });

  it('is a matching without forbidden pairs, whatever waits', () => {
    const one = fc.record({
      points: fc.integer({ min: 0, max: 6 }),
      last: fc.option(fc.integer({ min: 0, max: 19 }), { nil: null }),
      readySinceMs: fc.integer({ min: 0, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), (parts) => {
        const tickets = parts.map(({ last, ...part }, who) =>
          ticket(who, { ...part, lastOpponent: last === null || last === who ? null : id(last) }),
        );

        const { pairs, waiting } = pairNeighbours(tickets, false);

        const all = [...pairs.flat(), ...waiting].map(({ player }) => player).sort();
        expect(all).toEqual(tickets.map(({ player }) => player).sort());
        for (const [a, b] of pairs) {
          expect([a.lastOpponent, b.lastOpponent]).not.toEqual([b.player, a.player]);
          expect(a.lastOpponent === b.player || b.lastOpponent === a.player).toBe(false);
        }
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });
});

const history = (sides: string): SideHistory =>
  sideHistory([...sides].map((side) => entry('W', { side: side === '1' ? 'first' : 'second' })));

describe('sides', () => {
  it.each([
    ['', { last: null, run: 0, balance: 0 }],
    ['1', { last: 'first', run: 1, balance: 1 }],
    ['1122', { last: 'second', run: 2, balance: 0 }],
    ['12111', { last: 'first', run: 3, balance: 3 }],
  ] as const)('history of "%s"', (sides, expected) => {
    expect(history(sides)).toEqual(expected);
  });

  it.each([
    ['alternate', '1', '2', 'second'],
    ['give a newcomer what the other one is not due', '', '1', 'first'],
    ['give the longer run its change', '11', '1', 'second'],
    ['give the longer run its change, seen from the other side', '1', '11', 'first'],
    ['then look at the balance', '1211', '2211', 'second'],
    ['then look at the balance of the other one', '2211', '1211', 'first'],
  ] as const)('%s', (_, a, b, expected) => {
    const side = chooseSide(history(a), history(b), 'balance', seededRandom(1));

    expect(side).toBe(expected);
  });

  it('are tossed for where nothing else decides, or where the policy says so', () => {
    const tossed = (a: string, b: string, conflict: 'balance' | 'coin') =>
      new Set(
        Array.from({ length: 40 }, (_, seed) =>
          chooseSide(history(a), history(b), conflict, seededRandom(seed)),
        ),
      ).size;

    expect([tossed('', '', 'balance'), tossed('1', '1', 'balance')]).toEqual([2, 2]);
    expect([tossed('11', '1', 'coin'), tossed('11', '1', 'balance')]).toEqual([2, 1]);
  });
});
