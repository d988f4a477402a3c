import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Participation, PlayerRating } from '../../shared/app/entities.ts';
import type { ParticipationPlace, RatingPlace, Read } from '../../shared/app/ports.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import { IN, PLACE } from './item.ts';
import { pageBeside, pageOfIndex } from './pages.ts';
import { participationCodec, ratingCodec } from './player-item.ts';
import { RATING_INDEX } from './schema.ts';
import type { TableNames } from './write-item.ts';

/** The best settled ratings of a kind after this place, from the index. */
export const bestRatings = (
  client: DynamoDBClient,
  tables: TableNames,
  kind: GameKind,
  after: RatingPlace | null,
  limit: number,
): Promise<PlayerRating[]> =>
  pageOfIndex(
    client,
    tables.players,
    RATING_INDEX,
    kind,
    { forward: false, limit },
    ratingCodec,
    after && { at: after.rating, key: PLACE.rating(after.player, kind).key },
  );

/** The arenas of a player before this one, the latest first. */
export const participations = (
  client: DynamoDBClient,
  tables: TableNames,
  player: PlayerId,
  after: ParticipationPlace | null,
  limit: number,
  read: Read = 'eventual',
): Promise<Participation[]> =>
  pageBeside(
    client,
    tables,
    PLACE.profile(player),
    { prefix: IN, forward: false, limit },
    participationCodec,
    after && PLACE.participation(player, after.startsAtMs, after.arena),
    read === 'consistent',
  );
