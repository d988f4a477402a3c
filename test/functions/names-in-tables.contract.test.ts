import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACE } from '../../functions/aws/item.ts';
import type { Tables } from '../../shared/app/tables.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { type LocalDatabase, localDatabase } from '../support/local-database.ts';
import { memoryTables } from '../support/memory-tables.ts';
import { anotherArena, pagesOf, playerOf, rebuild, rows, table } from '../support/some-table.ts';

let database: LocalDatabase;
let stores: readonly Tables[];
beforeAll(async () => {
  database = await localDatabase();
  stores = [memoryTables(), database.tables];
});
afterAll(() => database.close());

describe('names in a published table, by the fake and by the adapter', () => {
  it('a player is renamed on his page and among the leaders, nothing else', async () => {
    for (const tables of stores) {
      const id = anotherArena();
      await rebuild(tables, id, table(20));
      const before = await pagesOf(tables, id, 4);
      const { leaders, ...rest } = present(await tables.order(id), 'order');
      const best = present(leaders[0], 'leader').player;
      const last = present(table(20).lines.at(-1), 'line').player;
      for (const player of [best, last, playerOf(999)]) await tables.rename(id, player, 'Uil');

      const renamed = <T extends { readonly player: PlayerId }>(line: T): T =>
        [best, last].includes(line.player) ? { ...line, name: 'Uil' } : line;
      expect(await pagesOf(tables, id, 4)).toEqual(
        before.map((page) => page && { ...page, lines: page.lines.map(renamed) }),
      );
      const after = present(await tables.order(id), 'order');
      expect(after.leaders).toEqual(leaders.map(renamed));
      expect([after.version, after.players]).toEqual([rest.version, rest.players]);
      expect(after.place(last)).toEqual(rest.place(last));
    }
  });

  it('two players of one page are renamed at once, and so is one while a table comes', async () => {
    for (const tables of stores) {
      const id = anotherArena();
      await rebuild(tables, id, table(20));
      const some = table(20)
        .lines.slice(0, 4)
        .map(({ player }) => player);
      const seen = await tables.head(id);
      await Promise.all(some.map((player) => tables.rename(id, player, `Uil ${player}`)));
      const lines = (await tables.page(id, 0))?.lines.slice(0, 5).map(({ name }) => name);
      expect(lines?.slice(0, 4)).toEqual(some.map((player) => `Uil ${player}`));

      const changed = rows.map((row) => ({ ...row, name: `New ${row.name}` }));
      await tables.claim(id, seen, 30);
      const [first] = some as [PlayerId];
      await Promise.all([
        tables.publish(id, table(30, changed), seen),
        tables.rename(id, first, 'Uil'),
      ]);
      const page = present(await tables.page(id, 0), 'page');
      expect(page.version).toBe(30);
      const others = page.lines.filter(({ player }) => player !== first);
      expect(others.every(({ name }) => name.startsWith('New '))).toBe(true);
      // Whichever came first: an erasure is done with a table when nobody publishes old names.
      const shown = page.lines.find(({ player }) => player === first)?.name;
      expect(['Uil', `New ${rows.find(({ player }) => player === first)?.name}`]).toContain(shown);
      await tables.rename(id, first, 'Uil');
      const again = present(await tables.page(id, 0), 'page');
      expect(again.lines.find(({ player }) => player === first)?.name).toBe('Uil');
    }
  });

  it('also on a page behind one that has expired', async () => {
    const { tables, db } = database;
    const id = anotherArena();
    await rebuild(tables, id, table(20));
    const last = present(table(20).lines.at(-1), 'line').player;
    db.call('DeleteItem', { TableName: 'arenas', Key: PLACE.tablePage(id, 1).key });
    await tables.rename(id, last, 'Uil');

    expect((await tables.page(id, 2))?.lines.at(-1)).toMatchObject({ player: last, name: 'Uil' });
  });
});
