import type {
  Admission,
  Guest,
  Participation,
  PlayerRating,
  Profile,
  SeatClaim,
} from '../../shared/app/entities.ts';
import { isSettled } from '../../shared/game/glicko.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import { type Codec, codec, constant, flag, number, orNull, text } from './codec.ts';
import { glicko } from './glicko-field.ts';
import { RATING_INDEX, TABLES } from './schema.ts';

export const seatCodec = codec<SeatClaim>({
  type: constant('seat'),
  player: text('p'),
  version: number('ver'),
  arena: orNull('ar', text('ar')),
  shard: number('sh'),
});

export const profileCodec = codec<Profile>({
  type: constant('profile'),
  player: text('p'),
  version: number('ver'),
  name: text('n'),
  rating: number('r'),
  guest: flag('gu'),
  createdAtMs: number('ca'),
});

const ratingFields = codec<PlayerRating>({
  type: constant('rating'),
  player: text('p'),
  kind: text<GameKind>('k'),
  version: number('ver'),
  glicko: glicko('gl'),
});

/** A rating; in the index of the best while it is settled. */
export const ratingCodec: Codec<PlayerRating> = {
  decode: ratingFields.decode,
  encode: (rating) => ({
    ...ratingFields.encode(rating),
    ...(isSettled(rating.glicko) && {
      [RATING_INDEX.partitionKey]: { S: rating.kind },
      [RATING_INDEX.sortKey]: { N: String(rating.glicko.rating) },
    }),
  }),
};

export const participationCodec = codec<Participation>({
  type: constant('participation'),
  player: text('p'),
  arena: text('ar'),
  version: number('ver'),
  startsAtMs: number('sa'),
});

/** DynamoDB forgets the item some time after it has expired; readers look at the instant itself. */
export const expiring = <T extends { readonly expiresAtMs: number }>(
  inner: Codec<T>,
): Codec<T> => ({
  decode: inner.decode,
  encode: (value) => ({
    ...inner.encode(value),
    [TABLES.players.ttl]: { N: String(Math.ceil(value.expiresAtMs / 1_000)) },
  }),
});

export const guestCodec = expiring(
  codec<Guest>({
    type: constant('guest'),
    player: text('p'),
    version: number('ver'),
    secretHash: text('h'),
    expiresAtMs: number('ex'),
  }),
);

export const admissionCodec = expiring(
  codec<Admission>({
    type: constant('admission'),
    ticketHash: text('h'),
    version: number('ver'),
    player: text('p'),
    expiresAtMs: number('ex'),
  }),
);
