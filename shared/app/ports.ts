import type { Arena } from '../arena/arena.ts';
import type { Pool, Ticket } from '../arena/pool.ts';
import type { Line } from '../arena/presence.ts';
import type { Row } from '../arena/row.ts';
import type { Series } from '../arena/series.ts';
import type { ArenaId, ConnectionId, GameId, PlayerId, SeriesId } from '../core/ids.ts';
import type { Random } from '../core/random.ts';
import type { Moment } from '../game/command.ts';
import type { Game } from '../game/game.ts';
import type { ServerMessage } from '../protocol/server-message.ts';
import type { WebhookEvent } from '../protocol/webhook.ts';
import type { GameKind } from '../rules/rules.ts';
import type {
  Admission,
  Counter,
  Entity,
  Guest,
  Participation,
  PlayerRating,
  Profile,
  SeatClaim,
} from './entities.ts';
import type { CountName, MetricName } from './metrics.ts';
import type {
  AllowList,
  AuditEntry,
  Ban,
  Delivery,
  Edition,
  OnceRecord,
  PersonalRecords,
  RecordPlace,
  Report,
  SeriesAuditEntry,
  Webhook,
} from './records.ts';
import type { Tables } from './tables.ts';

/** Who sent a message, on which connection, and when: all from the gateway. */
export interface Caller extends Line, Moment {
  readonly player: PlayerId;
}

/** `eventual` may be a little old and costs half; only a write may follow it (law 2). */
export type Read = 'eventual' | 'consistent';

/** One part of a commit. `update` names only what differs between `before` and `after`. */
export type Write =
  /** Must not exist yet. The days that some kinds are kept begin then, or at an instant in it. */
  | { readonly op: 'create'; readonly entity: Entity; readonly keptFromMs?: number }
  /** The stored version must be that of `before`. */
  | { readonly op: 'update'; readonly before: Entity; readonly after: Entity }
  /** The stored version must be that of `entity`. */
  | { readonly op: 'delete'; readonly entity: Entity }
  /** Counts one more, unless there are `max` already; its version is not looked at. */
  | { readonly op: 'take'; readonly counter: Counter; readonly max: number }
  /** Counts one less, unless there is none. */
  | { readonly op: 'giveBack'; readonly counter: Counter }
  /**
   * Puts a waiting player into a game: his row must be ready, seated, on the ticket's connection,
   * waiting since the ticket's instant, with a lease beyond `nowMs`. Renewals of the lease raise
   * the version without hurting, so the version is not the condition here.
   */
  | { readonly op: 'seat'; readonly ticket: Ticket; readonly game: Game; readonly nowMs: number };

/** A write that failed on its condition, with what is stored instead (null: nothing). */
export interface FailedWrite {
  readonly index: number;
  readonly current: Entity | null;
}

/** `busy`: another transaction held one of the items; nothing is known to have changed. */
export type Commit =
  | { readonly kind: 'stored' }
  | { readonly kind: 'failed'; readonly failed: readonly FailedWrite[] }
  | { readonly kind: 'busy' };

/** Where a row stands among those of its arena. */
export type RowPlace = Pick<Row, 'shard' | 'player'>;

/** Some rows of an arena, and after which one the next ones come. */
export interface RowsPage {
  readonly rows: readonly Row[];
  readonly next: RowPlace | null;
}

/** Where a rating stands among those of its kind. */
export interface RatingPlace {
  readonly rating: number;
  readonly player: PlayerId;
}

/** Where an arena stands among those of a player. */
export type ParticipationPlace = Pick<Participation, 'startsAtMs' | 'arena'>;

/** Where an arena stands among others, by start. */
export type ArenaPlace = Pick<Arena, 'startsAtMs' | 'id'>;

/** What arenas are listed by: a state that somebody still has to look at, or that all is over. */
export const ARENA_PHASES = ['created', 'open', 'closing', 'frozen', 'cancelled', 'over'] as const;
export type ArenaPhase = (typeof ARENA_PHASES)[number];

