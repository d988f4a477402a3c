import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACE, type Place, placeOf } from '../../functions/aws/item.ts';
import {
  KEPT as KEPT_AS,
  retentionIn,
  type ToldRetention,
  ttlOf,
} from '../../functions/aws/retention.ts';
import { KEPT_KINDS, type Retention } from '../../functions/aws/schema.ts';
import type { Entity } from '../../shared/app/entities.ts';
import { createGuest } from '../../shared/app/guests.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { playerId } from '../support/builders.ts';
import { allItems, stageOn } from '../support/database-stage.ts';
import { esi, storeName } from '../support/forgetting.ts';
import { type LocalDatabase, localDatabase } from '../support/local-database.ts';
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
import { anotherArena, rebuild, table } from '../support/some-table.ts';
import { openArena, speaking } from '../support/stage.ts';
import { STEERING_SAMPLES } from '../support/steering-samples.ts';

const DAY_S = 86_400;
const KEPT: Retention = {
  ...{ games: 100, rows: 200, history: 300 },
  ...{ audits: 400, reports: 500, guests: 600 },
};

let databases: readonly LocalDatabase[];
let [kept, always] = [] as unknown as [LocalDatabase, LocalDatabase];
beforeAll(async () => {
  kept = await localDatabase({ retention: KEPT });
  always = await localDatabase();
  databases = [kept, always];
});
afterAll(() => Promise.all(databases.map((database) => database.close())));

/** The second after which this item goes; null: never. */
function ttlAt({ db }: LocalDatabase, { table: name, key }: Place): number | null {
  const { Item } = db.call('GetItem', { TableName: name, Key: key }) as {
    readonly Item?: Readonly<Record<string, { readonly N?: string }>>;
  };
  if (Item === undefined) throw new Error('no such item');
  return Item.ttl === undefined ? null : Number(Item.ttl.N);
}

const of = { who: 0, version: 0 };
const row = aRow({ ...of, state: 'idle', seated: true, since: 1, games: 0, connected: true });
const SAMPLES: readonly Entity[] = [
  ...[aGame({ ...of, ply: 2, done: false }), anArena({ ...of, state: 'open' }), row],
  ...[aPool({ version: 0, open: true, tickets: 1 }), anAttendance(of), aProfile(of)],
  ...[aPlayerRating(of), aParticipation(of), aGuest(of), anAdmission(of)],
  { type: 'seat', player: playerId(1), version: 0, arena: null, shard: 0 },
  ...STEERING_SAMPLES.map((sample) => sample(of)),
];

/** Days of those that go, and the instant (ms) that they are counted from. */
const GOING: Partial<Record<Entity['type'], readonly [days: number, fromMs: number]>> = {
  game: [KEPT.games, 1_000_000],
  row: [KEPT.rows, 7_000],
  participation: [KEPT.history, 7_000],
  audit: [KEPT.audits, 1_000],
  seriesAudit: [KEPT.audits, 1_000],
  report: [KEPT.reports, 1_000],
  filed: [KEPT.reports, 1_000],
};
/** These say themselves when they expire (5 s and 9 s), and expire always. */
const EXPIRING: Partial<Record<Entity['type'], number>> = {
  ...{ guest: 5, admission: 5, quota: 5, once: 5, delivery: 9 },
};

describe('an item', () => {
  it.each(SAMPLES.map((entity) => [entity.type, entity] as const))(
    'that is a %s goes after its days, or stays',
    async (type, entity) => {
      for (const { store } of databases) {
        await store.commit([{ op: 'create', entity, keptFromMs: keptFromMs(type) }]);
      }
      const expiresAt = EXPIRING[type] ?? null;
      const [days, fromMs] = GOING[type] ?? [null, 0];
      const expected = days === null ? expiresAt : fromMs / 1_000 + days * DAY_S;
      expect(ttlAt(kept, placeOf(entity))).toBe(expected);
      expect(ttlAt(always, placeOf(entity))).toBe(expiresAt);
    },
  );

  /** Of those in which no instant stands. */
  const keptFromMs = (type: Entity['type']) =>
    type === 'row' || type === 'participation' ? 7_000 : (undefined as never);

  it('keeps its days whatever is said later, and one without them gets none', async () => {
    const before = aGame({ who: 1, version: 0, ply: 1, done: false });
    const later = aGame({ who: 1, version: 1, ply: 2, done: true });
    for (const { store } of databases) await store.commit([{ op: 'create', entity: before }]);
    const set = ttlAt(kept, placeOf(before));
    const stores = [kept, always].map(({ store }) => store);
    for (const store of stores) await store.commit([{ op: 'update', before, after: later }]);

    expect(set).toBe(1_000 + KEPT.games * DAY_S);
    expect(ttlAt(kept, placeOf(before))).toBe(set);
    expect(ttlAt(always, placeOf(before))).toBeNull();
    expect(await kept.store.game(before.id, 'consistent')).toEqual(later);
  });

  it('of a kind that is not named anywhere is kept for ever', () => {
    const kinds = new Set(SAMPLES.map(({ type }) => type));
    const named = [...Object.keys(GOING), ...Object.keys(EXPIRING)];
    expect(named.filter((kind) => !kinds.has(kind as Entity['type']))).toEqual([]);
    expect(kinds.size).toBe(24);
  });
});

