import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { withUnitsCounted } from './consumed-units.ts';
import { retentionIn } from './retention.ts';
import type { TableNames } from './write-item.ts';

/** A function names only the tables it may touch; the others must never be asked. */
export const tableNames: TableNames = {
  games: process.env.GAMES_TABLE ?? '',
  arenas: process.env.ARENAS_TABLE ?? '',
  players: process.env.PLAYERS_TABLE ?? '',
};

/** How long what is made here is kept; without it nothing that goes can be made. */
export const retention = retentionIn(process.env.KEEP_DAYS);

/** One client an environment. `DYNAMODB_ENDPOINT` points it at another server. */
export const dynamo = withUnitsCounted(
  new DynamoDBClient(
    process.env.DYNAMODB_ENDPOINT ? { endpoint: process.env.DYNAMODB_ENDPOINT } : {},
  ),
);
