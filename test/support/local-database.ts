import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoStore } from '../../functions/aws/dynamo-store.ts';
import { dynamoTables } from '../../functions/aws/dynamo-tables.ts';
import { type Retention, TABLE_INDEXES, TABLES } from '../../functions/aws/schema.ts';
import type { TableNames } from '../../functions/aws/write-item.ts';
import type { Commit } from '../../infra/local/dynamodb/commit.ts';
import { createDynamoDb, type DynamoDb } from '../../infra/local/dynamodb/dynamodb.ts';
import type { Faults } from '../../infra/local/dynamodb/faults.ts';
import type { Store } from '../../shared/app/ports.ts';
import type { Tables } from '../../shared/app/tables.ts';
import { listenDynamoDb } from './database-server.ts';
import { FOR_EVER } from './for-ever.ts';

const NAMES: TableNames = { games: 'games', arenas: 'arenas', players: 'players' };

export interface LocalDatabase {
  readonly store: Store;
  readonly tables: Tables;
  readonly db: DynamoDb;
  readonly meter: Meter;
  readonly close: () => Promise<void>;
}

/** Request units and requests since the last reset, as the service reports them. */
export interface Meter {
  requests: number;
  readUnits: number;
  writeUnits: number;
}

export interface LocalDatabaseOptions {
  readonly nowMs?: () => number;
  readonly onCommit?: (commit: Commit) => void;
  readonly faults?: Faults;
  readonly retention?: Retention;
}

/** The real adapters on the embedded database, through the SDK and a loopback socket. */
export async function localDatabase(options: LocalDatabaseOptions = {}): Promise<LocalDatabase> {
  const { nowMs = Date.now, onCommit = () => {}, faults, retention = FOR_EVER } = options;
  const db = createDynamoDb({ shards: 4, nowMs, onCommit, ...(faults && { faults }) });
  for (const name of Object.keys(TABLES)) createTable(db, name as keyof typeof TABLES);
  const listening = await listenDynamoDb(db, 0);
  const meter: Meter = { requests: 0, readUnits: 0, writeUnits: 0 };
  const client = meteredClient(listening.endpoint, meter);
  return {
    store: dynamoStore(client, NAMES, retention),
    tables: dynamoTables(client, NAMES, retention),
    db,
    meter,
    close: async () => {
      client.destroy();
      await listening.close();
    },
  };
}

function createTable(db: DynamoDb, name: keyof typeof TABLES): void {
  const { partitionKey, sortKey } = TABLES[name];
  const indexes = TABLE_INDEXES[name];
  const keys = (partition: string, sort: string | null) => [
    { AttributeName: partition, KeyType: 'HASH' },
    ...(sort === null ? [] : [{ AttributeName: sort, KeyType: 'RANGE' }]),
  ];
  const strings = [partitionKey, sortKey, ...indexes.map((index) => index.partitionKey)];
  const numbers = [...new Set(indexes.map((index) => index.sortKey))];
  db.call('CreateTable', {
    TableName: NAMES[name],
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keys(partitionKey, sortKey),
    AttributeDefinitions: [
      ...strings.flatMap((key) => (key === null ? [] : [attribute(key, 'S')])),
      ...numbers.map((key) => attribute(key, 'N')),
    ],
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keys(index.partitionKey, index.sortKey),
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
  });
}

const attribute = (name: string, type: 'S' | 'N') => ({ AttributeName: name, AttributeType: type });

interface Consumed {
  readonly CapacityUnits?: number;
}

function meteredClient(endpoint: string, meter: Meter): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' as const };
      const result = await next({ ...args, input: input as typeof args.input });
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
      const units = [ConsumedCapacity ?? []]
        .flat()
        .reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
      meter.requests += 1;
      const isWrite = /Put|Update|Delete|Write/.test(context.commandName ?? '');
      if (isWrite) meter.writeUnits += units;
      else meter.readUnits += units;
      return result;
    },
    { step: 'initialize', name: 'meter' },
  );
  return client;
}
