import { describe, expect, it } from 'vitest';
import { buildFinal } from '../../shared/arena/final.ts';
import { comparePerformance } from '../../shared/arena/performance.ts';
import type { Row } from '../../shared/arena/row.ts';
import { rankRows, winnersOf } from '../../shared/arena/standings.ts';
import { idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import { anArena, aRow } from '../support/samples.ts';
import { entries, entry } from './sheets.ts';

const arena = { ...anArena({ who: 0, version: 0, state: 'open' }), endsAtMs: 1_000 };

/** A row with a sheet; rows are told apart by their number. */
const row = (number: number, log: Row['log'], more: Partial<Row> = {}): Row => ({
  ...aRow({
    ...{ who: 0, version: 0, state: 'ready', seated: true, since: 1, games: 0, connected: true },
  }),
  player: idFromBytes<PlayerId>(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, number)),
  name: String(number),
  joinedAtMs: number,
  log,
  ...more,
});

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

describe('performances', () => {
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
