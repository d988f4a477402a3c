import { describe, expect, it } from 'vitest';
import { fieldOf } from '../../shared/arena/field.ts';
import { aTicket, playerId } from '../support/builders.ts';

const table = (...whos: readonly number[]) => whos.map(playerId);
const positions = (field: ReturnType<typeof fieldOf>, ...whos: readonly number[]) =>
  whos.map((who) => field.positionOf(playerId(who)));

describe('the field', () => {
  it('is the table of those who are around, in its order', () => {
    const field = fieldOf(table(5, 3, 8), [aTicket(3), aTicket(8)]);

    expect(field.size).toBe(3);
    expect(positions(field, 5, 3, 8)).toEqual([0, 1, 2]);
  });

  it('has newcomers below the table: by points, then by rating, then who joined first', () => {
    const field = fieldOf(table(1, 2), [
      aTicket(10, { rating: 1_500 }),
      aTicket(11, { rating: 1_600 }),
      aTicket(12, { points: 2, rating: 1_200 }),
      aTicket(13, { rating: 1_500, joinedAtMs: 3 }),
      aTicket(2, { points: 40 }),
    ]);

    expect(field.size).toBe(6);
    expect(positions(field, 1, 2, 12, 11, 13, 10)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('is those who wait where there is no table yet', () => {
    const field = fieldOf(null, [aTicket(1), aTicket(2, { rating: 1_900 }), aTicket(3)]);

    expect(field.size).toBe(3);
    expect(positions(field, 2, 1, 3)).toEqual([0, 1, 2]);
  });

  it('has anybody else below everybody', () => {
    expect(positions(fieldOf(table(1, 2), [aTicket(3)]), 9)).toEqual([3]);
  });

  it.each([
    ['two in the table', table(1, 2), [1, 2], true],
    ['one in the table and one beside it', table(1), [1, 2], true],
    ['one who waits and one who plays', table(1, 2), [1], true],
    ['two who wait and one who plays', table(1, 2, 3), [1, 2], false],
    ['two in the table and one beside it', table(1, 2), [3], false],
    ['two who wait where no table says who plays', null, [1, 2], false],
  ])('of %s: a duel is %#', (_, around, whos, expected) => {
    expect(
      fieldOf(
        around,
        whos.map((who) => aTicket(who)),
      ).isDuel,
    ).toBe(expected);
  });
});
