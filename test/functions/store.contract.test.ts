import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Entity, entityKey, type PlayerRating } from '../../shared/app/entities.ts';
import type { Commit, RowPlace, RowsPage, Store, Write } from '../../shared/app/ports.ts';
import { type Ticket, ticketOf } from '../../shared/arena/pool.ts';
import { everyList } from '../support/every-list.ts';
import { type LocalDatabase, localDatabase } from '../support/local-database.ts';
import { memoryStore } from '../support/memory-store.ts';
import {
  aGame,
  aGuest,
  anAdmission,
  anArena,
  anAttendance,
  aParticipation,
  aPlayerRating,
  aPool,
  aProfile,
  aRow,
} from '../support/samples.ts';
import { aQuota, STEERING_SAMPLES } from '../support/steering-samples.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(60 * Number(process.env.SEEDS ?? 1));

let database: LocalDatabase;
beforeAll(async () => {
  database = await localDatabase();
});
afterAll(() => database.close());

/** Few keys and versions, so that conditions fail about as often as they hold. */
const version = fc.integer({ min: 0, max: 2 });
const who = fc.integer({ min: 0, max: 1 });

const entities: fc.Arbitrary<Entity> = fc.oneof(
  fc.record({ who, version, ply: fc.integer({ min: 0, max: 3 }), done: fc.boolean() }).map(aGame),
  fc.record({ who, version, state: fc.constantFrom('created', 'open', 'frozen') }).map(anArena),
  fc
    .record({
      who,
      version,
      state: fc.constantFrom('idle', 'ready', 'play'),
      seated: fc.boolean(),
      since: fc.integer({ min: 1, max: 2 }),
      games: fc.integer({ min: 0, max: 2 }),
      connected: fc.boolean(),
    })
    .map(aRow),
  fc.record({ version, open: fc.boolean(), tickets: fc.integer({ min: 0, max: 2 }) }).map(aPool),
  fc.record({ who, version }).map(anAttendance),
  fc.record({ who, version }).map(aProfile),
  fc.record({ who, version }).map(aPlayerRating),
  fc.record({ who, version }).map(aParticipation),
  fc.record({ who, version }).map(aGuest),
  fc.record({ who, version }).map(anAdmission),
  ...STEERING_SAMPLES.map((sample) => fc.record({ who, version }).map(sample)),
);

/** A second entity with the same key: what an update makes of the first. */
const update = fc
  .tuple(entities, entities)
  .filter(([before, after]) => entityKey(before) === entityKey(after))
  .map(([before, after]): Write => {
    const next = { ...after, version: before.version + 1 };
    return { op: 'update', before, after: next };
  });

const seat = fc
  .record({
    row: fc.record({ who, since: fc.integer({ min: 1, max: 2 }) }).map(({ who: of, since }) =>
      aRow({
        who: of,
        version: 0,
        state: 'ready',
        seated: true,
        since,
        games: 0,
        connected: true,
      }),
    ),
    game: fc
      .record({ who })
      .map(({ who: of }) => aGame({ who: of, version: 0, ply: 0, done: false })),
    nowMs: fc.constantFrom(500, 1_500_000),
  })
  .map(({ row, game, nowMs }): Write => {
    const ticket = ticketOf(anArena({ who: 0, version: 0, state: 'open' }), row) as Ticket;
    return { op: 'seat', ticket, game, nowMs };
  });

const counter = fc
  .record({ who, quota: fc.boolean() })
  .map(({ who: of, quota }) =>
    quota ? aQuota({ who: of, version: 0 }) : anAttendance({ who: of, version: 0 }),
  );

const take = fc
  .record({ counter, max: fc.integer({ min: 0, max: 3 }) })
  .map(({ counter: of, max }): Write => ({ op: 'take', counter: of, max }));

const giveBack = counter.map((of): Write => ({ op: 'giveBack', counter: of }));

