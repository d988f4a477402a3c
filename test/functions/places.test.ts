import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeSeat } from '../../shared/app/enter.ts';
import type { Caller } from '../../shared/app/ports.ts';
import { connectionId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { anOpenArena, arenaId, STARTS_AT_MS } from '../support/builders.ts';
import { type LocalDatabase, localDatabase } from '../support/local-database.ts';
import { guestOn } from '../support/people.ts';

const NEWCOMERS = 40;
const SEED = Number(process.env.SEED ?? 1);

let database: LocalDatabase;
beforeAll(async () => {
  console.log(`seed ${SEED}`);
  database = await localDatabase();
});
afterAll(() => database.close());

describe(`${NEWCOMERS} who come at the same moment`, () => {
  it.each([
    { shards: 1, playersMax: 25 },
    { shards: 16, playersMax: 26 },
    { shards: 16, playersMax: 1_000 },
  ])('fill $playersMax places in $shards parts, and no more', async ({ shards, playersMax }) => {
    const { store } = database;
    const arena = anOpenArena({ id: arenaId(playersMax), shards, playersMax });
    await store.commit([{ op: 'create', entity: arena }]);
    const ports = { store, random: seededRandom(SEED + playersMax), now: () => STARTS_AT_MS };
    const come = async (_: unknown, n: number) => {
      const { id } = await guestOn(ports, `player ${n}`);
      const nowMs = STARTS_AT_MS;
      const line = { connection: connectionId(`c${n}`), connectedAtMs: nowMs };
      const caller: Caller = { player: id, ...line, atMs: nowMs, nowMs };
      return takeSeat(ports, caller, arena);
    };

    const answers = await Promise.all(Array.from({ length: NEWCOMERS }, come));
    const rows = await store.rows(arena, 'consistent');

    const refusals = answers.flatMap((answer) => (answer.ok ? [] : [answer.error.code]));
    expect(rows).toHaveLength(Math.min(NEWCOMERS, playersMax));
    expect(refusals).toEqual(Array(NEWCOMERS - rows.length).fill('arenaFull'));
  });
});
