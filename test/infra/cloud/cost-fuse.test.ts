import { describe, expect, it } from 'vitest';
import { TABLE_QUOTA_UNITS } from '../../../infra/cloud/cost-fuse.ts';
import { exampleStack, only, type Properties, readable } from './example-stack.ts';

interface Units {
  readonly MaxReadRequestUnits: number;
  readonly MaxWriteRequestUnits: number;
}

const fusesOf = (fusePercent?: number) =>
  exampleStack(fusePercent === undefined ? {} : { fusePercent })
    .resources('AWS::DynamoDB::Table')
    .map(([id, table]) => ({
      id: readable({ Ref: id }),
      table: table.OnDemandThroughput as Units,
      indexes: ((table.GlobalSecondaryIndexes ?? []) as readonly Properties[]).map(
        ({ OnDemandThroughput }) => OnDemandThroughput as Units,
      ),
    }));

const units = (reads: number, writes: number): Units => ({
  MaxReadRequestUnits: reads,
  MaxWriteRequestUnits: writes,
});

const fuses = fusesOf();
const fuseOf = (table: string) => only(fuses, ({ id }) => id === `{Tables${table}}`);

describe('the cost fuse', () => {
  it.each([
    ['Games', units(10_000, 6_000)],
    ['Arenas', units(12_000, 15_000)],
    ['Players', units(6_000, 8_000)],
  ])('of %s', (table, expected) => {
    expect(fuseOf(table).table).toEqual(expected);
  });

  it('of an index takes every write that its table takes', () => {
    const indexed = fuses.filter(({ indexes }) => indexes.length > 0);
    expect(indexed).toHaveLength(2);
    for (const { table, indexes } of indexed) {
      for (const index of indexes) expect(index).toEqual({ ...table, MaxReadRequestUnits: 2_000 });
    }
  });

  it('does not blow when 10,000 players move', () => {
    const movesPerSecond = (10_000 / 2 / 180) * 70;

    expect(fuseOf('Games').table.MaxWriteRequestUnits).toBeGreaterThan(2 * movesPerSecond);
    expect(fuseOf('Games').table.MaxReadRequestUnits).toBeGreaterThan(2 * (movesPerSecond / 2));
  });

  // `npm run bench -- first-wave` prints both.
  it('does not blow in the first wave of 10,000, were it twice as fast as on one machine', () => {
    const writes = 30_330;
    const seconds = 4.3;

    expect(fuseOf('Arenas').table.MaxWriteRequestUnits).toBeGreaterThan((2 * writes) / seconds);
    expect(fuseOf('Games').table.MaxWriteRequestUnits).toBeGreaterThan((2 * 10_000) / seconds);
  });

  it('keeps what an hour can cost below 80 dollars', () => {
    const usdPerWrite = 0.625e-6;
    const usdPerRead = 0.125e-6;
    const tables = fuses.map(({ table }) => table);
    const writes = tables.reduce((sum, table) => sum + table.MaxWriteRequestUnits, 0);
    const reads = tables.reduce((sum, table) => sum + table.MaxReadRequestUnits, 0);

    expect(3_600 * (writes * usdPerWrite + reads * usdPerRead)).toBeLessThan(80);
  });

  it('follows -c fusePercent', () => {
    const [games] = fusesOf(50);
    expect(games?.table).toEqual(units(5_000, 3_000));
  });

  it('never asks for more than an account lets a table have', () => {
    const all = fusesOf(10_000).flatMap(({ table, indexes }) => [table, ...indexes]);
    expect(new Set(all.flatMap(Object.values))).toEqual(new Set([TABLE_QUOTA_UNITS]));
  });
});
