import { pairArena } from '../../shared/app/pair-arena.ts';
import type { ClockMessage } from '../../shared/app/ports.ts';
import { type Arena, shardOf, shardsFor } from '../../shared/arena/arena.ts';
import { openPool } from '../../shared/arena/pool.ts';
import type { Row } from '../../shared/arena/row.ts';
import { assert, present } from '../../shared/core/assert.ts';
import { inGroups } from '../../shared/core/groups.ts';
import { connectionId, ID_BYTES, idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { anOpenArena, aReadyRow, STARTS_AT_MS } from '../support/builders.ts';
import { type LocalDatabase, localDatabase } from '../support/local-database.ts';

const PLAYERS = 10_000;
const BUDGET_MS = 15_000;
const ROWS_PER_COMMIT = 100;

/** The rows of players who are ready at the start, on their partitions. */
function readyRows({ shards }: Arena): Row[] {
  const random = seededRandom(1);
  return Array.from({ length: PLAYERS }, (_, who) => {
    const player = idFromBytes<PlayerId>(random.bytes(ID_BYTES));
    const rating = 1_000 + (who % 1_000);
    const connection = connectionId(`${idFromBytes<PlayerId>(random.bytes(ID_BYTES))}1234=`);
    return aReadyRow(who, { player, shard: shardOf(player, shards), rating, connection });
  });
}

async function open(database: LocalDatabase, arena: Arena): Promise<void> {
  const entities = [arena, openPool(arena.id), ...readyRows(arena)];
  for (const group of inGroups(entities, ROWS_PER_COMMIT)) {
    const commit = await database.store.commit(group.map((entity) => ({ op: 'create', entity })));
    assert(commit.kind === 'stored', 'rows are stored');
  }
}

/** Runs the pairing as its stream and its clock messages wake it, until nothing is asked for. */
async function pairAll(database: LocalDatabase, arena: Arena) {
  const startedAtMs = performance.now();
  const toldMs: number[] = [];
  const woken: ClockMessage[] = [{ t: 'pool', arena: arena.id }];
  const send = async (_to: unknown, { t }: ServerMessage) => {
    if (t === 'paired') toldMs.push(performance.now() - startedAtMs);
    return 'sent' as const;
  };
  const ports = {
    ...{ store: database.store, tables: database.tables, random: seededRandom(2) },
    ...{ now: () => STARTS_AT_MS + 1, count: () => {}, measure: () => {} },
    push: { send, close: async () => {} },
    queues: {
      clock: async (message: ClockMessage, delayMs: number) => {
        if (delayMs === 0) woken.push(message);
      },
    },
  };
  let runs = 0;
  for (; woken.length > 0; runs++) {
    present(woken.shift(), 'message');
    await pairArena(ports, arena.id);
  }
  return { runs, toldMs, elapsedMs: performance.now() - startedAtMs };
}

const arena = anOpenArena({ playersMax: PLAYERS, shards: shardsFor(PLAYERS) });
const database = await localDatabase();
await open(database, arena);
Object.assign(database.meter, { requests: 0, readUnits: 0, writeUnits: 0 });
const { runs, toldMs, elapsedMs } = await pairAll(database, arena);
const { requests, readUnits, writeUnits } = database.meter;
assert(toldMs.length === PLAYERS, `${toldMs.length} of ${PLAYERS} are paired and told`);
const verdict = elapsedMs <= BUDGET_MS ? 'ok' : 'ABOVE';
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const firstTold = seconds(Math.min(...toldMs));
console.log(`first wave of ${PLAYERS} on ${arena.shards} partitions: all paired and told within`);
console.log(
  `  ${seconds(elapsedMs)} (${verdict}: ${seconds(BUDGET_MS)}), the first after ${firstTold}`,
);
console.log(`  ${runs} runs, ${requests} requests, ${readUnits} RRU, ${writeUnits} WRU`);
console.log(`  ${(writeUnits / (PLAYERS / 2)).toFixed(2)} WRU a pairing`);
await database.close();
