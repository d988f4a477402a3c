import type { Admission, Guest, Profile, SeatClaim } from '../../shared/app/entities.ts';
import { type Codec, codec, constant, number, text } from './codec.ts';
import { TABLES } from './schema.ts';

export const seatCodec = codec<SeatClaim>({
  type: constant('seat'),
  player: text('p'),
  version: number('ver'),
  arena: text('ar'),
  shard: number('sh'),
});

export const profileCodec = codec<Profile>({
  type: constant('profile'),
  player: text('p'),
  version: number('ver'),
  name: text('n'),
  rating: number('r'),
  createdAtMs: number('ca'),
});

/** DynamoDB forgets the item some time after it has expired; readers look at the instant itself. */
const expiring = <T extends { readonly expiresAtMs: number }>(inner: Codec<T>): Codec<T> => ({
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
