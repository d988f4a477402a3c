import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../shared/app/entities.ts';
import type { ArenaPhase, ArenaPlace, Store } from '../../shared/app/ports.ts';
import type { RecordPlace } from '../../shared/app/records.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Series } from '../../shared/arena/series.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { playerId } from '../support/builders.ts';
import { type LocalDatabase, localDatabase } from '../support/local-database.ts';
import { memoryStore } from '../support/memory-store.ts';
import { anArena } from '../support/samples.ts';
import { aSeries, STEERING_SAMPLES } from '../support/steering-samples.ts';

const COUNT = 7;

let database: LocalDatabase;
beforeAll(async () => {
  database = await localDatabase();
});
afterAll(() => database.close());

const numbers = Array.from({ length: COUNT }, (_, which) => which);

/** Of this kind so many, each a little later than the one before, in the partition of the first. */
function several<T extends Entity['type']>(type: T, change: (which: number) => object): Entity[] {
  const sample = STEERING_SAMPLES.find((make) => make({ who: 0, version: 0 }).type === type);
  if (sample === undefined) throw new Error(`no sample of ${type}`);
  return numbers.map((which) => ({ ...sample({ who: 0, version: 0 }), ...change(which) }));
}

const arenas = numbers.map((which): Arena => {
  const arena = anArena({ who: which, version: 0, state: which < 4 ? 'created' : 'frozen' });
  return { ...arena, settled: which === 6, owner: which === 0 ? 'nobody' : 'owner' };
});

const ENTITIES: readonly Entity[] = [
  ...arenas,
  ...several('audit', (which) => ({ atMs: 1_000 + Math.floor(which / 2), id: `a${which}` })),
  ...several('seriesAudit', (which) => ({ atMs: 1_000 + Math.floor(which / 3), id: `s${which}` })),
  ...several('report', (which) => ({ atMs: 1_000 * which, id: `r${which}` })),
  ...several('ban', (which) => ({ player: playerId(which) })),
  ...several('edition', (which) => ({ startsAtMs: 10 ** which })),
  ...several('delivery', (which) => ({ happenedAtMs: 5_000 - which, id: `d${which}` })),
  ...numbers.map((which) => ({ ...aSeries({ who: which, version: 0 }), planAtMs: 9_000 - which })),
];

/** The whole list in steps of this size. */
async function walk<E, P>(
  read: (after: P | null) => Promise<E[]>,
  placeOf: (last: E) => P,
): Promise<E[]> {
  const all: E[] = [];
  for (let page = await read(null); page.length > 0; ) {
    all.push(...page);
    page = await read(placeOf(page.at(-1) as E));
  }
  return all;
}

const itself = <E>(entity: E): E => entity;

type Some = Extract<Entity, { readonly type: 'audit' }>;
const { arena } = several('audit', () => ({}))[0] as Some;
const { id: series } = aSeries({ who: 0, version: 0 });

type List = (store: Store, limit: number) => Promise<unknown[]>;

const phase =
  (name: ArenaPhase): List =>
  (store, limit) =>
    walk((after: ArenaPlace | null) => store.arenasIn(name, after, limit), itself);

const LISTS: Readonly<Record<string, List>> = {
  'arenas to come': phase('created'),
  'arenas just frozen': phase('frozen'),
  'arenas that are over': phase('over'),
  'arenas of an owner': (store, limit) =>
    walk((after: ArenaPlace | null) => store.arenasOf('owner', after, limit), itself),
  audits: (store, limit) =>
    walk((after: RecordPlace | null) => store.audits(arena, after, limit), itself),
  'audits of a series': (store, limit) =>
    walk((after: RecordPlace | null) => store.seriesAudits(series, after, limit), itself),
  reports: (store, limit) =>
    walk((after: RecordPlace | null) => store.reports(arena, after, limit), itself),
  bans: (store, limit) =>
    walk(
      (after: PlayerId | null) => store.bans(after, limit),
      ({ player }) => player,
    ),
  series: (store, limit) =>
    walk((after: Series | null) => store.seriesIn('active', after, limit), itself),
  editions: (store, limit) =>
    walk(
      (after: number | null) => store.editions(series, after, limit),
      ({ startsAtMs }) => startsAtMs,
    ),
  deliveries: (store, limit) =>
    walk(
      (after: RecordPlace | null) => store.deliveries('hook 0', after, limit),
      ({ happenedAtMs, id }) => ({ atMs: happenedAtMs, id }),
    ),
};

describe('the lists of the fake store and of the store on the local database', () => {
  it.each(Object.entries(LISTS))('have the same %s in pages of any size', async (_, list) => {
    const fake = memoryStore();
    for (const entity of ENTITIES) {
      await fake.commit([{ op: 'create', entity }]);
      await database.store.commit([{ op: 'create', entity }]);
    }
    const whole = await list(fake, 100);

    expect(whole.length).toBeGreaterThan(0);
    for (const limit of [1, 2, 3, COUNT]) {
      expect(await list(fake, limit)).toEqual(whole);
      expect(await list(database.store, limit)).toEqual(whole);
    }
  });
});

describe('a page of a list', () => {
  // One answer of a query ends after 1 MB.
  it('is whole, however large its items are', async () => {
    const large = several('report', (which) => ({
      ...{ arena: arenas[1]?.id, atMs: which, id: `l${which}`, reason: 'x'.repeat(300_000) },
    }));
    for (const entity of large) await database.store.commit([{ op: 'create', entity }]);
    const found = await database.store.reports((arenas[1] as Arena).id, null, COUNT);

    expect(found.map(({ id }) => id)).toEqual(numbers.map((which) => `l${which}`).reverse());
  });
});
