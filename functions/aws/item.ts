import type { Entity } from '../../shared/app/entities.ts';
import { unreachable } from '../../shared/core/assert.ts';
import type { ArenaId, GameId, PlayerId } from '../../shared/core/ids.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import { arenaCodec, attendanceCodec, poolCodec, rowCodec } from './arena-item.ts';
import type { Item } from './codec.ts';
import { gameCodec } from './game-item.ts';
import {
  admissionCodec,
  guestCodec,
  participationCodec,
  profileCodec,
  ratingCodec,
  seatCodec,
} from './player-item.ts';
import type { TABLES } from './schema.ts';

export type TableName = keyof typeof TABLES;

/** Where an item lives. */
export interface Place {
  readonly table: TableName;
  readonly key: Item;
}

const games = (pk: string): Place => ({ table: 'games', key: { pk: { S: pk } } });
const arenas = (pk: string, sk: string): Place => ({
  table: 'arenas',
  key: { pk: { S: pk }, sk: { S: sk } },
});
const players = (pk: string, sk: string): Place => ({
  table: 'players',
  key: { pk: { S: pk }, sk: { S: sk } },
});

/** First letters of sort keys of which a player has several. */
const RATING = 'RATING#';
export const IN = 'IN#';
/** Epoch ms sort as texts. */
const EPOCH_DIGITS = 14;

export const PLACE = {
  game: (id: GameId) => games(`G#${id}`),
  arena: (id: ArenaId) => arenas(`A#${id}`, 'ARENA'),
  pool: (id: ArenaId) => arenas(`A#${id}`, 'POOL'),
  attendance: (id: ArenaId, part: number) => arenas(`A#${id}#T${part}`, 'ATTENDANCE'),
  row: (id: ArenaId, shard: number, player: PlayerId) => arenas(`A#${id}#${shard}`, `P#${player}`),
  tableHead: (id: ArenaId) => arenas(`A#${id}`, 'STANDINGS'),
  tablePage: (id: ArenaId, page: number) => arenas(`A#${id}#S${page}`, 'PAGE'),
  tableOrder: (id: ArenaId) => arenas(`A#${id}`, 'ORDER'),
  finalHead: (id: ArenaId, version: number) => arenas(`A#${id}`, `FINAL#${version}`),
  finalPage: (id: ArenaId, version: number, hash8: string, page: number) =>
    arenas(`A#${id}`, `FINAL#${version}#${hash8}#${page}`),
  seat: (player: PlayerId) => players(`P#${player}`, 'SEAT'),
  profile: (player: PlayerId) => players(`P#${player}`, 'PROFILE'),
  guest: (player: PlayerId) => players(`P#${player}`, 'GUEST'),
  rating: (player: PlayerId, kind: GameKind) => players(`P#${player}`, `${RATING}${kind}`),
  participation: (player: PlayerId, startsAtMs: number, arena: ArenaId) =>
    players(`P#${player}`, `${IN}${String(startsAtMs).padStart(EPOCH_DIGITS, '0')}#${arena}`),
  admission: (ticketHash: string) => players(`T#${ticketHash}`, 'TICKET'),
} as const;

export function placeOf(entity: Entity): Place {
  switch (entity.type) {
    case 'game':
      return PLACE.game(entity.id);
    case 'arena':
      return PLACE.arena(entity.id);
    case 'row':
      return PLACE.row(entity.arena, entity.shard, entity.player);
    case 'pool':
      return PLACE.pool(entity.arena);
    case 'attendance':
      return PLACE.attendance(entity.arena, entity.part);
    case 'seat':
    case 'profile':
    case 'guest':
      return PLACE[entity.type](entity.player);
    case 'rating':
      return PLACE.rating(entity.player, entity.kind);
    case 'participation':
      return PLACE.participation(entity.player, entity.startsAtMs, entity.arena);
    case 'admission':
      return PLACE.admission(entity.ticketHash);
  }
}

/** The attributes of an entity, without its key. */
export function encodeEntity(entity: Entity): Item {
  switch (entity.type) {
    case 'game':
      return gameCodec.encode(entity);
    case 'arena':
      return arenaCodec.encode(entity);
    case 'row':
      return rowCodec.encode(entity);
    case 'pool':
      return poolCodec.encode(entity);
    case 'attendance':
      return attendanceCodec.encode(entity);
    case 'seat':
      return seatCodec.encode(entity);
    case 'profile':
      return profileCodec.encode(entity);
    case 'guest':
      return guestCodec.encode(entity);
    case 'rating':
      return ratingCodec.encode(entity);
    case 'participation':
      return participationCodec.encode(entity);
    case 'admission':
      return admissionCodec.encode(entity);
  }
}

/** The entity of an item, by its key; null for items that are not entities (tables, finals). */
export function decodeEntity(item: Item): Entity | null {
  const type = typeOf(item.pk?.S ?? '', item.sk?.S ?? '');
  switch (type) {
    case null:
      return null;
    case 'game':
      return gameCodec.decode(item);
    case 'arena':
      return arenaCodec.decode(item);
    case 'row':
      return rowCodec.decode(item);
    case 'pool':
      return poolCodec.decode(item);
    case 'attendance':
      return attendanceCodec.decode(item);
    case 'seat':
      return seatCodec.decode(item);
    case 'profile':
      return profileCodec.decode(item);
    case 'guest':
      return guestCodec.decode(item);
    case 'rating':
      return ratingCodec.decode(item);
    case 'participation':
      return participationCodec.decode(item);
    case 'admission':
      return admissionCodec.decode(item);
    default:
      return unreachable(type);
  }
}

const SORT_KEYS: { readonly [sk: string]: Entity['type'] } = {
  ARENA: 'arena',
  POOL: 'pool',
  ATTENDANCE: 'attendance',
  SEAT: 'seat',
  PROFILE: 'profile',
  GUEST: 'guest',
  TICKET: 'admission',
};

function typeOf(pk: string, sk: string): Entity['type'] | null {
  if (pk.startsWith('G#')) return 'game';
  if (sk.startsWith('P#')) return 'row';
  if (sk.startsWith(RATING)) return 'rating';
  return sk.startsWith(IN) ? 'participation' : (SORT_KEYS[sk] ?? null);
}