const writes = fc.oneof(
  { weight: 3, arbitrary: take },
  { weight: 2, arbitrary: giveBack },
  { weight: 5, arbitrary: entities.map((entity): Write => ({ op: 'create', entity })) },
  { weight: 4, arbitrary: update },
  { weight: 1, arbitrary: entities.map((entity): Write => ({ op: 'delete', entity })) },
  { weight: 3, arbitrary: seat },
);

const commits = fc.oneof(
  { weight: 4, arbitrary: writes.map((write) => [write]) },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(writes, { minLength: 2, maxLength: 4, selector: targetOf }),
  },
);

/** Who updates has read: the version that he names has the content that is stored under it. */
function asRead(write: Write, stored: readonly Entity[]): Write {
  if (write.op !== 'update') return write;
  const key = entityKey(write.before);
  const current = stored.find((entity) => entityKey(entity) === key);
  return current?.version === write.before.version ? { ...write, before: current } : write;
}

function targetOf(write: Write): string {
  switch (write.op) {
    case 'create':
    case 'delete':
      return entityKey(write.entity);
    case 'update':
      return entityKey(write.before);
    case 'take':
    case 'giveBack':
      return entityKey(write.counter);
    case 'seat':
      return `row ${write.game.arena} ${write.ticket.player}`;
  }
}

