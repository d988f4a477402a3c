import {
  BatchGetItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  paginateQuery,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { assert } from '../../shared/core/assert.ts';
import type { Codec, Item } from './codec.ts';
import type { Place } from './item.ts';
import type { TableNames } from './write-item.ts';

/** Throttled keys of a batch are asked for again, so often. */
const BATCH_ATTEMPTS_MAX = 5;

/** One item as what it stands for, or null. */
export async function getDecoded<T>(
  client: DynamoDBClient,
  tables: TableNames,
  { table, key }: Place,
  { decode }: Pick<Codec<T>, 'decode'>,
  consistent: boolean,
): Promise<T | null> {
  const { Item } = await client.send(
    new GetItemCommand({ TableName: tables[table], Key: key, ConsistentRead: consistent }),
  );
  return Item === undefined ? null : decode(Item);
}

/** At most 100 items of one table that exist, in any order. */
export async function getItems(
  client: DynamoDBClient,
  tables: TableNames,
  places: readonly Place[],
  consistent: boolean,
): Promise<Item[]> {
  const [first] = places;
  if (first === undefined) return [];
  const name = tables[first.table];
  const items: Item[] = [];
  let keys = places.map(({ key }) => key);
  for (let attempt = 0; keys.length > 0; attempt++) {
    assert(attempt < BATCH_ATTEMPTS_MAX, 'a batch of reads is throttled again and again');
    const answer = await client.send(
      new BatchGetItemCommand({
        RequestItems: { [name]: { Keys: keys, ConsistentRead: consistent } },
      }),
    );
    items.push(...(answer.Responses?.[name] ?? []));
    keys = answer.UnprocessedKeys?.[name]?.Keys ?? [];
  }
  return items;
}

/** Every item of a query, page after page. */
export async function queryItems(
  client: DynamoDBClient,
  query: QueryCommandInput,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of paginateQuery({ client }, query)) items.push(...(page.Items ?? []));
  return items;
}
