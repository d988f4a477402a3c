import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairNeighbours } from '../../shared/arena/pairing.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import { chooseSide, type SideHistory, sideHistory } from '../../shared/arena/sides.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { aTicket, playerId } from '../support/builders.ts';
import { entry } from './sheets.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
console.log(`pairing: SEED=${SEED}`);

const names = (tickets: readonly Ticket[], rematches = false): string[] =>
  pairNeighbours(tickets, rematches).pairs.map((pair) => pair.map(({ name }) => name).join('-'));

describe('pairing', () => {
  it('pairs neighbours by points, before any game by rating', () => {
    const byPoints = [1, 2, 3, 4].map((who) => aTicket(who, { points: who % 2 === 0 ? 4 : 0 }));
    const byRating = [1, 2, 3, 4].map((who) => aTicket(who, { rating: 1_500 + (who % 2) * 100 }));

    expect(names(byPoints)).toEqual(['2-4', '1-3']);
    expect(names(byRating)).toEqual(['1-3', '2-4']);
  });

  it('lets the last to become ready wait when the number is odd', () => {
    const three = [aTicket(1, { points: 4, readySinceMs: 9 }), aTicket(2), aTicket(3)];

    expect(names(three)).toEqual(['2-3']);
  });

  it('does not let him wait when that would cost a pair', () => {
    const justMet = [
      aTicket(1, { lastOpponent: playerId(2) }),
      aTicket(2, { lastOpponent: playerId(1) }),
    ];

    expect(names([...justMet, aTicket(3)])).toHaveLength(1);
  });

  it('pairs nobody with his last opponent; either memory suffices', () => {
    expect(names([aTicket(1, { lastOpponent: playerId(2) }), aTicket(2)])).toEqual([]);
    expect(names([aTicket(1), aTicket(2, { lastOpponent: playerId(1) })])).toEqual([]);
    expect(names([aTicket(1, { lastOpponent: playerId(2) }), aTicket(2)], true)).toEqual(['1-2']);
  });

  it('is a matching without forbidden pairs, and nobody waits who could be paired', () => {
    everyQueue((tickets) => {
      const { pairs, waiting } = pairNeighbours(tickets, false);

      const all = [...pairs.flat(), ...waiting].map(({ player }) => player).sort();
      expect(all).toEqual(tickets.map(({ player }) => player).sort());
      for (const [a, b] of pairs) expect(mayMeet(a, b)).toBe(true);
      for (const a of waiting) expect(waiting.filter((b) => a !== b && mayMeet(a, b))).toEqual([]);
    });
  });

  it('depends on who waits, not on the order in which they are listed', () => {
    everyQueue((tickets) => {
      const { pairs } = pairNeighbours(tickets, false);

      expect(pairNeighbours([...tickets].reverse(), false).pairs).toEqual(pairs);
    });
  });

  it('leaves nobody but the newest, and him only when they are odd, where all may meet', () => {
    everyQueue((tickets) => {
      const waiting = pairNeighbours(tickets, true).waiting;
      const newest = tickets.toSorted((a, b) => a.readySinceMs - b.readySinceMs || byId(a, b));

      expect(waiting).toEqual(tickets.length % 2 === 0 ? [] : newest.slice(-1));
    });
  });
});

const byId = (a: Ticket, b: Ticket): number => (a.player < b.player ? -1 : 1);
const mayMeet = (a: Ticket, b: Ticket): boolean =>
  a.lastOpponent !== b.player && b.lastOpponent !== a.player;

/** Checks a law on many queues, after games that some of them have played with each other. */
function everyQueue(holds: (tickets: readonly Ticket[]) => void): void {
  const one = fc.record({ points: fc.nat(6), readySinceMs: fc.nat(50) });
  const queues = fc
    .tuple(
      fc.array(one, { maxLength: 20, size: 'max' }),
      fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 30, size: 'max' }),
    )
    .map(([parts, games]) => {
      const last = new Map(games.flatMap(([a, b]) => (a === b ? [] : [pair(a, b), pair(b, a)])));
      return parts.map((part, who) =>
        aTicket(who, { ...part, lastOpponent: last.get(who) ?? null }),
      );
    });
  fc.assert(fc.property(queues, holds), { seed: SEED, numRuns: 1_000 });
}

const pair = (who: number, opponent: number) => [who, playerId(opponent)] as const;

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
