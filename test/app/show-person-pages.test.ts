import { describe, expect, it } from 'vitest';
import type { Entity } from '../../shared/app/entities.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { showPerson } from '../../shared/app/show-person.ts';
import { shardOf } from '../../shared/arena/arena.ts';
import type { Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import { inGroups } from '../../shared/core/groups.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { PersonView } from '../../shared/protocol/person-view.ts';
import { anIdleRow, anOpenArena, arenaId, playerId } from '../support/builders.ts';
import { localDatabase } from '../support/local-database.ts';
import { memoryStore } from '../support/memory-store.ts';
import { memoryTables } from '../support/memory-tables.ts';
import { personOn, type Shows } from '../support/people.ts';
import { createStage, playersOf, START_MS } from '../support/stage.ts';

const PAGE = 10;
/** A transaction of DynamoDB holds so many items. */
const WRITES_MAX = 100;

const portsOn = (entities: readonly Entity[]): Shows => ({
  store: memoryStore(undefined, undefined, entities),
  tables: memoryTables(),
  now: () => START_MS,
});

/** Arenas of one player; every three of them start at the same time. */
function manyArenas(count: number) {
  const player = playerId(1);
  const arenas = Array.from({ length: count }, (_, index) =>
    anOpenArena({ id: arenaId(index + 1), startsAtMs: 1_000 * (1 + Math.floor(index / 3)) }),
  );
  const rows = arenas.map(({ id, shards }) =>
    anIdleRow(1, { arena: id, shard: shardOf(player, shards), seated: false }),
  );
  const entities: Entity[] = [
    {
      type: 'profile',
      guest: false,
      player,
      version: 0,
      name: 'Ama',
      rating: 1_500,
      createdAtMs: 0,
    },
    ...arenas,
    ...rows,
    ...arenas.map(
      ({ id, startsAtMs }): Entity => ({
        ...{ type: 'participation', player, arena: id, version: 0, startsAtMs },
      }),
    ),
  ];
  return { player, arenas, entities };
}

async function walk(ports: Shows, player: PlayerId): Promise<readonly PersonView[]> {
  const pages = [await personOn(ports, player)];
  for (let { next } = present(pages[0], 'page'); next !== null; ) {
    const page = await personOn(ports, player, next);
    pages.push(page);
    next = page.next;
  }
  return pages;
}

describe("the pages of a person's arenas", () => {
  it('have ten each, the latest first, each arena once', async () => {
    const { player, arenas, entities } = manyArenas(25);
    const ports = portsOn(entities);
    const pages = await walk(ports, player);

    expect(pages.map((page) => page.arenas.length)).toEqual([PAGE, PAGE, 5]);
    const shown = pages.flatMap((page) => page.arenas);
    expect(shown.map(({ arena }) => arena)).toEqual(arenas.map(({ id }) => id).reverse());
  });

  it('end where the last one is full', async () => {
    const { player, entities } = manyArenas(PAGE);
    const ports = portsOn(entities);

    expect(await personOn(ports, player)).toMatchObject({ next: null, arenas: { length: PAGE } });
  });

  it('are the same on the database, and cost what they may', async () => {
    const { player, arenas, entities } = manyArenas(25);
    const { store, tables, meter, close } = await localDatabase({ nowMs: () => START_MS });
    const writes = entities.map((entity) => ({ op: 'create', entity }) as const);
    for (const some of inGroups(writes, WRITES_MAX)) await store.commit(some);
    const ports = { store, tables, now: () => START_MS };
    Object.assign(meter, { requests: 0, readUnits: 0, writeUnits: 0 });
    await personOn(ports, player);
    const cost = { ...meter };
    const pages = await walk(ports, player);
    await close();

    console.log(`a page of a person: ${JSON.stringify(cost)}`);
    // Profile and three ratings, consistent, and the list; of each arena itself, row and order.
    const [requests, readUnits] = [1 + 3 + 1 + 3 * PAGE, 1 + 3 + 0.5 + 3 * 0.5 * PAGE];
    expect(cost).toEqual({ requests, readUnits, writeUnits: 0 });
    const shown = pages.flatMap((page) => page.arenas);
    expect(shown.map(({ arena }) => arena)).toEqual(arenas.map(({ id }) => id).reverse());
  });
});

describe('somebody whom nobody knows', () => {
  it('is not found', async () => {
    const stage = createStage();
    const [stranger] = playersOf(1) as [PlayerId];

    expect(await showPerson(stage.ports, stranger, null)).toEqual({
      ...{ ok: false, error: { code: 'notFound', field: 'id', expected: 'a player' } },
    });
  });

  it.each(['', 'x', '1000', '1000-x', `-5-${arenaId(1)}`, `12.5-${arenaId(1)}`, '1-2-3'])(
    'nor is a page at %j',
    async (cursor) => {
      const { player, entities } = manyArenas(1);
      const ports = portsOn(entities);

      expect(await showPerson(ports, player, cursor)).toMatchObject({
        error: { code: 'invalid', field: 'cursor' },
      });
    },
  );

  it('may be read a little too early: what an old copy lacks is looked for again', async () => {
    const { player, arenas, entities } = manyArenas(1);
    const { store, ...others } = portsOn(entities);
    const late: Ports['store'] = {
      ...store,
      arena: async (id, read) => (read === 'eventual' ? null : store.arena(id, read)),
      row: async (arena, who, read): Promise<Row | null> =>
        read === 'eventual' ? null : store.row(arena, who, read),
    };

    const { arenas: visits } = await personOn({ ...others, store: late }, player);
    expect(visits).toMatchObject([{ arena: arenas[0]?.id }]);
  });
});