/** What organisers and spectators read; lists are read eventually, single things consistently. */
export interface Lists extends PersonalRecords {
  /** By start; `over`, `frozen` and `cancelled` have the latest first. */
  readonly arenasIn: (
    phase: ArenaPhase,
    after: ArenaPlace | null,
    limit: number,
  ) => Promise<Arena[]>;
  /** The latest start first. */
  readonly arenasOf: (owner: string, after: ArenaPlace | null, limit: number) => Promise<Arena[]>;
  readonly allowList: (arena: ArenaId) => Promise<AllowList | null>;
  /** The newest first, as all records. */
  readonly audits: (
    arena: ArenaId,
    after: RecordPlace | null,
    limit: number,
  ) => Promise<AuditEntry[]>;
  readonly seriesAudits: (
    series: SeriesId,
    after: RecordPlace | null,
    limit: number,
  ) => Promise<SeriesAuditEntry[]>;
  readonly reports: (arena: ArenaId, after: RecordPlace | null, limit: number) => Promise<Report[]>;
  readonly ban: (player: PlayerId) => Promise<Ban | null>;
  /** By player. */
  readonly bans: (after: PlayerId | null, limit: number) => Promise<Ban[]>;
  readonly once: (keyHash: string) => Promise<OnceRecord | null>;
  readonly series: (id: SeriesId) => Promise<Series | null>;
  /** By the instant at which the planner looks at them. */
  readonly seriesIn: (
    state: Series['state'],
    after: Pick<Series, 'planAtMs' | 'id'> | null,
    limit: number,
  ) => Promise<Series[]>;
  /** The latest first, those that start before this instant (null: all). */
  readonly editions: (
    series: SeriesId,
    beforeMs: number | null,
    limit: number,
  ) => Promise<Edition[]>;
  readonly webhooks: (owner: string) => Promise<Webhook[]>;
  readonly webhook: (owner: string, id: string) => Promise<Webhook | null>;
  readonly deliveries: (
    webhook: string,
    after: RecordPlace | null,
    limit: number,
  ) => Promise<Delivery[]>;
  readonly delivery: (webhook: string, place: RecordPlace) => Promise<Delivery | null>;
}

/** The truth. Every commit is all or nothing; infrastructure failures throw. */
export interface Store extends Lists {
  readonly commit: (writes: readonly Write[]) => Promise<Commit>;
  readonly game: (id: GameId, read: Read) => Promise<Game | null>;
  /** At most `GAMES_READ_MAX` games, those that exist, in any order, read consistently. */
  readonly games: (ids: readonly GameId[]) => Promise<Game[]>;
  readonly arena: (id: ArenaId, read: Read) => Promise<Arena | null>;
  /** Arenas somebody still has to look at, by start. */
  readonly unsettledArenas: () => Promise<Arena[]>;
  readonly row: (arena: Arena, player: PlayerId, read: Read) => Promise<Row | null>;
  /** The row when only its arena's id and its shard are known. */
  readonly rowAt: (at: RowPlace & Pick<Row, 'arena'>, read: Read) => Promise<Row | null>;
  readonly rows: (arena: Arena, read: Read) => Promise<Row[]>;
  /**
   * At most `limit` rows after this place, shard by shard and there by player, read consistently;
   * null is the start, and as `next` the end.
   */
  readonly rowsAfter: (arena: Arena, after: RowPlace | null, limit: number) => Promise<RowsPage>;
  /** The rows of these players that exist, in any order, read consistently. */
  readonly rowsOf: (arena: Arena, players: readonly PlayerId[]) => Promise<Row[]>;
  readonly pool: (arena: ArenaId) => Promise<Pool | null>;
  /** How many places are taken; it may be a little old. */
  readonly placesTaken: (arena: Pick<Arena, 'id' | 'shards'>) => Promise<number>;
  readonly seat: (player: PlayerId) => Promise<SeatClaim | null>;
  /** null: he has no rated game of this kind. */
  readonly rating: (player: PlayerId, kind: GameKind) => Promise<PlayerRating | null>;
  /** Settled ratings (see `isSettled`) after this one, the best first; null is the start. */
  readonly bestRatings: (
    kind: GameKind,
    after: RatingPlace | null,
    limit: number,
  ) => Promise<PlayerRating[]>;
  /** The arenas of a player after this one, the latest start first; null is the start. */
  readonly participations: (
    player: PlayerId,
    after: ParticipationPlace | null,
    limit: number,
    read?: Read,
  ) => Promise<Participation[]>;
  readonly profile: (player: PlayerId) => Promise<Profile | null>;
  /** Those that exist, in any order. */
  readonly profiles: (players: readonly PlayerId[]) => Promise<Profile[]>;
  readonly guest: (player: PlayerId) => Promise<Guest | null>;
  /** Deletes the admission and returns it: of two takers one gets it. */
  readonly takeAdmission: (ticketHash: string) => Promise<Admission | null>;
}

