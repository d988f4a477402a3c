import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { ArenaPhase, ArenaPlace, Lists } from '../../shared/app/ports.ts';
import { arenaCodec, PHASE } from './arena-item.ts';
import type { Codec, Item } from './codec.ts';
import { PLACE, type Place } from './item.ts';
import { getDecoded } from './reads.ts';
import { ARENA_INDEXES } from './schema.ts';
import {
  allowListCodec,
  auditCodec,
  banCodec,
  deliveryCodec,
  editionCodec,
  onceCodec,
  reportCodec,
  SERIES_PHASE,
  seriesCodec,
  webhookCodec,
} from './steering-item.ts';
import type { TableNames } from './write-item.ts';

/** What is over is looked for from today backwards. */
const LATEST_FIRST: ReadonlySet<ArenaPhase> = new Set(['frozen', 'cancelled', 'over']);

/** What organisers and spectators read, from the three tables. */
export function dynamoLists(client: DynamoDBClient, tables: TableNames): Lists {
  const one = <T>(place: Place, codec: Pick<Codec<T>, 'decode'>) =>
    getDecoded(client, tables, place, codec, true);

  /** Items of this place's partition whose sort key begins so, after this one. */
  const some = async <T>(
    place: Place,
    from: { readonly prefix: string; readonly forward: boolean; readonly limit: number },
    codec: Pick<Codec<T>, 'decode'>,
    after: Place | null,
  ): Promise<T[]> => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tables[place.table],
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: {
          ':pk': place.key.pk ?? { S: '' },
          ':prefix': { S: from.prefix },
        },
        ScanIndexForward: from.forward,
        Limit: from.limit,
        ...(after !== null && { ExclusiveStartKey: after.key }),
      }),
    );
    return Items.map(codec.decode);
  };

  const newest = (prefix: string, limit: number) => ({ prefix, forward: false, limit });

  const indexed = async <T>(
    index: (typeof ARENA_INDEXES)[keyof typeof ARENA_INDEXES],
    partition: string,
    from: { readonly forward: boolean; readonly limit: number },
    codec: Pick<Codec<T>, 'decode'>,
    after: { readonly at: number; readonly key: Item } | null,
  ): Promise<T[]> => {
    const { name, partitionKey, sortKey } = index;
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tables.arenas,
        IndexName: name,
        KeyConditionExpression: '#pk = :pk',
        ExpressionAttributeNames: { '#pk': partitionKey },
        ExpressionAttributeValues: { ':pk': { S: partition } },
        ScanIndexForward: from.forward,
        Limit: from.limit,
        ...(after !== null && {
          ExclusiveStartKey: {
            ...after.key,
            [partitionKey]: { S: partition },
            [sortKey]: { N: String(after.at) },
          },
        }),
      }),
    );
    return Items.map(codec.decode);
  };

  const arenaAt = (place: ArenaPlace | null) =>
    place && { at: place.startsAtMs, key: PLACE.arena(place.id).key };

  return {
    arenasIn: (phase, after, limit) => {
      const from = { forward: !LATEST_FIRST.has(phase), limit };
      return indexed(ARENA_INDEXES.byPhase, PHASE[phase], from, arenaCodec, arenaAt(after));
    },
    arenasOf: (owner, after, limit) => {
      const from = { forward: false, limit };
      return indexed(ARENA_INDEXES.byOwner, owner, from, arenaCodec, arenaAt(after));
    },
    allowList: (arena) => one(PLACE.allowList(arena), allowListCodec),
    audits: (arena, after, limit) =>
      some(
        PLACE.arena(arena),
        newest('AUDIT#', limit),
        auditCodec,
        after && PLACE.audit(arena, after),
      ),
    reports: (arena, after, limit) =>
      some(
        PLACE.arena(arena),
        newest('REPORT#', limit),
        reportCodec,
        after && PLACE.report(arena, after),
      ),
    ban: (player) => one(PLACE.ban(player), banCodec),
    bans: (after, limit) =>
      some(
        PLACE.bans,
        { prefix: 'BAN#', forward: true, limit },
        banCodec,
        after && PLACE.ban(after),
      ),
    once: (keyHash) => one(PLACE.once(keyHash), onceCodec),
    series: (id) => one(PLACE.series(id), seriesCodec),
    seriesIn: (state, after, limit) =>
      indexed(
        ARENA_INDEXES.byPhase,
        SERIES_PHASE[state],
        { forward: true, limit },
        seriesCodec,
        after && { at: after.planAtMs, key: PLACE.series(after.id).key },
      ),
    editions: async (series, beforeMs, limit) =>
      some(
        PLACE.series(series),
        newest('E#', limit),
        editionCodec,
        // The first key that is too late: sort keys are epoch ms alone.
        beforeMs === null ? null : PLACE.edition(series, beforeMs),
      ),
    webhooks: (owner) =>
      some(
        PLACE.webhook(owner, ''),
        { prefix: 'WEBHOOK#', forward: true, limit: WEBHOOKS_READ_MAX },
        webhookCodec,
        null,
      ),
    deliveries: (webhook, after, limit) =>
      some(
        PLACE.delivery(webhook, { atMs: 0, id: '' }),
        newest('DELIVERY#', limit),
        deliveryCodec,
        after && PLACE.delivery(webhook, after),
      ),
    delivery: (webhook, place) => one(PLACE.delivery(webhook, place), deliveryCodec),
  };
}

/** More than anybody may have. */
const WEBHOOKS_READ_MAX = 100;
