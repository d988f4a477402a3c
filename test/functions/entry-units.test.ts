import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { type Arena, changeArena } from '../../shared/arena/arena.ts';
import type { EntryRules } from '../../shared/arena/entry-rules.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { entitiesOf } from '../support/entering.ts';
import { type LocalDatabase, localDatabase, type Meter } from '../support/local-database.ts';
import { anArena } from '../support/samples.ts';
import { playersOf, speaking } from '../support/stage.ts';

const [ama] = playersOf(1) as [PlayerId];
const clock = { nowMs: 2_000 };

let database: LocalDatabase;
let ports: Ports;
let arena: Arena;
beforeEach(async () => {
  database = await localDatabase({ nowMs: () => clock.nowMs });
  const unused = () => Promise.reject(new Error('not used here'));
  ports = {
    ...{ store: database.store, tables: database.tables, random: seededRandom(1) },
    queues: { clock: async () => {}, announce: async () => {}, hook: async () => {} },
    schedules: { plan: unused, drop: unused },
    lifecycle: { wake: unused },
    push: { send: async () => 'sent', close: async () => {} },
    ...{ now: () => clock.nowMs, count: () => {}, measure: () => {} },
  };
  arena = { ...anArena({ who: 0, version: 0, state: 'created' }), endsAtMs: 5_000_000 };
  const entities = [arena, ...entitiesOf(ama)];
  await database.store.commit(entities.map((entity) => ({ op: 'create', entity }) as const));
});
afterEach(() => database.close());

const said = (t: 'enter' | 'leave') =>
  visitLobby(ports, speaking({ clock }, ama), { t, arena: arena.id });

async function metered(work: () => Promise<unknown>): Promise<Meter> {
  Object.assign(database.meter, { requests: 0, readUnits: 0, writeUnits: 0 });
  await work();
  return { ...database.meter };
}

async function asking(part: Partial<EntryRules>): Promise<void> {
  const after = changeArena(arena, { entry: { ...arena.entry, ...part } });
  await database.store.commit([{ op: 'update', before: arena, after }]);
  arena = after;
}

describe('request units, as the database reports them', () => {
  it('of entering an arena that asks for nothing, and of leaving it', async () => {
    const entering = await metered(() => said('enter'));
    const leaving = await metered(() => said('leave'));

    console.log(`entering and leaving: ${JSON.stringify([entering, leaving])}`);
    expect(entering).toMatchObject({ readUnits: 6, writeUnits: 8 });
    // Seat, row, participation and the counter of places, in one transaction.
    expect(leaving).toMatchObject({ readUnits: 2.5, writeUnits: 8 });
  });

  it('of entering one that has a list: the list is read, and else nothing', async () => {
    await asking({ access: 'list' });
    const open = 6;
    const list = { type: 'allowList', arena: arena.id, version: 0, players: [ama] } as const;
    await database.store.commit([{ op: 'create', entity: list }]);
    const { readUnits, writeUnits } = await metered(() => said('enter'));
    expect([readUnits, writeUnits]).toEqual([open + 1, 8]);
  });

  it('of a start: the same whether somebody is there or not, where nothing is asked', async () => {
    await said('enter');
    const cost = await metered(() => runArena(ports, arena.id));
    await database.close();
    database = await localDatabase({ nowMs: () => clock.nowMs });
    ports = { ...ports, store: database.store, tables: database.tables };
    await database.store.commit([{ op: 'create', entity: arena }]);
    const empty = await metered(() => runArena(ports, arena.id));
    // The table has a line more, and is as large as before.
    expect(cost).toEqual(empty);
  });
});
