import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  finalTableVersion,
  type TableHead,
  type Tables,
  TOP_PAGES,
} from '../../shared/app/tables.ts';
import { buildFinal, type Final } from '../../shared/arena/final.ts';
import { PAGE_ROWS } from '../../shared/arena/standings.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { type LocalDatabase, localDatabase } from '../support/local-database.ts';
import { memoryTables } from '../support/memory-tables.ts';
import { anArena } from '../support/samples.ts';
import {
  anotherArena,
  pagesOf,
  playerOf,
  rebuild,
  rows,
  rowsOf,
  table,
} from '../support/some-table.ts';

const arena = anArena({ who: 0, version: 0, state: 'open' });

let databases: LocalDatabase[];
/** Both implementations, empty, with a way to see which pages the adapter has written. */
let stores: readonly (readonly [string, Tables])[];
beforeAll(async () => {
  databases = [await localDatabase()];
  stores = [
    ['the fake', memoryTables()],
    ['the adapter', (databases[0] as LocalDatabase).tables],
  ];
});
afterAll(() => Promise.all(databases.map((database) => database.close())));

describe('published tables, by the fake and by the adapter', () => {
  it('are there page by page, with the order of all players', async () => {
    for (const [, tables] of stores) {
      const id = anotherArena();
      expect(await tables.head(id)).toBeNull();

      const { lines, complete: _, stats, aroundUntilMs: __, endsAtMs: ___, ...stamp } = table(20);
      await rebuild(tables, id, table(20));

      expect(await tables.head(id)).toMatchObject({
        ...{ claimedAtMs: 20, readStartedAtMs: 20, completeAtMs: 20, stats },
      });
      expect(await pagesOf(tables, id, 4)).toEqual([
        { ...stamp, lines: lines.slice(0, PAGE_ROWS) },
        { ...stamp, lines: lines.slice(PAGE_ROWS, 2 * PAGE_ROWS) },
        { ...stamp, lines: lines.slice(2 * PAGE_ROWS) },
        null,
      ]);
      const order = await tables.order(id);
      expect(order?.leaders.map(({ player }) => player)).toEqual(
        lines.slice(0, 5).map(({ player }) => player),
      );
      for (const [index, { player, rank }] of lines.entries()) {
        expect(order?.place(player)).toEqual({ index, rank });
      }
      expect(order?.place(playerOf(999))).toBeNull();
    }
  });

  it('say who is around, in order, for as long as they know', async () => {
    for (const [, tables] of stores) {
      const id = anotherArena();
      await rebuild(tables, id, table(20));
      const order = present(await tables.order(id), 'order');
      const inOrder = (...players: readonly PlayerId[]) =>
        table(20).lines.flatMap(({ player }) => (players.includes(player) ? [player] : []));
      const [playing, back, longest, waits] = [3, 5, 7, 9].map(playerOf) as [
        ...[PlayerId, PlayerId, PlayerId, PlayerId],
      ];
      const nobody = new Set<PlayerId>();

      expect(order.around(59_000, nobody)).toEqual(inOrder(playing, back, longest));
      // Whole seconds are stored, rounded up from the instant of the table.
      expect(order.around(60_020, nobody)).toEqual(inOrder(playing, longest));
      expect(order.around(300_000, nobody).length).toBeLessThanOrEqual(2);
      expect(order.around(10 ** 9, new Set([waits, playerOf(999)]))).toEqual(
        inOrder(playing, waits),
      );
    }
  });

  it('an older one never replaces a newer one, whoever writes first', async () => {
    for (const [, tables] of stores) {
      const id = anotherArena();
      await tables.claim(id, null, 10);
      const seen = await tables.head(id);
      await tables.claim(id, seen, 20);

      await tables.publish(id, table(20), seen);
      await tables.publish(id, table(10, rowsOf(3)), null);

      expect(await tables.head(id)).toMatchObject({ claimedAtMs: 20, readStartedAtMs: 20 });
      expect((await tables.page(id, 0))?.version).toBe(20);
      expect((await tables.order(id))?.players).toBe(250);
    }
  });

  it('one of two claims of the same head wins', async () => {
    for (const [, tables] of stores) {
      const id = anotherArena();
      expect(await tables.claim(id, null, 5)).toBe(true);
      expect(await tables.claim(id, null, 6)).toBe(false);
      const seen = await tables.head(id);
      expect(await tables.claim(id, seen, 7)).toBe(true);
      expect(await tables.claim(id, seen, 8)).toBe(false);
      expect((await tables.head(id))?.claimedAtMs).toBe(7);
    }
  });

  it('unchanged pages stay as they are', async () => {
    for (const [, tables] of stores) {
      const id = anotherArena();
      await rebuild(tables, id, table(20));
      const changed = rows.map((row) =>
        row.player === playerOf(0) ? { ...row, name: 'Renamed' } : row,
      );
      const page = table(30, changed).lines.findIndex(({ name }) => name === 'Renamed');
      await rebuild(tables, id, table(30, changed));

      const versions = (await pagesOf(tables, id, 3)).map((stored) => stored?.version);
      const expected = [20, 20, 20];
      expected[Math.floor(page / PAGE_ROWS)] = 30;
      expect(versions).toEqual(expected);
    }
  });

  it('every page is written after a rebuild that has not come to its end', async () => {
    for (const [, tables] of stores) {
      const id = anotherArena();
      await rebuild(tables, id, table(20));
      const before = await tables.head(id);
      await tables.claim(id, before, 30);

      await rebuild(tables, id, table(40));
      await tables.publish(id, table(30, rowsOf(7)), before);

      const versions = (await pagesOf(tables, id, 3)).map((stored) => stored?.version);
      expect(versions).toEqual([40, 40, 40]);
    }
  });

  it('a table that has become shorter leaves nobody on the pages behind it', async () => {
    for (const [, tables] of stores) {
      const id = anotherArena();
      await rebuild(tables, id, table(20));
      await rebuild(tables, id, table(30, rowsOf(90)));
      await rebuild(tables, id, table(40, rowsOf(91)));

      const counts = (await pagesOf(tables, id, 3)).map((stored) => stored?.lines.length);
      expect(counts).toEqual([91, 0, 0]);
    }
  });

  it('of a large table the first pages come at once, the rest later', async () => {
    const many = rowsOf(100 * (TOP_PAGES + 2));
    const renamed = many.map((row) => ({ ...row, name: `${row.name}!` }));
    for (const [, tables] of stores) {
      const id = anotherArena();
      await rebuild(tables, id, table(20, many));
      await rebuild(tables, id, table(30, renamed, { complete: false }));
      const versions = async () =>
        (await pagesOf(tables, id, TOP_PAGES + 2)).map((page) => page?.version);
      const top = Array.from({ length: TOP_PAGES }, () => 30);

      expect(await versions()).toEqual([...top, 20, 20]);
      expect(await tables.head(id)).toMatchObject({ readStartedAtMs: 30, completeAtMs: 20 });
      await rebuild(tables, id, table(40, renamed));
      expect(await versions()).toEqual([...top, 40, 40]);
    }
  });

  it('a final one ends all others, claims too, and gives way to the next final alone', async () => {
    for (const [, tables] of stores) {
      const id = anotherArena();
      await rebuild(tables, id, table(20));
      const seen = await tables.head(id);
      await tables.claim(id, seen, 30);
      const final = (version: number) =>
        table(finalTableVersion(version), rowsOf(5), { final: version, state: 'frozen' });

      await tables.publish(id, final(1), await tables.head(id));
      await tables.publish(id, table(30), seen);
      expect(await tables.claim(id, seen, 40)).toBe(false);
      expect((await tables.page(id, 0))?.final).toBe(1);
      await tables.publish(id, final(2), await tables.head(id));
      await tables.publish(id, final(1), await tables.head(id));

      expect(await tables.page(id, 0)).toMatchObject({ final: 2, state: 'frozen', players: 5 });
      const { claimedAtMs, readStartedAtMs, completeAtMs } = (await tables.head(id)) as TableHead;
      expect(new Set([claimedAtMs, readStartedAtMs, completeAtMs]).size).toBe(1);
    }
  });

  it('note that a message is under way', async () => {
    for (const [, tables] of stores) {
      const id = anotherArena();
      await tables.noteLook(id, 5);
      expect(await tables.head(id)).toBeNull();
      await rebuild(tables, id, table(20));
      await tables.noteLook(id, 25);
      expect((await tables.head(id))?.lookAtMs).toBe(25);
    }
  });
});

describe('final rankings, by the fake and by the adapter', () => {
  it('stay as the first writer wrote them', async () => {
    const final = await buildFinal(arena, rows);
    const other: Final = { ...final, winners: [], frozenAtMs: 7 };
    for (const [, tables] of stores) {
      const { lines, ...head } = final;
      const stored = { ...head, pages: 3, players: rows.length };
      expect(await tables.freeze(arena.id, final)).toEqual(stored);
      expect(await tables.freeze(arena.id, final)).toEqual(stored);
      expect(await tables.freeze(arena.id, other)).toEqual(stored);

      expect(await tables.finalHead(arena.id, 1)).toEqual(stored);
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
    databases.push(first, second);
    const final = await buildFinal(arena, rows);

    await first.tables.freeze(arena.id, final);
    await second.tables.freeze(arena.id, final);
    await second.tables.freeze(arena.id, final);

    const items = ({ db }: LocalDatabase) =>
      JSON.stringify(db.call('Scan', { TableName: 'arenas' }));
    expect(items(second)).toBe(items(first));
  });
});