/** What the clock queue brings back later: "look at this", never "do this". */
export type ClockMessage =
  | { readonly t: 'game'; readonly game: GameId }
  | { readonly t: 'rescore'; readonly game: GameId; readonly attempt: number }
  | { readonly t: 'pool'; readonly arena: ArenaId }
  | { readonly t: 'standings'; readonly arena: ArenaId; readonly changedAtMs: number }
  | { readonly t: 'arena'; readonly arena: ArenaId }
  | { readonly t: 'erase'; readonly player: PlayerId };

export interface AnnounceMessage {
  readonly connections: readonly ConnectionId[];
  readonly message: ServerMessage;
}

/**
 * What the announce queue brings to webhooks, and brings again: "look at this", never "do this".
 * `version` is that of a final ranking, 0 where the event is of none.
 */
export type HookMessage =
  | {
      readonly t: 'event';
      readonly event: WebhookEvent;
      readonly arena: ArenaId;
      readonly version: number;
      /** When it was put into the queue (epoch ms). */
      readonly toldAtMs: number;
    }
  | ({ readonly t: 'delivery'; readonly webhook: string } & RecordPlace);

export interface Queues {
  /** Delivered at least once, not before the delay (at most `DELAY_MS_MAX`). */
  readonly clock: (message: ClockMessage, delayMs: number) => Promise<void>;
  readonly announce: (messages: readonly AnnounceMessage[]) => Promise<void>;
  /** As `clock`, by the announce queue. */
  readonly hook: (message: HookMessage, delayMs: number) => Promise<void>;
}

/** The clock queue alone: most use cases announce nothing. */
export interface Clocked {
  readonly queues: Pick<Queues, 'clock'>;
}

export interface Schedules {
  /** Makes or moves the two schedules of an arena; they call `lifecycle` ahead of the instants. */
  readonly plan: (
    arena: Pick<Arena, 'id' | 'startsAtMs' | 'endsAtMs'>,
    nowMs: number,
  ) => Promise<void>;
  /** Deletes them; those that are gone already stay so. */
  readonly drop: (arena: ArenaId) => Promise<void>;
}

/** Starts the lifecycle of an arena elsewhere, without waiting for it. */
export interface Lifecycle {
  readonly wake: (arena: ArenaId) => Promise<void>;
}

/** Best effort: only `gone` (the connection does not exist any more) is an answer. */
export interface Push {
  readonly send: (to: ConnectionId, message: ServerMessage) => Promise<'sent' | 'gone' | 'unknown'>;
  readonly close: (connection: ConnectionId) => Promise<void>;
}

/** What is posted to an organiser's own server. */
export interface HookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `status` null: there was no answer, and `error` says why in a word. */
export type HookAnswer =
  | { readonly status: number; readonly retryAfter: string | null }
  | { readonly status: null; readonly error: string };

/** Posts once, to public addresses alone, follows no redirect and never throws. */
export interface Hooks {
  readonly post: (request: HookRequest) => Promise<HookAnswer>;
}

/** Everything outside that a use case may touch. */
export interface Ports {
  readonly store: Store;
  readonly tables: Tables;
  readonly queues: Queues;
  readonly schedules: Schedules;
  readonly lifecycle: Lifecycle;
  readonly push: Push;
  readonly random: Random;
  readonly now: () => number;
  /** Counts occurrences, one if not told otherwise; none says that somebody has looked. */
  readonly count: (what: CountName, times?: number) => void;
  /** Adds one value to a distribution, in the unit of the metric. */
  readonly measure: (what: MetricName, value: number) => void;
}

/** Longest delay of a queue message (SQS: 900 s). */
export const DELAY_MS_MAX = 900_000;
/** DynamoDB reads at most 100 items in one batch. */
export const GAMES_READ_MAX = 100;
