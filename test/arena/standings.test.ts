import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildFinal } from '../../shared/arena/final.ts';
import { comparePerformance } from '../../shared/arena/performance.ts';
import type { Row } from '../../shared/arena/row.ts';
import { rankRows, type Standing, winnersOf } from '../../shared/arena/standings.ts';
import { anOpenArena, aReadyRow } from '../support/builders.ts';
import { entries, entry } from './sheets.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
console.log(`standings: SEED=${SEED}`);

const arena = anOpenArena({ endsAtMs: 1_000 });

/** A ready row with a sheet; its name is its number. */
const row = (number: number, log: Row['log'], more: Partial<Row> = {}): Row =>
  aReadyRow(number, { log, ...more });

const ranks = (rows: readonly Row[]): (readonly [string, number])[] =>
  rankRows(arena, rows, 0).map(({ name, rank }) => [name, rank] as const);

describe('the table', () => {
  it('ranks by points, then by performance, and shares ranks of equals: 1, 2, 2, 4', () => {
    const rows = [
      row(4, entries('L')),
      row(3, entries('W L')),
      row(2, entries('W L')),
      row(1, entries('W W')),
    ];

    expect(ranks(rows)).toEqual([
      ['1', 1],
      ['2', 2],
      ['3', 2],
      ['4', 4],
    ]);
  });

  it('lets performance decide before anything else between equal points', () => {
    const strong = row(2, [entry('W', { opponentRating: 1_501 })]);
    const weak = row(1, [entry('W', { opponentRating: 1_500 })]);

    expect(ranks([weak, strong])).toEqual([
      ['2', 1],
      ['1', 2],
    ]);
  });

  it('puts players without a game after all others, by rating, sharing only equal ratings', () => {
    const rows = [
      row(1, [], { rating: 1_900 }),
      row(2, [], { rating: 2_000 }),
      row(3, [], { rating: 1_900 }),
      row(4, entries('L L L')),
    ];

    expect(ranks(rows)).toEqual([
      ['4', 1],
      ['2', 2],
      ['1', 3],
      ['3', 3],
    ]);
  });

  it('lichess-org/lila#1763: takes a removed player out and closes the ranks', () => {
    const rows = [row(1, entries('W W')), row(2, entries('W')), row(3, entries('L'))];
    const removed = rows.map((one) => (one.name === '2' ? { ...one, removed: true } : one));

    expect(ranks(removed)).toEqual([
      ['1', 1],
      ['3', 2],
    ]);
  });

  it('says who plays, waits, pauses or is away', () => {
    const rows = [
      row(1, [], { state: 'play' }),
      row(2, []),
      row(3, [], { state: 'idle', paused: true }),
      row(4, [], { leaseUntilMs: 5 }),
      row(5, [], { state: 'idle' }),
    ];

    const seen = rankRows(arena, rows, 10).map(({ activity }) => activity);

    expect(seen).toEqual(['playing', 'ready', 'paused', 'absent', 'absent']);
  });

  it('has all of rank 1 for winners, and none before a game was played', () => {
    const two = [row(1, entries('W')), row(2, entries('W')), row(3, entries('L'))];

    expect(winnersOf(rankRows(arena, two, 0))).toHaveLength(2);
    expect(winnersOf(rankRows(arena, [row(1, []), row(2, [])], 0))).toEqual([]);
  });
});

describe('any table', () => {
  it('is one order of its rows, whatever order they are read in, with ranks by place', () => {
    everyTable((rows) => {
      const table = rankRows(arena, rows, 0);
      const kept = rows.filter(({ removed }) => !removed).map(({ player }) => player);

      expect(rankRows(arena, [...rows].reverse(), 0)).toEqual(table);
      expect(table.map(({ player }) => player).sort()).toEqual(kept.sort());
      for (const [index, line] of table.entries()) {
        const above = table[index - 1];
        expect([index + 1, above?.rank]).toContain(line.rank);
        if (above?.rank === line.rank) expect(merit(above)).toEqual(merit(line));
        else if (above !== undefined) expect(isBetter(merit(above), merit(line))).toBe(true);
      }
    });
  });

  it('is led by its winners, who have played', () => {
    everyTable((rows) => {
      const table = rankRows(arena, rows, 0);
      const winners = winnersOf(table);

      expect(table.slice(0, winners.length).map(({ player }) => player)).toEqual(winners);
      expect(winners.length > 0).toBe(table.some(({ sheet }) => sheet.scores.length > 0));
    });
  });
});

/** What ranks a line, in the order in which it is looked at. */
const merit = ({ sheet, performance, rating }: Standing): number[] =>
  performance.count === 0 ? [0, rating] : [1, sheet.points, performance.sum / performance.count];

const isBetter = (a: readonly number[], b: readonly number[]): boolean => {
  const index = a.findIndex((value, i) => value !== b[i]);
  return (a[index] ?? 0) > (b[index] ?? 0);
};

/** Checks a law on many small tables with many ties. */
function everyTable(holds: (rows: readonly Row[]) => void): void {
  const one = fc.record({
    sheet: fc.constantFrom('', '', 'W', 'W', 'L', 'L W', 'W L', 'D40', 'W W', 'D18'),
    opponentRating: fc.constantFrom(1_499, 1_500),
    rating: fc.constantFrom(1_500, 1_600),
    joinedAtMs: fc.nat(2),
    removed: fc.constantFrom(false, false, false, true),
  });
  const tables = fc.array(one, { maxLength: 12, size: 'max' }).map((parts) =>
    parts.map(({ sheet, opponentRating, ...part }, number) =>
      row(
        number,
        entries(sheet).map((score) => ({ ...score, opponentRating })),
        part,
      ),
    ),
  );
  fc.assert(fc.property(tables, holds), { seed: SEED, numRuns: 1_000 });
}

describe('performances', () => {
  it('are compared like exact fractions, however large', () => {
    const fraction = fc.record({
      sum: fc.integer({ min: -500_000, max: 4_500_000 }),
      count: fc.integer({ min: 1, max: 1_000 }),
    });
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        const difference = BigInt(a.sum) * BigInt(b.count) - BigInt(b.sum) * BigInt(a.count);
        expect(BigInt(comparePerformance(a, b))).toBe(difference);
      }),
      { seed: SEED, numRuns: 1_000 },
    );
  });

  it('are compared exactly, also where their rounded values are equal', () => {
    const thirds = { sum: 4_501, count: 3 };
    const sevenths = { sum: 10_502, count: 7 };

    expect(Math.round(4_501 / 3)).toBe(Math.round(10_502 / 7));
    expect(comparePerformance(thirds, sevenths)).toBeGreaterThan(0);
    expect(comparePerformance({ sum: 3_000, count: 2 }, { sum: 1_500, count: 1 })).toBe(0);
  });
});

describe('a final', () => {
  it('is the same whatever happened after the end, in whatever order rows are read', async () => {
    const rows = [row(1, entries('W W')), row(2, entries('L D40'))];
    const later = rows.map((one) => ({
      ...one,
      log: [...one.log, entry('W', { endedAtMs: arena.endsAtMs + 1 })],
      state: 'idle' as const,
      connection: null,
      version: 9,
    }));

    const [final, again] = [
      await buildFinal(arena, rows),
      await buildFinal(arena, later.reverse()),
    ];

    expect(again).toEqual(final);
    expect(final.lines[0]).toMatchObject({ rank: 1, points: 8, reasons: ['win', 'win'] });
  });
});
