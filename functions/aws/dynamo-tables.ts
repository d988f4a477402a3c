import { createHash } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  certainMarks,
  pagesOf,
  type Table,
  type TableHead,
  type Tables,
  TOP_PAGES,
} from '../../shared/app/tables.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import type { Codec, Item } from './codec.ts';
import { ABSENT, type Conditional, conditionalWrites, numberValue } from './conditional.ts';
import { dynamoFinals } from './dynamo-finals.ts';
import { PLACE, type Place } from './item.ts';
import { getDecoded } from './reads.ts';
import { renameInTable } from './rename-in-table.ts';
import { daysOf, type ToldRetention, ttlAfter } from './retention.ts';
import { encodeOrder, HEAD, headCodec, orderCodec, pageCodec } from './table-item.ts';
import type { TableNames } from './write-item.ts';

const VERSION = HEAD.readStartedAtMs;

/** The published tables and the final rankings in the arenas table. */
export function dynamoTables(
  client: DynamoDBClient,
  tables: TableNames,
  retention: ToldRetention,
): Tables {
  const write = conditionalWrites(client, tables);
  const get = <T>(place: Place, codec: Pick<Codec<T>, 'decode'>, consistent: boolean) =>
    getDecoded(client, tables, place, codec, consistent);
  return {
    ...dynamoFinals(client, tables),
    head: (arena) => get(PLACE.tableHead(arena), headCodec, true),
    page: (arena, page) => get(PLACE.tablePage(arena, page), pageCodec, false),
    order: (arena) => get(PLACE.tableOrder(arena), orderCodec, false),
    claim: (arena, seen, claimedAtMs) => claim(write, PLACE.tableHead(arena), seen, claimedAtMs),
    noteLook: async (arena, lookAtMs) => {
      const values = numberValue(lookAtMs, ':l');
      const ifThere = { if: 'attribute_exists(pk)', values };
      await write.update(PLACE.tableHead(arena), `${HEAD.lookAtMs} = :l`, ifThere);
    },
    publish: (arena, table, seen) =>
      publish(write, arena, table, seen, ttlAfter(table.endsAtMs, daysOf(retention, 'rows'))),
    rename: (arena, player, name) => renameInTable(client, tables, arena, player, name),
  };
}

/** The head of a table whose first rebuild has just begun. */
const claimedHead = (claimedAtMs: number): TableHead => ({
  claimedAtMs,
  readStartedAtMs: 0,
  completeAtMs: 0,
  lookAtMs: 0,
  marks: [],
  stats: null,
});

function claim(
  write: Conditional,
  place: Place,
  seen: TableHead | null,
  claimedAtMs: number,
): Promise<boolean> {
  if (seen === null) return write.put(place, headCodec.encode(claimedHead(claimedAtMs)), ABSENT);
  const values = {
    ...numberValue(claimedAtMs, ':c'),
    ...numberValue(seen.claimedAtMs, ':seen'),
  };
  const ifSame = { if: `${HEAD.claimedAtMs} = :seen`, values };
  return write.update(place, `${HEAD.claimedAtMs} = :c`, ifSame);
}

const newer = (version: number) => ({
  if: `attribute_not_exists(pk) OR ${VERSION} < :v`,
  values: numberValue(version),
});

async function publish(
  write: Conditional,
  arena: ArenaId,
  table: Table,
  seen: TableHead | null,
  ttl: Item,
): Promise<void> {
  const { writes, marks } = pageWrites(table, seen);
  const ifNewer = newer(table.version);
  await Promise.all(
    writes.map(({ page, item }) =>
      write.put(PLACE.tablePage(arena, page), { ...item, ...ttl }, ifNewer),
    ),
  );
  await write.put(PLACE.tableOrder(arena), { ...encodeOrder(table), ...ttl }, ifNewer);
  await putHead(write, PLACE.tableHead(arena), table, marks);
}

/** The claim stays as it is: somebody may have made the next one. A final ranking ends them. */
async function putHead(
  write: Conditional,
  place: Place,
  { version, complete, stats, final }: Table,
  marks: readonly string[],
): Promise<void> {
  const head = { ...claimedHead(version), readStartedAtMs: version, marks, stats };
  if (final > 0) {
    await write.put(place, headCodec.encode({ ...head, completeAtMs: version }), newer(version));
    return;
  }
  const { [HEAD.marks]: m, [HEAD.stats]: s } = headCodec.encode(head);
  const sets = [`${VERSION} = :v`, `${HEAD.marks} = :m`, `${HEAD.stats} = :s`];
  if (complete) sets.push(`${HEAD.completeAtMs} = :v`);
  const values = { ...numberValue(version), ...(m && { ':m': m }), ...(s && { ':s': s }) };
  await write.update(place, sets.join(', '), { if: `${VERSION} < :v`, values });
}

interface PageWrite {
  readonly page: number;
  readonly item: Item;
}

/** The pages that have to be written, and the marks of all of them afterwards. */
function pageWrites(
  table: Table,
  seen: TableHead | null,
): { readonly writes: readonly PageWrite[]; readonly marks: readonly string[] } {
  const known = certainMarks(seen);
  const writes: PageWrite[] = [];
  const marks = pagesOf(table, seen).map((content, page) => {
    if (!table.complete && page >= TOP_PAGES) return known[page] ?? '';
    const item = pageCodec.encode(content);
    const mark = markOf(item);
    if (mark !== known[page]) writes.push({ page, item });
    return mark;
  });
  return { writes, marks };
}

const MARK_CHARACTERS = 12;

/** Of everything but the version, which changes always. */
function markOf({ [VERSION]: _, ...content }: Item): string {
  const hash = createHash('sha256');
  for (const [name, { S, N, B }] of Object.entries(content)) {
    hash.update(name).update(S ?? N ?? B ?? '');
  }
  return hash.digest('base64').slice(0, MARK_CHARACTERS);
}
