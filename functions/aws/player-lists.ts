import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Participation, PlayerRating } from '../../shared/app/entities.ts';
import type { ParticipationPlace, RatingPlace } from '../../shared/app/ports.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import { IN, PLACE } from './item.ts';
import { participationCodec, ratingCodec } from './player-item.ts';
import { RATING_INDEX } from './schema.ts';
import type { TableNames } from './write-item.ts';

/** The best settled ratings of a kind after this place, from the index. */
export async function bestRatings(
  client: DynamoDBClient,
  tables: TableNames,
  kind: GameKind,
  after: RatingPlace | null,
  limit: number,
): Promise<PlayerRating[]> {
  const { name, partitionKey, sortKey } = RATING_INDEX;
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tables.players,
      IndexName: name,
      KeyConditionExpression: '#kind = :kind',
      ExpressionAttributeNames: { '#kind': partitionKey },
      ExpressionAttributeValues: { ':kind': { S: kind } },
      ScanIndexForward: false,
      Limit: limit,
      ...(after !== null && {
        ExclusiveStartKey: {
          ...PLACE.rating(after.player, kind).key,
          [partitionKey]: { S: kind },
          [sortKey]: { N: String(after.rating) },
        },
      }),
    }),
  );
  return Items.map(ratingCodec.decode);
}

/** The arenas of a player before this one, the latest first. */
export async function participations(
  client: DynamoDBClient,
  tables: TableNames,
  player: PlayerId,
  after: ParticipationPlace | null,
  limit: number,
): Promise<Participation[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tables.players,
      KeyConditionExpression: 'pk = :player AND begins_with(sk, :in)',
      ExpressionAttributeValues: { ':player': { S: `P#${player}` }, ':in': { S: IN } },
      ScanIndexForward: false,
      Limit: limit,
      ...(after !== null && {
        ExclusiveStartKey: PLACE.participation(player, after.startsAtMs, after.arena).key,
      }),
    }),
  );
  return Items.map(participationCodec.decode);
}
