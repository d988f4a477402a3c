import {
  type DynamoDBClient,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { present } from '../../shared/core/assert.ts';
import type { Codec, Item } from './codec.ts';
import type { Place } from './item.ts';
import type { IndexShape } from './schema.ts';
import type { TableNames } from './write-item.ts';

type Decodes<T> = Pick<Codec<T>, 'decode'>;

/** How much of a list, and from which end. */
export interface Extent {
  readonly forward: boolean;
  readonly limit: number;
}

/** So many items, or all there are: one answer of a query ends after 1 MB. */
async function upTo(
  client: DynamoDBClient,
  limit: number,
  query: QueryCommandInput,
): Promise<Item[]> {
  const items: Item[] = [];
  let start = query.ExclusiveStartKey;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        ...query,
        Limit: limit - items.length,
        ...(start !== undefined && { ExclusiveStartKey: start }),
      }),
    );
    items.push(...Items);
    start = LastEvaluatedKey;
  } while (start !== undefined && items.length < limit);
  return items;
}

/** Items beside this one whose sort key begins so, after one of them. */
export async function pageBeside<T>(
  client: DynamoDBClient,
  tables: TableNames,
  { table, key }: Place,
  { prefix, forward, limit }: Extent & { readonly prefix: string },
  { decode }: Decodes<T>,
  after: Place | null,
  consistent = false,
): Promise<T[]> {
  const items = await upTo(client, limit, {
    TableName: tables[table],
    ConsistentRead: consistent,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: {
      ':pk': present(key.pk, 'partition key'),
      ':prefix': { S: prefix },
    },
    ScanIndexForward: forward,
    ...(after !== null && { ExclusiveStartKey: after.key }),
  });
  return items.map(decode);
}

/** Where an item stands in an index: its sort key there, and its own key. */
export interface IndexPlace {
  readonly at: number;
  readonly key: Item;
}

/** Items of one partition of an index, after one of them. */
export async function pageOfIndex<T>(
  client: DynamoDBClient,
  table: string,
  { name, partitionKey, sortKey }: IndexShape,
  partition: string,
  { forward, limit }: Extent,
  { decode }: Decodes<T>,
  after: IndexPlace | null,
): Promise<T[]> {
  const items = await upTo(client, limit, {
    TableName: table,
    IndexName: name,
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': partitionKey },
    ExpressionAttributeValues: { ':pk': { S: partition } },
    ScanIndexForward: forward,
    ...(after !== null && {
      ExclusiveStartKey: {
        ...after.key,
        [partitionKey]: { S: partition },
        [sortKey]: { N: String(after.at) },
      },
    }),
  });
  return items.map(decode);
}
