import type { ArenaId, ConnectionId, GameId, PlayerId } from '../core/ids.ts';
import type { Rating } from '../game/glicko.ts';
import type { LogEntry } from './log.ts';

/** A ready player is paired this long without saying that he is still there. */
export const LEASE_MS = 25_000;
/** After that he is absent; back within this time he has his place and his waiting time again. */
export const PLACE_KEPT_MS = 60_000;

export const ROW_STATES = ['idle', 'ready', 'play'] as const;
export type RowState = (typeof ROW_STATES)[number];

/**
 * Why a row was last written. The stream's filters see only words, so every write says one: `ready`
 * and `scoredReady` wake the pairing; what the published table shows wakes the standings.
 */
export type RowReason =
  | 'entered'
  | 'seated'
  | 'unseated'
  | 'connected'
  | 'disconnected'
  | 'wish'
  | 'ready'
  | 'lease'
  | 'paused'
  | 'resumed'
  | 'paired'
  | 'scored'
  | 'scoredReady'
  | 'voided'
  | 'rated'
  | 'renamed'
  | 'removed';

/** An organiser's decision to take a player out of a running arena. */
export interface Removal {
  readonly reason: string;
  readonly actor: string;
  readonly atMs: number;
}

/** One player's participation in one arena. */
export interface Row {
  readonly type: 'row';
  readonly arena: ArenaId;
  readonly shard: number;
  readonly player: PlayerId;
  readonly version: number;
  readonly why: RowReason;
  readonly name: string;
  /** Displayed rating, and what is behind it; the next game copies them. */
  readonly rating: number;
  readonly glicko: Rating;
  /** The part of the arena's places that his place is one of. */
  readonly place: number;
  /** Displayed rating when he joined; whatever ranks by rating looks at this one. */
  readonly joinedRating: number;
  readonly joinedAtMs: number;
  readonly state: RowState;
  /** The running game; set exactly while the state is `play`. */
  readonly game: GameId | null;
  /** Whether this is the one arena the player sits in. */
  readonly seated: boolean;
  /** Since when he waits; kept during a game, so that a voided one does not cost his place. */
  readonly readySinceMs: number | null;
  readonly leaseUntilMs: number | null;
  /** He asked during the game to be ready again after it. */
  readonly wish: boolean;
  readonly paused: boolean;
  readonly removed: boolean;
  /** Why, by whom and when; set exactly when he is removed. */
  readonly removal: Removal | null;
  readonly connection: ConnectionId | null;
  readonly connectedAtMs: number;
  /** The bucket of his words in the lobby, see core/rate. */
  readonly paidOffAtMs: number;
  readonly log: readonly LogEntry[];
  /** When the last game was scored; a table read earlier does not have it. */
  readonly scoredAtMs: number | null;
}

export type RowChange = Partial<Omit<Row, 'type' | 'arena' | 'shard' | 'player' | 'version'>> & {
  readonly why: RowReason;
};

/** The next version of a row. */
export const changeRow = (row: Row, change: RowChange): Row => ({
  ...row,
  ...change,
  version: row.version + 1,
});

/** May be paired at this moment. */
export const isPresent = (row: Row, nowMs: number): boolean =>
  row.state === 'ready' && row.seated && (row.leaseUntilMs ?? 0) > nowMs;

/** Someone who has just come back from a game counts as around for this long. */
export const BACK_WITHIN_MS = 60_000;

/**
 * Until when he takes part without any other word of him (epoch ms): for ever while he plays, else
 * waiting or back from a game; 0: he does not.
 */
export function aroundUntilMs(row: Row): number {
  if (!row.seated || row.paused || row.removed) return 0;
  if (row.state === 'play') return Number.POSITIVE_INFINITY;
  const backUntilMs = row.scoredAtMs === null ? 0 : row.scoredAtMs + BACK_WITHIN_MS;
  return row.state === 'ready' ? Math.max(backUntilMs, row.leaseUntilMs ?? 0) : backUntilMs;
}

/**
 * From when he is free after this game: later than its end, whatever the clock of this function
 * says. So his games start in the order in which he plays them, and no ticket from before fits.
 */
export const freeSince = (
  last: { readonly endedAtMs: number } | undefined,
  nowMs: number,
): number => (last === undefined ? nowMs : Math.max(nowMs, last.endedAtMs + 1));

/** When this row last changed what the table shows of it beside who plays or waits (epoch ms). */
export const tableChangedAtMs = ({ joinedAtMs, scoredAtMs, removal }: Row): number =>
  Math.max(joinedAtMs, scoredAtMs ?? 0, removal?.atMs ?? 0);

/** The games that these players are in, each once. */
export const runningGames = (rows: readonly Row[]): ReadonlySet<GameId> =>
  new Set(rows.flatMap((row) => row.game ?? []));

/** The last game he has finished and that is scored. */
export const lastGameOf = (row: Row): GameId | null => row.log.at(-1)?.game ?? null;
