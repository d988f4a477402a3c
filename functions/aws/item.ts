import type { Entity } from '../../shared/app/entities.ts';
import type { RecordPlace } from '../../shared/app/records.ts';
import type { ArenaId, GameId, PlayerId, SeriesId } from '../../shared/core/ids.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import { arenaCodec, attendanceCodec, poolCodec, rowCodec } from './arena-item.ts';
import type { Codec, Item } from './codec.ts';
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
import {
  allowListCodec,
  auditCodec,
  banCodec,
  deliveryCodec,
  editionCodec,
  erasureCodec,
  filedCodec,
  onceCodec,
  quotaCodec,
  reportCodec,
  seriesAuditCodec,
  seriesCodec,
  webhookCodec,
} from './steering-item.ts';

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

/** First letters of sort keys of which there are several in a partition. */
const RATING = 'RATING#';
export const IN = 'IN#';
export const LISTED = {
  audit: 'AUDIT#',
  seriesAudit: 'DEED#',
  report: 'REPORT#',
  edition: 'E#',
  ban: 'BAN#',
  filed: 'FILED#',
  erasure: 'ERASURE#',
  webhook: 'WEBHOOK#',
  delivery: 'DELIVERY#',
} as const;
/** Epoch ms sort as texts. */
const EPOCH_DIGITS = 14;
const epoch = (ms: number): string => String(ms).padStart(EPOCH_DIGITS, '0');
const recordAt = ({ atMs, id }: RecordPlace): string => `${epoch(atMs)}#${id}`;

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
    players(`P#${player}`, `${IN}${epoch(startsAtMs)}#${arena}`),
  admission: (ticketHash: string) => players(`T#${ticketHash}`, 'TICKET'),
  audit: (id: ArenaId, at: RecordPlace) => arenas(`A#${id}`, `${LISTED.audit}${recordAt(at)}`),
  report: (id: ArenaId, at: RecordPlace) => arenas(`A#${id}`, `${LISTED.report}${recordAt(at)}`),
  allowList: (id: ArenaId) => arenas(`A#${id}`, 'ALLOWED'),
  series: (id: SeriesId) => arenas(`S#${id}`, 'SERIES'),
  seriesAudit: (id: SeriesId, at: RecordPlace) =>
    arenas(`S#${id}`, `${LISTED.seriesAudit}${recordAt(at)}`),
  edition: (id: SeriesId, startsAtMs: number) =>
    arenas(`S#${id}`, `${LISTED.edition}${epoch(startsAtMs)}`),
  bans: players('BANS', ''),
  ban: (player: PlayerId) => players('BANS', `${LISTED.ban}${player}`),
  filed: (player: PlayerId, at: RecordPlace) =>
    players(`P#${player}`, `${LISTED.filed}${recordAt(at)}`),
  erasures: players('ERASURES', ''),
  erasure: (player: PlayerId) => players('ERASURES', `${LISTED.erasure}${player}`),
  quota: (key: string) => players(`Q#${key}`, 'QUOTA'),
  once: (keyHash: string) => players(`O#${keyHash}`, 'ONCE'),
  webhook: (owner: string, id: string) => players(`W#${owner}`, `${LISTED.webhook}${id}`),
  delivery: (webhook: string, at: RecordPlace) =>
    players(`D#${webhook}`, `${LISTED.delivery}${recordAt(at)}`),
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
    case 'audit':
    case 'report':
      return PLACE[entity.type](entity.arena, entity);
    case 'seriesAudit':
      return PLACE.seriesAudit(entity.series, entity);
    case 'allowList':
      return PLACE.allowList(entity.arena);
    case 'filed':
      return PLACE.filed(entity.player, entity);
    case 'ban':
    case 'erasure':
      return PLACE[entity.type](entity.player);
    case 'quota':
      return PLACE.quota(entity.key);
    case 'once':
      return PLACE.once(entity.keyHash);
    case 'series':
      return PLACE.series(entity.id);
    case 'edition':
      return PLACE.edition(entity.series, entity.startsAtMs);
    case 'webhook':
      return PLACE.webhook(entity.owner, entity.id);
    case 'delivery':
      return PLACE.delivery(entity.webhook, { atMs: entity.happenedAtMs, id: entity.id });
  }
}

const CODECS: { readonly [T in Entity['type']]: Codec<Extract<Entity, { readonly type: T }>> } = {
  game: gameCodec,
  arena: arenaCodec,
  row: rowCodec,
  pool: poolCodec,
  attendance: attendanceCodec,
  seat: seatCodec,
  profile: profileCodec,
  guest: guestCodec,
  rating: ratingCodec,
  participation: participationCodec,
  admission: admissionCodec,
  audit: auditCodec,
  seriesAudit: seriesAuditCodec,
  report: reportCodec,
  allowList: allowListCodec,
  filed: filedCodec,
  erasure: erasureCodec,
  ban: banCodec,
  quota: quotaCodec,
  once: onceCodec,
  series: seriesCodec,
  edition: editionCodec,
  webhook: webhookCodec,
  delivery: deliveryCodec,
};

/** The attributes of an entity, without its key. */
export const encodeEntity = (entity: Entity): Item =>
  (CODECS[entity.type] as Codec<Entity>).encode(entity);

/** The entity of an item, by its key; null for items that are not entities (tables, finals). */
export function decodeEntity(item: Item): Entity | null {
  const type = typeOf(item.pk?.S ?? '', item.sk?.S ?? '');
  return type === null ? null : CODECS[type].decode(item);
}

/** By the whole sort key. */
const SORT_KEYS: { readonly [sk: string]: Entity['type'] } = {
  ARENA: 'arena',
  POOL: 'pool',
  ATTENDANCE: 'attendance',
  ALLOWED: 'allowList',
  SERIES: 'series',
  SEAT: 'seat',
  PROFILE: 'profile',
  GUEST: 'guest',
  TICKET: 'admission',
  QUOTA: 'quota',
  ONCE: 'once',
};

/** By what a sort key begins with. */
const SORT_PREFIXES: readonly (readonly [string, Entity['type']])[] = [
  ['P#', 'row'],
  [RATING, 'rating'],
  [IN, 'participation'],
  ...(Object.keys(LISTED) as (keyof typeof LISTED)[]).map((type) => [LISTED[type], type] as const),
];

function typeOf(pk: string, sk: string): Entity['type'] | null {
  if (pk.startsWith('G#')) return 'game';
  const [, listed] = SORT_PREFIXES.find(([prefix]) => sk.startsWith(prefix)) ?? [];
  return listed ?? SORT_KEYS[sk] ?? null;
}
