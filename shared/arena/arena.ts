import type { ArenaId, PlayerId, SeriesId } from '../core/ids.ts';
import { idToBytes } from '../core/ids.ts';
import { firstMoveCountdownMs, usualAbandonClaimMs } from '../game/clock.ts';
import type { Rated } from '../game/game.ts';
import type { GameKind } from '../rules/rules.ts';
import type { EntryRules } from './entry-rules.ts';
import type { Policy } from './policy.ts';

export const ARENA_STATES = ['created', 'open', 'closing', 'frozen', 'cancelled'] as const;
export type ArenaState = (typeof ARENA_STATES)[number];

/** A timed tournament. Its times are fixed once it has started. */
export interface Arena {
  readonly type: 'arena';
  readonly id: ArenaId;
  readonly version: number;
  readonly name: string;
  /** Markdown of the organiser's; whoever shows it as HTML lets no HTML of his through. */
  readonly description: string;
  /** What the organiser has to say just now; empty: nothing. */
  readonly announcement: string;
  /** Subject of the organiser. */
  readonly owner: string;
  /** Subjects of others who may steer this arena. */
  readonly organisers: readonly string[];
  /** The series that it is an edition of. */
  readonly series: SeriesId | null;
  readonly kind: GameKind;
  readonly limitMs: number;
  readonly incrementMs: number;
  readonly policy: Policy;
  /** Games change ratings. */
  readonly rated: boolean;
  readonly rulesVersion: number;
  readonly createdAtMs: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly state: ArenaState;
  readonly playersMax: number;
  readonly entry: EntryRules;
  /** Nobody enters any more who has not been in before. */
  readonly entriesClosed: boolean;
  /** Another game was to be played before: who had entered by then has the rating of that one. */
  readonly gameChanged: boolean;
  /** Partitions of the rows, fixed at the creation. */
  readonly shards: number;
  /** Closing, and nobody can be removed any more: the final ranking is being made. */
  readonly sealed: boolean;
  /** The version of the final ranking that is valid now; 0: none yet. */
  readonly finalVersion: number;
  /** The version of it that everybody sees and has been told of. */
  readonly publishedVersion: number;
  /** Why, by whom and when; set exactly when it is cancelled. */
  readonly cancellation: Cancellation | null;
  /**
   * Nobody has to look at this arena again: frozen, published and no late game runs; or cancelled,
   * and no game of it runs any more.
   */
  readonly settled: boolean;
}

/** An organiser's decision that an arena does not take place, or not to its end. */
export interface Cancellation {
  readonly reason: string;
  readonly actor: string;
  readonly atMs: number;
}

/** The next version of an arena. */
export const changeArena = (arena: Arena, change: Partial<Omit<Arena, 'version'>>): Arena => ({
  ...arena,
  ...change,
  version: arena.version + 1,
});

/** Rules of today; an arena keeps the version it was created with. */
export const RULES_VERSION = 1;

/** Up to this many allowed players one partition takes the writes of a first wave. */
const ONE_SHARD_PLAYERS_MAX = 1_000;
const MANY_SHARDS = 16;

export const shardsFor = (playersMax: number): number =>
  playersMax <= ONE_SHARD_PLAYERS_MAX ? 1 : MANY_SHARDS;

/** The partition of a player's row; ids are random or hashed, so their last byte spreads well. */
export const shardOf = (player: PlayerId, shards: number): number =>
  (idToBytes(player).at(-1) ?? 0) % shards;

const CLOSES_SOONEST_MS = 30_000;
const CLOSES_LATEST_MS = 120_000;
const CLOSES_SHARE_OF_DURATION = 0.1;

/** The last instant (epoch ms, exclusive) at which a game may start. */
export function pairingEndsAtMs(arena: Arena): number {
  const { policy, limitMs, startsAtMs, endsAtMs } = arena;
  return endsAtMs - pairingClosesMsOf(policy.pairingClosesMs, limitMs, endsAtMs - startsAtMs);
}

/** How long before its end an arena of this clock and duration stops pairing (all ms). */
export function pairingClosesMsOf(
  closes: Policy['pairingClosesMs'],
  limitMs: number,
  durationMs: number,
): number {
  if (typeof closes === 'number') return Math.min(closes, durationMs);
  const byClockMs = Math.max(CLOSES_SOONEST_MS, Math.min(limitMs / 2, CLOSES_LATEST_MS));
  if (closes === 'byClock') return Math.min(byClockMs, durationMs);
  return Math.ceil(Math.min(byClockMs, durationMs * CLOSES_SHARE_OF_DURATION));
}

export const isPairing = (arena: Arena, nowMs: number): boolean =>
  arena.state === 'open' && nowMs < pairingEndsAtMs(arena);

type Clocked = Pick<Arena, 'limitMs' | 'incrementMs' | 'policy'>;

/** The first-move countdown of this arena's games (ms); null: none. */
export function firstMoveMsOf(arena: Clocked): number | null {
  const { firstMoveMs } = arena.policy;
  return firstMoveMs === 'auto'
    ? firstMoveCountdownMs(arena.limitMs, arena.incrementMs)
    : firstMoveMs;
}

/** How long a leaver is asked in this arena's games (ms); null: never. */
export function abandonClaimMsOf(arena: Clocked): number | null {
  const { abandonClaimMs } = arena.policy;
  return abandonClaimMs === 'auto'
    ? usualAbandonClaimMs(arena.limitMs, arena.incrementMs)
    : abandonClaimMs;
}

/** Which games of this arena change ratings. */
export function ratedIn({ rated, policy }: Pick<Arena, 'rated' | 'policy'>): Rated {
  if (!rated) return 'never';
  return policy.noShowRated ? 'always' : 'played';
}

/** Berserk halves an initial time, so a clock without one has no berserk. */
export const isBerserkable = (arena: Clocked): boolean => arena.policy.berserk && arena.limitMs > 0;