describe('the fake store and the store on the local database', () => {
  it('answer every sequence of commits alike and end in the same state', async () => {
    const seen = { stored: 0, failed: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(commits, { minLength: 4, maxLength: 25 }), async (sequence) => {
        const real = await localDatabase();
        try {
          const fake = memoryStore();
          for (const drawn of sequence) {
            const commit = drawn.map((write) => asRead(write, fake.all()));
            const [expected, actual] = [await fake.commit(commit), await real.store.commit(commit)];
            expect(plain(actual)).toEqual(plain(expected));
            seen[expected.kind === 'stored' ? 'stored' : 'failed'] += 1;
          }
          expect(await everything(real.store)).toEqual(await everything(fake));
        } finally {
          await real.close();
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
    console.log(`store contract: seed ${SEED}, ${RUNS} runs, ${JSON.stringify(seen)}`);
    expect(Math.min(seen.stored, seen.failed)).toBeGreaterThan(RUNS);
  });

  it('give an admission to one of two takers', async () => {
    const admission = anAdmission({ who: 0, version: 0 });
    for (const store of [memoryStore(), database.store]) {
      await store.commit([{ op: 'create', entity: admission }]);

      const takers = [store.takeAdmission(admission.ticketHash), store.takeAdmission('nothing')];
      const again = await Promise.all([...takers, store.takeAdmission(admission.ticketHash)]);

      expect(again.filter((taken) => taken !== null)).toEqual([admission]);
    }
  });

  it('walk the rows of all shards in the same order, each once, in steps of any size', async () => {
    const arena = { ...anArena({ who: 7, version: 0, state: 'open' }), shards: 3 };
    const rows = Array.from({ length: 7 }, (_, who) => ({
      ...aRow({
        who,
        ...{ version: 0, state: 'idle', seated: true, since: 1, games: 2 },
        connected: true,
      }),
      ...{ arena: arena.id, shard: who % 2 === 0 ? 0 : 2 },
    }));
    const fake = memoryStore();
    for (const store of [fake, database.store]) {
      for (const entity of [arena, ...rows]) await store.commit([{ op: 'create', entity }]);
    }
    const walk = async (store: Store, limit: number) => {
      const walked: Entity[] = [];
      let place: RowPlace | null = null;
      do {
        const page: RowsPage = await store.rowsAfter(arena, place, limit);
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        walked.push(...page.rows);
        place = page.next;
      } while (place !== null);
      return plain(walked);
    };

    for (const limit of [1, 2, 3, 4, 100]) {
      const expected = await walk(fake, limit);
      expect(expected).toHaveLength(rows.length);
      expect(await walk(database.store, limit)).toEqual(expected);
    }
  });
});

describe('lists of players', () => {
  const SETTLED = [1_900.25, 1_820.125, 1_700.5, 1_700.25, 900];
  const stores = async (entities: readonly Entity[]): Promise<Store[]> => {
    const both = [memoryStore(), database.store];
    for (const store of both) {
      for (const entity of entities) await store.commit([{ op: 'create', entity }]);
    }
    return both;
  };

  it('have the best of a kind first, page by page, and nobody little known', async () => {
    const rated = (who: number, rating: number, deviation: number, kind: 'chess' | 'oware') => {
      const one = aPlayerRating({ who: 20 + who, version: 0 });
      return { ...one, kind, glicko: { ...one.glicko, rating, deviation } };
    };
    const entities = [
      ...SETTLED.map((rating, who) => rated(who, rating, 75, 'chess')),
      rated(7, 2_400, 75.5, 'chess'),
      rated(8, 2_500, 60, 'oware'),
    ];
    for (const store of await stores(entities)) {
      const first = await store.bestRatings('chess', null, 2);
      const last = first[1] as PlayerRating;
      const place = { player: last.player, rating: last.glicko.rating };
      const rest = await store.bestRatings('chess', place, 10);

      expect([...first, ...rest].map(({ glicko }) => glicko.rating)).toEqual(SETTLED);
    }
  });

  it('have the arenas of a player, the latest first, page by page', async () => {
    const { player } = aParticipation({ who: 0, version: 0 });
    const starts = [1_000, 20_000_000_000_000, 3_000, 3_000].map((startsAtMs, who) => ({
      ...aParticipation({ who: 30 + who, version: 0 }),
      startsAtMs,
    }));
    const [oldest, latest, third, fourth] = starts;
    for (const store of await stores(starts)) {
      const first = await store.participations(player, null, 2);
      const rest = await store.participations(player, first[1] ?? null, 10);

      expect([...first, ...rest]).toEqual([latest, fourth, third, oldest]);
    }
  });
});

/** Everything the port can read about the few keys that the samples have. */
async function everything(store: Store): Promise<unknown> {
  const arenas = [0, 1].map((of) => anArena({ who: of, version: 0, state: 'created' }));
  const games = [0, 1].map((of) => aGame({ who: of, version: 0, ply: 0, done: false }));
  const players = [0, 1].map((of) => aProfile({ who: of, version: 0 }).player);
  const [arena] = arenas;
  if (arena === undefined) throw new Error('no arena');
  const places = players.map((player) => ({ player, arena: arena.id, shard: 0 }));
  return plain({
    arenas: await Promise.all(arenas.map(({ id }) => store.arena(id, 'eventual'))),
    unsettled: byKey(await store.unsettledArenas()),
    games: await Promise.all(games.map(({ id }) => store.game(id, 'consistent'))),
    batch: byKey(await store.games(games.map(({ id }) => id))),
    rows: byKey(await store.rows(arena, 'consistent')),
    each: await Promise.all(players.map((player) => store.row(arena, player, 'eventual'))),
    at: await Promise.all(places.map((place) => store.rowAt(place, 'consistent'))),
    pool: await store.pool(arena.id),
    ratings: await Promise.all(players.map((player) => store.rating(player, 'oware'))),
    best: await store.bestRatings('oware', null, 10),
    participations: await Promise.all(
      players.map((player) => store.participations(player, null, 10)),
    ),
    profiles: byKey(await store.profiles(players)),
    guests: await Promise.all(players.map((player) => store.guest(player))),
    lists: await everyList(store, arenas, players),
  });
}

const byKey = (found: readonly Entity[]): Entity[] =>
  [...found].sort((a, b) => (entityKey(a) < entityKey(b) ? -1 : 1));

/** Bytes of any class as text, so that both sides compare by value. */
const plain = (value: Commit | object): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      part instanceof Uint8Array ? `bytes ${Buffer.from(part).toString('hex')}` : part,
    ),
  );
