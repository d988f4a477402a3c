import { gunzipSync, gzipSync } from 'node:zlib';
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { FinalHead, TableHead, TablePage, Tables } from '../../shared/app/ports.ts';
import type { FinalLine } from '../../shared/arena/final.ts';
import { PAGE_ROWS } from '../../shared/arena/standings.ts';
import { bytes, type Codec, codec, type Field, type Item, json, number, text } from './codec.ts';
import { PLACE, type Place } from './item.ts';
import { getItem } from './reads.ts';
import type { TableNames } from './write-item.ts';

/** Compressed JSON. Zlib writes no time into its header, so equal content is equal bytes. */
const zipped = <V>(name: string): Field<V> => {
  const inner = bytes(name);
  return {
    write: (item, value) => inner.write(item, gzipSync(JSON.stringify(value))),
    read: (item) => JSON.parse(gunzipSync(inner.read(item)).toString()) as V,
  };
};

const headCodec = codec<TableHead>({
  version: number('ver'),
  readStartedAtMs: number('ra'),
  players: number('np'),
  pages: number('pg'),
});

const pageCodec = codec<TablePage>({
  version: number('ver'),
  readStartedAtMs: number('ra'),
  players: number('np'),
  lines: zipped('ln'),
});

const finalHeadCodec = codec<FinalHead>({
  version: number('ver'),
  hash: text('h'),
  winners: json('wi'),
  frozenAtMs: number('fa'),
  pages: number('pg'),
  players: number('np'),
});

const finalPageCodec = codec<{ readonly lines: readonly FinalLine[] }>({ lines: zipped('ln') });

const HASH_CHARACTERS = 8;

/** The published tables in the arenas table. */
export function dynamoTables(client: DynamoDBClient, tables: TableNames): Tables {
  /** Stores the item if the condition holds; a newer or equal one that is there stays. */
  const putIf = async ({ table, key }: Place, item: Item, condition: string, values?: Item) => {
    try {
      await client.send(
        new PutItemCommand({
          TableName: tables[table],
          Item: { ...key, ...item },
          ConditionExpression: condition,
          ...(values && { ExpressionAttributeValues: values }),
        }),
      );
    } catch (cause) {
      if (!(cause instanceof ConditionalCheckFailedException)) throw cause;
    }
  };
  const putNewer = (place: Place, item: Item, version: number) =>
    putIf(place, item, 'attribute_not_exists(pk) OR ver < :v', { ':v': { N: String(version) } });
  const putOnce = (place: Place, item: Item) => putIf(place, item, 'attribute_not_exists(pk)');
  const get = async <T>(place: Place, { decode }: Codec<T>): Promise<T | null> => {
    const item = await getItem(client, tables, place, true);
    return item === null ? null : decode(item);
  };
  const finalPage = (arena: Parameters<Tables['finalPage']>[0], head: FinalHead, page: number) =>
    PLACE.finalPage(arena, head.version, head.hash.slice(0, HASH_CHARACTERS), page);

  return {
    head: (arena) => get(PLACE.tableHead(arena), headCodec),
    page: (arena, page) => get(PLACE.tablePage(arena, page), pageCodec),
    publish: async (arena, head, pages) => {
      const { version } = head;
      await Promise.all(
        pages.map((page, index) =>
          putNewer(PLACE.tablePage(arena, index), pageCodec.encode(page), version),
        ),
      );
      await putNewer(PLACE.tableHead(arena), headCodec.encode(head), version);
    },
    freeze: async (arena, { lines, ...final }) => {
      const pages = Math.ceil(lines.length / PAGE_ROWS);
      const head: FinalHead = { ...final, pages, players: lines.length };
      for (let page = 0; page < pages; page++) {
        const some = lines.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
        await putOnce(finalPage(arena, head, page), finalPageCodec.encode({ lines: some }));
      }
      await putOnce(PLACE.finalHead(arena, final.version), finalHeadCodec.encode(head));
    },
    finalHead: (arena, version) => get(PLACE.finalHead(arena, version), finalHeadCodec),
    finalPage: async (arena, head, page) =>
      (await get(finalPage(arena, head, page), finalPageCodec))?.lines ?? null,
  };
}
