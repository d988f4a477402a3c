import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableHead, TablePage, Tables } from '../../shared/app/ports.ts';
import { buildFinal, type Final } from '../../shared/arena/final.ts';
import type { Row } from '../../shared/arena/row.ts';
import { rankRows } from '../../shared/arena/standings.ts';
import { idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import { viewStanding } from '../../shared/protocol/arena-view.ts';
import { type LocalDatabase, localDatabase } from '../support/local-database.ts';
import { memoryTables } from '../support/memory-tables.ts';
import { anArena, aRow } from '../support/samples.ts';

/** Two pages and a half. */
const PLAYERS = 250;
const arena = anArena({ who: 0, version: 0, state: 'open' });
const sample = { who: 0, version: 0, state: 'ready', seated: true, since: 1, connected: true };

const rows = Array.from(
  { length: PLAYERS },
  (_, number): Row => ({
    ...aRow({ ...sample, games: number % 3 }),
    player: idFromBytes<PlayerId>(Uint8Array.of(9, 0, 0, 0, 0, 0, number >> 8, number & 255)),
    name: `Player ${number}`,
    joinedAtMs: number,
  }),
);

let database: LocalDatabase;
let stores: readonly (readonly [string, Tables])[];
beforeAll(async () => {
  database = await localDatabase();
  stores = [
    ['the fake', memoryTables()],
    ['the adapter', database.tables],
  ];
});
afterAll(() => database.close());

/** A table as published at an instant. */
function table(readStartedAtMs: number): { head: TableHead; pages: TablePage[] } {
  const lines = rankRows(arena, rows, 0).map(viewStanding);
  const stamp = { version: readStartedAtMs, readStartedAtMs, players: PLAYERS };
  const pages = [0, 1, 2].map((page) => ({
    ...stamp,
    lines: lines.slice(page * 100, (page + 1) * 100),
  }));
  return { head: { ...stamp, pages: pages.length }, pages };
}

describe('published tables, by the fake and by the adapter', () => {
  it('are there page by page, and an older one never replaces a newer one', async () => {
    for (const [, tables] of stores) {
      const [newer, older] = [table(20), table(10)];
      expect(await tables.head(arena.id)).toBeNull();

      await tables.publish(arena.id, newer.head, newer.pages);
      await tables.publish(arena.id, older.head, older.pages);

      expect(await tables.head(arena.id)).toEqual(newer.head);
      for (const [index, page] of newer.pages.entries()) {
        expect(await tables.page(arena.id, index)).toEqual(page);
      }
      expect(await tables.page(arena.id, 3)).toBeNull();
    }
  });

  it('frozen ones stay as the first writer wrote them', async () => {
    const final = await buildFinal(arena, rows);
    const other: Final = { ...final, winners: [], frozenAtMs: 7 };
    for (const [, tables] of stores) {
      await tables.freeze(arena.id, final);
      await tables.freeze(arena.id, final);
      await tables.freeze(arena.id, other);

      const { lines, ...head } = final;
      const stored = await tables.finalHead(arena.id, 1);
      expect(stored).toEqual({ ...head, pages: 3, players: PLAYERS });
      if (stored === null) throw new Error('no head');
      const pages = await Promise.all(
        [0, 1, 2].map((page) => tables.finalPage(arena.id, stored, page)),
      );
      expect(pages.flat()).toEqual(lines);
      expect(await tables.finalPage(arena.id, stored, 3)).toBeNull();
      expect(await tables.finalHead(arena.id, 2)).toBeNull();
    }
  });

  it('are byte for byte the same items when they are frozen twice', async () => {
    const [first, second] = [await localDatabase(), await localDatabase()];
    const final = await buildFinal(arena, rows);

    await first.tables.freeze(arena.id, final);
    await second.tables.freeze(arena.id, final);
    await second.tables.freeze(arena.id, final);

    const items = ({ db }: LocalDatabase) =>
      JSON.stringify(db.call('Scan', { TableName: 'arenas' }));
    expect(items(second)).toBe(items(first));
    await Promise.all([first.close(), second.close()]);
  });
});
