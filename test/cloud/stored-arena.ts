import { DeleteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoStore } from '../../functions/aws/dynamo-store.ts';
import { PLACE } from '../../functions/aws/item.ts';
import type { TableNames } from '../../functions/aws/write-item.ts';
import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import type { ClockMessage, Store, Write } from '../../shared/app/ports.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { openPool } from '../../shared/arena/pool.ts';
import type { Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import { inGroups } from '../../shared/core/groups.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import type { Game } from '../../shared/game/game.ts';
import { FOR_EVER } from '../support/for-ever.ts';

/** What lies behind the functions of a running cloud. */
export interface Inside {
  /** The real store on the tables of the cloud: its streams see every write. */
  readonly store: Store;
  /** Puts a message into the clock queue. */
  readonly clock: (message: ClockMessage, delayMs?: number) => void;
  /** Deletes the published table with so many pages; everything it was made of stays. */
  readonly dropTable: (arena: ArenaId, pages: number) => Promise<void>;
  readonly close: () => void;
}

export function insideOf(cloud: LocalCloud): Inside {
  const client = new DynamoDBClient({
    endpoint: cloud.awsUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { environment } = present(
    cloud.plan.functions.find(({ name }) => name.endsWith('-clock')),
    'function clock',
  );
  const named = (variable: string): string => present(environment[variable], variable);
  const tables: TableNames = {
    games: named('GAMES_TABLE'),
    arenas: named('ARENAS_TABLE'),
    players: named('PLAYERS_TABLE'),
  };
  const queue = present(
    [...cloud.queues.values()].find(({ plan }) => plan.url === named('CLOCK_QUEUE_URL')),
    'clock queue',
  );
  return {
    store: dynamoStore(client, tables, FOR_EVER),
    clock: (message, delayMs = 0) => void queue.send(JSON.stringify(message), delayMs),
    dropTable: async (arena, pages) => {
      const places = Array.from({ length: pages }, (_, page) => PLACE.tablePage(arena, page));
      for (const { key } of [...places, PLACE.tableOrder(arena), PLACE.tableHead(arena)]) {
        await client.send(new DeleteItemCommand({ TableName: tables.arenas, Key: key }));
      }
    },
    close: () => client.destroy(),
  };
}

/** A transaction of DynamoDB holds a hundred items, and 4 MB. */
const WRITES_MAX = 100;

/** Stores an arena that is under way, as if it had been created and opened long ago. */
export async function storeArena(
  { store }: Pick<Inside, 'store'>,
  arena: Arena,
  rows: readonly Row[],
  games: readonly Game[] = [],
): Promise<void> {
  const entities = [arena, openPool(arena.id), ...rows, ...games];
  const writes = entities.map((entity): Write => ({ op: 'create', entity }));
  for (const some of inGroups(writes, WRITES_MAX)) await stored(store, some);
}

/** All of these writes. */
export async function stored(store: Store, writes: readonly Write[]): Promise<void> {
  const commit = await store.commit(writes);
  if (commit.kind !== 'stored') throw new Error(`not stored: ${JSON.stringify(commit)}`);
}

const LOOK_EVERY_MS = 25;

/** Looks until there is something, and gives it; or fails. */
export async function eventually<T>(look: () => Promise<T | null>, withinMs: number): Promise<T> {
  const lastMs = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > lastMs) throw new Error(`nothing within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