describe('a row', () => {
  it('and that its player was there count from the end of their arena', async () => {
    const stage = stageOn(kept);
    await storeName(stage, esi);
    const { arena } = await openArena([esi], stage);
    const { id, endsAtMs, startsAtMs, shards } = arena as Arena;
    expect(shards).toBe(1);

    const enough = Math.ceil(endsAtMs / 1_000);
    expect(ttlAt(kept, PLACE.row(id, 0, esi))).toBe(enough + KEPT.rows * DAY_S);
    expect(ttlAt(kept, PLACE.participation(esi, startsAtMs, id))).toBe(
      enough + KEPT.history * DAY_S,
    );
    await visitLobby(stage.ports, speaking(stage, esi), { t: 'pause', arena: id });
    expect(ttlAt(kept, PLACE.row(id, 0, esi))).toBe(enough + KEPT.rows * DAY_S);
  });
});

describe('a published table', () => {
  it('goes with the rows that it was made of; its head, without names, stays', async () => {
    const id = anotherArena();
    for (const { tables } of databases) await rebuild(tables, id, table(20));
    await kept.tables.rename(id, playerId(1), 'Uil');
    const { endsAtMs } = table(20);
    const places = [PLACE.tablePage(id, 0), PLACE.tablePage(id, 2), PLACE.tableOrder(id)];
    for (const place of places) {
      expect(ttlAt(kept, place)).toBe(endsAtMs / 1_000 + KEPT.rows * DAY_S);
      expect(ttlAt(always, place)).toBeNull();
    }
    expect(ttlAt(kept, PLACE.tableHead(id))).toBeNull();
  });
});

describe('the profile of a guest', () => {
  it('goes with his secret, in the same second; that of an account stays', async () => {
    const stage = stageOn(kept);
    const guestDays = KEPT.guests;
    const origin = { address: '203.0.113.9', guestsPerHour: 60, guestDays };
    const guest = await createGuest(stage.ports, 'Uil', origin);
    if (!guest.ok) throw new Error(guest.error.code);
    const { id } = guest.value;

    const untilS = Math.ceil(stage.clock.nowMs / 1_000) + guestDays * DAY_S;
    expect(ttlAt(kept, PLACE.guest(id))).toBe(untilS);
    expect(ttlAt(kept, PLACE.profile(id))).toBe(untilS);
    expect(ttlAt(kept, PLACE.profile(esi))).toBeNull();
  });
});

describe('what the stack says', () => {
  const told = (text: string | undefined) => writeAs(retentionIn(text));
  const writeAs = (retention: ToldRetention) => (entity: Entity) =>
    ttlOf({ op: 'create', entity, keptFromMs: 7_000 }, retention);
  const ofKinds = SAMPLES.filter(({ type }) => GOING[type] !== undefined);

  it('is asked for every kind that goes: without it none of them can be made', () => {
    const guest: Entity = { ...aProfile(of), guest: true };
    for (const entity of [...ofKinds, guest]) {
      expect(() => told(undefined)(entity)).toThrow('KEEP_DAYS does not say how long');
    }
    expect(() => told('{"games":90}')(row)).toThrow('how long rows are kept');
    expect(told('{"games":0}')(aGame({ ...of, ply: 2, done: false }))).toEqual({});
    expect(told(undefined)(aProfile(of))).toEqual({});
  });

  it('has kinds of which each is of some item', () => {
    const kinds = [...Object.values(KEPT_AS), 'guests'];
    expect(new Set(kinds)).toEqual(new Set(KEPT_KINDS));
  });

  it('is for ever where it says 0', () => {
    expect(allItems(always.db).every(({ ttl, pk }) => !ttl || !/^[GA]#/.test(pk?.S ?? ''))).toBe(
      true,
    );
  });
});
