import type { OrganiserAction, SeriesAction } from '../arena/organiser-actions.ts';
import type { ArenaId, GameId, PlayerId, SeriesId } from '../core/ids.ts';
import type { DeliveredEvent, WebhookEvent } from '../protocol/webhook.ts';
import type { DeliveryState } from '../protocol/webhook-view.ts';

/** What an organiser did in an arena; never changed, never deleted. */
export interface AuditEntry {
  readonly type: 'audit';
  readonly arena: ArenaId;
  /** Unique among those of its arena and instant. */
  readonly id: string;
  readonly version: number;
  readonly atMs: number;
  /** Subject of the organiser. */
  readonly actor: string;
  readonly action: OrganiserAction;
  readonly player: PlayerId | null;
  readonly reason: string | null;
  /** What else there is to know, by field. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** What an organiser did with a series; never changed, never deleted. */
export interface SeriesAuditEntry {
  readonly type: 'seriesAudit';
  readonly series: SeriesId;
  /** Unique among those of its series and instant. */
  readonly id: string;
  readonly version: number;
  readonly atMs: number;
  /** Subject of the organiser. */
  readonly actor: string;
  readonly action: SeriesAction;
  readonly reason: string | null;
  /** What else there is to know, by field. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The only players who may enter an arena, in the order of their ids; one item, so all or none. */
export interface AllowList {
  readonly type: 'allowList';
  readonly arena: ArenaId;
  readonly version: number;
  readonly players: readonly PlayerId[];
}

/** A player's word to the organisers of an arena. */
export interface Report {
  readonly type: 'report';
  readonly arena: ArenaId;
  readonly id: string;
  readonly version: number;
  readonly atMs: number;
  readonly reporter: PlayerId;
  readonly player: PlayerId | null;
  readonly game: GameId | null;
  readonly reason: string;
}

/** That a player has filed a report: reports lie with their arenas, and so his are found. */
export interface Filed {
  readonly type: 'filed';
  readonly player: PlayerId;
  readonly arena: ArenaId;
  /** Of the report, with its instant. */
  readonly id: string;
  readonly version: number;
  readonly atMs: number;
}

/**
 * A player's wish to be forgotten, as long as it is not fulfilled. First what holds his name by
 * itself is written anew; when whoever may have read that before is over, what was copied from it.
 */
export interface Erasure {
  readonly type: 'erasure';
  readonly player: PlayerId;
  readonly version: number;
  readonly askedAtMs: number;
  readonly stage: 'sources' | 'copies';
  /** The last of his arenas that is done in this stage; null: none. */
  readonly after: { readonly startsAtMs: number; readonly arena: ArenaId } | null;
  /** When it goes on (epoch ms). */
  readonly dueAtMs: number;
}

/** How everything of a player is found that is to be forgotten. */
export interface PersonalRecords {
  /** The newest first, read consistently. */
  readonly filed: (player: PlayerId, limit: number) => Promise<Filed[]>;
  readonly erasure: (player: PlayerId) => Promise<Erasure | null>;
  readonly report: (filed: Pick<Filed, 'arena' | 'atMs' | 'id'>) => Promise<Report | null>;
  /** By player. */
  readonly erasures: (after: PlayerId | null, limit: number) => Promise<Erasure[]>;
}

/** A player who gets no ticket any more. */
export interface Ban {
  readonly type: 'ban';
  readonly player: PlayerId;
  readonly version: number;
  readonly reason: string;
  /** Subject of the admin. */
  readonly actor: string;
  readonly atMs: number;
  /** null: for good. */
  readonly untilMs: number | null;
}

/** Counts what somebody may do only so often; the version is the count. */
export interface Quota {
  readonly type: 'quota';
  readonly key: string;
  readonly version: number;
  readonly expiresAtMs: number;
}

/** A request with a key of the client's: done once, answered as often as it comes. */
export interface OnceRecord {
  readonly type: 'once';
  /** Of actor, operation and the client's key. */
  readonly keyHash: string;
  readonly version: number;
  /** Of the request itself: another one may not use the same key. */
  readonly fingerprint: string;
  /** What ids are made from, so that whoever repeats a lost attempt makes the same ones. */
  readonly seed: string;
  /** Of the first attempt (epoch ms): what it stores with its instant is found by a repeat. */
  readonly askedAtMs: number;
  /** Until then (epoch ms) the attempt that is under way may still come to its end. */
  readonly lockedUntilMs: number;
  readonly answer: StoredAnswer | null;
  readonly expiresAtMs: number;
}

export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One arena of a series. */
export interface Edition {
  readonly type: 'edition';
  readonly series: SeriesId;
  readonly startsAtMs: number;
  readonly version: number;
  readonly arena: ArenaId;
}

/** Where an organiser wants to hear of his arenas. */
export interface Webhook {
  readonly type: 'webhook';
  readonly id: string;
  readonly version: number;
  /** Subject of the organiser: all arenas that he owns. */
  readonly owner: string;
  readonly url: string;
  /** `whsec_` and base64 (Standard Webhooks 1.0). */
  readonly secret: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAtMs: number;
}

/** One event on its way to one webhook. */
export interface Delivery {
  readonly type: 'delivery';
  readonly webhook: string;
  /** Of the event: the same at every attempt, so that a receiver who hears it twice knows. */
  readonly id: string;
  readonly version: number;
  readonly owner: string;
  readonly event: DeliveredEvent;
  /** null: of none, a test. */
  readonly arena: ArenaId | null;
  /** When it happened (epoch ms). */
  readonly happenedAtMs: number;
  /** What is sent, byte for byte. */
  readonly body: string;
  readonly state: DeliveryState;
  /** Attempts since it was asked for, or asked for again. */
  readonly tries: number;
  /** The latest ones, the oldest of them first. */
  readonly attempts: readonly Attempt[];
  /** Of the next attempt (epoch ms); null: none. */
  readonly nextAtMs: number | null;
  readonly expiresAtMs: number;
}

/** Written before anything is sent; it stays where the function died before it knew more. */
export const ATTEMPT_UNDER_WAY = 'underWay';

export interface Attempt {
  readonly atMs: number;
  /** HTTP status; null: there was no answer. */
  readonly status: number | null;
  /** What went wrong where there was none; `ATTEMPT_UNDER_WAY` until it is known. */
  readonly error: string | null;
}

/** Where a record stands in a list that has the newest first. */
export interface RecordPlace {
  readonly atMs: number;
  readonly id: string;
}
