import type { Arena } from '../arena/arena.ts';
import type { Pool } from '../arena/pool.ts';
import type { Row } from '../arena/row.ts';
import type { Series } from '../arena/series.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';
import type { Game } from '../game/game.ts';
import type { Rating } from '../game/glicko.ts';
import type { GameKind } from '../rules/rules.ts';
import type {
  AllowList,
  AuditEntry,
  Ban,
  Delivery,
  Edition,
  Erasure,
  Filed,
  OnceRecord,
  Quota,
  Report,
  SeriesAuditEntry,
  Webhook,
} from './records.ts';

/** The one arena a player sits in; moving it is what keeps him out of two games at once. */
export interface SeatClaim {
  readonly type: 'seat';
  readonly player: PlayerId;
  /** Never starts again, so that nobody takes a later claim for the one that he has read. */
  readonly version: number;
  /** null: he has left the last one. */
  readonly arena: ArenaId | null;
  readonly shard: number;
}

/**
 * Part of the places of an arena; the version counts those that are taken: its rows. An arena has
 * as many parts as row shards, so that a crowd does not have to queue.
 */
export interface Attendance {
  readonly type: 'attendance';
  readonly arena: ArenaId;
  readonly part: number;
  readonly version: number;
}

/** A person across arenas. */
export interface Profile {
  readonly type: 'profile';
  readonly player: PlayerId;
  readonly version: number;
  readonly name: string;
  readonly rating: number;
  /** Without an account. */
  readonly guest: boolean;
  readonly createdAtMs: number;
}

/** How strong a player is at one kind of game; the version is the number of his rated games. */
export interface PlayerRating {
  readonly type: 'rating';
  readonly player: PlayerId;
  readonly kind: GameKind;
  readonly version: number;
  readonly glicko: Rating;
}

/** That a player is, or was, in an arena. */
export interface Participation {
  readonly type: 'participation';
  readonly player: PlayerId;
  readonly arena: ArenaId;
  readonly version: number;
  readonly startsAtMs: number;
}

/** Who the identity provider says is there. */
export interface Account {
  readonly subject: string;
  readonly name: string;
  /** First rating, where the provider knows one. */
  readonly rating: number | null;
}

/** A player without an account: whoever knows the secret is he. */
export interface Guest {
  readonly type: 'guest';
  readonly player: PlayerId;
  readonly version: number;
  readonly secretHash: string;
  readonly expiresAtMs: number;
}

/** Admits one connection, once, shortly. Only its hash is stored. */
export interface Admission {
  readonly type: 'admission';
  readonly ticketHash: string;
  readonly version: number;
  readonly player: PlayerId;
  readonly expiresAtMs: number;
}

/** Everything that is stored under a version. */
export type Entity =
  | Game
  | Arena
  | Attendance
  | Row
  | Pool
  | SeatClaim
  | Profile
  | PlayerRating
  | Participation
  | Guest
  | Admission
  | AuditEntry
  | SeriesAuditEntry
  | AllowList
  | Report
  | Filed
  | Erasure
  | Ban
  | Quota
  | OnceRecord
  | Series
  | Edition
  | Webhook
  | Delivery;

/** What is counted by its version, up to a limit. */
export type Counter = Attendance | Quota;

/** What identifies an entity of each type. */
export function entityKey(entity: Entity): string {
  switch (entity.type) {
    case 'game':
      return `game ${entity.id}`;
    case 'arena':
      return `arena ${entity.id}`;
    case 'row':
      return `row ${entity.arena} ${entity.player}`;
    case 'pool':
      return `pool ${entity.arena}`;
    case 'attendance':
      return `attendance ${entity.arena} ${entity.part}`;
    case 'seat':
    case 'profile':
    case 'guest':
      return `${entity.type} ${entity.player}`;
    case 'rating':
      return `rating ${entity.player} ${entity.kind}`;
    case 'participation':
      return `participation ${entity.player} ${entity.arena}`;
    case 'admission':
      return `admission ${entity.ticketHash}`;
    case 'audit':
    case 'report':
      return `${entity.type} ${entity.arena} ${entity.atMs} ${entity.id}`;
    case 'seriesAudit':
      return `seriesAudit ${entity.series} ${entity.atMs} ${entity.id}`;
    case 'filed':
      return `filed ${entity.player} ${entity.atMs} ${entity.id}`;
    case 'allowList':
      return `allowList ${entity.arena}`;
    case 'ban':
    case 'erasure':
      return `${entity.type} ${entity.player}`;
    case 'quota':
      return `quota ${entity.key}`;
    case 'once':
      return `once ${entity.keyHash}`;
    case 'series':
      return `series ${entity.id}`;
    case 'edition':
      return `edition ${entity.series} ${entity.startsAtMs}`;
    case 'webhook':
      return `webhook ${entity.owner} ${entity.id}`;
    case 'delivery':
      return `delivery ${entity.webhook} ${entity.happenedAtMs} ${entity.id}`;
  }
}
