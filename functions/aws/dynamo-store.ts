import { DeleteItemCommand, type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Attendance, Entity } from '../../shared/app/entities.ts';
import type { RowPlace, RowsPage, Store } from '../../shared/app/ports.ts';
import { type Arena, shardOf } from '../../shared/arena/arena.ts';
import type { Row } from '../../shared/arena/row.ts';
import { inGroups } from '../../shared/core/groups.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import {
  arenaCodec,
  attendanceCodec,
  poolCodec,
  rowCodec,
  UNSETTLED_STATES,
} from './arena-item.ts';
import type { Codec } from './codec.ts';
import { commitWrites } from './commit.ts';
import { outlastConflicts } from './conflicts.ts';
import { gameCodec } from './game-item.ts';
import { PLACE, type Place } from './item.ts';
import { dynamoLists } from './lists.ts';
import { admissionCodec, guestCodec, profileCodec, ratingCodec, seatCodec } from './player-item.ts';
import { bestRatings, participations } from './player-lists.ts';
import { getDecoded, getItems, queryItems } from './reads.ts';
import type { ToldRetention } from './retention.ts';
import { ARENA_INDEXES } from './schema.ts';
import type { TableNames } from './write-item.ts';

/** DynamoDB reads at most so many items in one batch. */
const BATCH_ITEMS_MAX = 100;

/** The store port on three DynamoDB tables; what it makes is kept as long as it is told. */
export function dynamoStore(
  client: DynamoDBClient,
  tables: TableNames,
  retention: ToldRetention,
): Store {
  const one = <E extends Entity>(place: Place, codec: Codec<E>, consistent: boolean) =>
    getDecoded(client, tables, place, codec, consistent);
  const many = async <E extends Entity>(
    places: readonly Place[],
    codec: Codec<E>,
    consistent = true,
  ) => {
    const groups = [...inGroups(places, BATCH_ITEMS_MAX)];
    const items = await Promise.all(
      groups.map((some) => getItems(client, tables, some, consistent)),
    );
    return items.flat().map(codec.decode);
  };

  return {
    ...dynamoLists(client, tables),
    commit: (writes) => commitWrites(client, tables, writes, retention),
    game: (id, read) => one(PLACE.game(id), gameCodec, read === 'consistent'),
    games: (ids) => many(ids.map(PLACE.game), gameCodec),
    arena: (id, read) => one(PLACE.arena(id), arenaCodec, read === 'consistent'),
    unsettledArenas: async () => {
      const arenas = (
        await Promise.all(UNSETTLED_STATES.map((state) => arenasIn(client, tables, state)))
      ).flat();
      return arenas.sort((a, b) => a.startsAtMs - b.startsAtMs);
    },
    row: ({ id, shards }, player, read) =>
      one(PLACE.row(id, shardOf(player, shards), player), rowCodec, read === 'consistent'),
    rowAt: ({ arena, shard, player }, read) =>
      one(PLACE.row(arena, shard, player), rowCodec, read === 'consistent'),
    rows: (arena, read) => allRows(client, tables, arena, read === 'consistent'),
    rowsOf: ({ id, shards }, players) =>
      many(
        players.map((player) => PLACE.row(id, shardOf(player, shards), player)),
        rowCodec,
      ),
    rowsAfter: (arena, after, limit) => rowsAfter(client, tables, arena, after, limit),
    pool: (arena) => one(PLACE.pool(arena), poolCodec, true),
    placesTaken: async (arena) => sumOf(await many(partsOf(arena), attendanceCodec, false)),
    seat: (player) => one(PLACE.seat(player), seatCodec, true),
    rating: (player, kind) => one(PLACE.rating(player, kind), ratingCodec, true),
    bestRatings: (kind, after, limit) => bestRatings(client, tables, kind, after, limit),
    participations: (player, after, limit, read) =>
      participations(client, tables, player, after, limit, read),
    profile: (player) => one(PLACE.profile(player), profileCodec, true),
    // A name that has just been changed may be shown as it was.
    profiles: (players) => many(players.map(PLACE.profile), profileCodec, false),
    guest: (player) => one(PLACE.guest(player), guestCodec, true),
    takeAdmission: async (ticketHash) => {
      const { key } = PLACE.admission(ticketHash);
      const taken = { TableName: tables.players, Key: key, ReturnValues: 'ALL_OLD' } as const;
      const { Attributes } = await outlastConflicts(() =>
        client.send(new DeleteItemCommand(taken)),
      );
      return Attributes === undefined ? null : admissionCodec.decode(Attributes);
    },
  };
}

/** Arenas of a state that somebody still has to look at, from the index. */
async function arenasIn(
  client: DynamoDBClient,
  tables: TableNames,
  state: string,
): Promise<Arena[]> {
  const { name, partitionKey } = ARENA_INDEXES.byPhase;
  const items = await queryItems(client, {
    TableName: tables.arenas,
    IndexName: name,
    KeyConditionExpression: '#phase = :phase',
    ExpressionAttributeNames: { '#phase': partitionKey },
    ExpressionAttributeValues: { ':phase': { S: state.toUpperCase() } },
  });
  return items.map(arenaCodec.decode);
}

const partsOf = ({ id, shards }: Pick<Arena, 'id' | 'shards'>): Place[] =>
  Array.from({ length: shards }, (_, part) => PLACE.attendance(id, part));

const sumOf = (counters: readonly Attendance[]): number =>
  counters.reduce((sum, { version }) => sum + version, 0);

/** All rows, the shards at once. */
async function allRows(
  client: DynamoDBClient,
  tables: TableNames,
  { id, shards }: Arena,
  consistent: boolean,
): Promise<Row[]> {
  const queries = Array.from({ length: shards }, (_, shard) =>
    queryItems(client, { ...shardQuery(tables, id, shard), ConsistentRead: consistent }),
  );
  return (await Promise.all(queries)).flat().map(rowCodec.decode);
}

/** Rows from one shard after the other: an answer may be short of the limit in the midst of one. */
async function rowsAfter(
  client: DynamoDBClient,
  tables: TableNames,
  { id, shards }: Arena,
  after: RowPlace | null,
  limit: number,
): Promise<RowsPage> {
  const rows: Row[] = [];
  let start = after === null ? undefined : PLACE.row(id, after.shard, after.player).key;
  let shard = after?.shard ?? 0;
  while (shard < shards && rows.length < limit) {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        ...shardQuery(tables, id, shard),
        ConsistentRead: true,
        Limit: limit - rows.length,
        ...(start !== undefined && { ExclusiveStartKey: start }),
      }),
    );
    rows.push(...Items.map(rowCodec.decode));
    start = LastEvaluatedKey;
    if (start === undefined) shard += 1;
  }
  const last = rows.at(-1);
  return { rows, next: shard < shards && last !== undefined ? placeOf(last) : null };
}

const shardQuery = (tables: TableNames, arena: ArenaId, shard: number) => ({
  TableName: tables.arenas,
  KeyConditionExpression: 'pk = :shard',
  ExpressionAttributeValues: { ':shard': { S: `A#${arena}#${shard}` } },
});

const placeOf = ({ shard, player }: Row): RowPlace => ({ shard, player });
