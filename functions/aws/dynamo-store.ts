import { DeleteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Entity } from '../../shared/app/entities.ts';
import type { Store } from '../../shared/app/ports.ts';
import { type Arena, shardOf } from '../../shared/arena/arena.ts';
import type { Row } from '../../shared/arena/row.ts';
import { arenaCodec, poolCodec, rowCodec, UNSETTLED_STATES } from './arena-item.ts';
import type { Codec } from './codec.ts';
import { commitWrites } from './commit.ts';
import { gameCodec } from './game-item.ts';
import { PLACE, type Place } from './item.ts';
import { admissionCodec, guestCodec, profileCodec, seatCodec } from './player-item.ts';
import { getItem, getItems, queryItems } from './reads.ts';
import { ARENA_INDEXES } from './schema.ts';
import type { TableNames } from './write-item.ts';

/** The store port on three DynamoDB tables. */
export function dynamoStore(client: DynamoDBClient, tables: TableNames): Store {
  const one = async <E extends Entity>(place: Place, codec: Codec<E>, consistent: boolean) => {
    const item = await getItem(client, tables, place, consistent);
    return item === null ? null : codec.decode(item);
  };
  const many = async <E extends Entity>(places: readonly Place[], codec: Codec<E>) =>
    (await getItems(client, tables, places)).map(codec.decode);

  const rowsOf = async (arena: Arena, shard: number, consistent: boolean): Promise<Row[]> => {
    const items = await queryItems(client, {
      TableName: tables.arenas,
      KeyConditionExpression: 'pk = :shard',
      ExpressionAttributeValues: { ':shard': { S: `A#${arena.id}#${shard}` } },
      ConsistentRead: consistent,
    });
    return items.map(rowCodec.decode);
  };

  const arenasIn = async (state: string): Promise<Arena[]> => {
    const { name, partitionKey } = ARENA_INDEXES.byPhase;
    const items = await queryItems(client, {
      TableName: tables.arenas,
      IndexName: name,
      KeyConditionExpression: '#phase = :phase',
      ExpressionAttributeNames: { '#phase': partitionKey },
      ExpressionAttributeValues: { ':phase': { S: state.toUpperCase() } },
    });
    return items.map(arenaCodec.decode);
  };

  return {
    commit: (writes) => commitWrites(client, tables, writes),
    game: (id, read) => one(PLACE.game(id), gameCodec, read === 'consistent'),
    games: (ids) => many(ids.map(PLACE.game), gameCodec),
    arena: (id, read) => one(PLACE.arena(id), arenaCodec, read === 'consistent'),
    unsettledArenas: async () => {
      const arenas = (await Promise.all(UNSETTLED_STATES.map(arenasIn))).flat();
      return arenas.sort((a, b) => a.startsAtMs - b.startsAtMs);
    },
    row: ({ id, shards }, player, read) =>
      one(PLACE.row(id, shardOf(player, shards), player), rowCodec, read === 'consistent'),
    rowAt: ({ arena, shard, player }, read) =>
      one(PLACE.row(arena, shard, player), rowCodec, read === 'consistent'),
    rows: async (arena, read) => {
      const shards = Array.from({ length: arena.shards }, (_, shard) => shard);
      const rows = await Promise.all(
        shards.map((shard) => rowsOf(arena, shard, read === 'consistent')),
      );
      return rows.flat();
    },
    pool: (arena) => one(PLACE.pool(arena), poolCodec, true),
    seat: (player) => one(PLACE.seat(player), seatCodec, true),
    profile: (player) => one(PLACE.profile(player), profileCodec, true),
    profiles: (players) => many(players.map(PLACE.profile), profileCodec),
    guest: (player) => one(PLACE.guest(player), guestCodec, true),
    takeAdmission: async (ticketHash) => {
      const { key } = PLACE.admission(ticketHash);
      const { Attributes } = await client.send(
        new DeleteItemCommand({ TableName: tables.players, Key: key, ReturnValues: 'ALL_OLD' }),
      );
      return Attributes === undefined ? null : admissionCodec.decode(Attributes);
    },
  };
}
