import type { WaitReason } from '../arena/pool.ts';
import type { ArenaId } from '../core/ids.ts';
import type { SeatView } from './arena-view.ts';

/** What a player is told of himself in one arena: `GET /arenas/{id}/me`. */
export interface MeView extends SeatView {
  readonly arena: ArenaId;
  /** What the instants below are compared with (epoch ms). */
  readonly nowMs: number;
  /** In the last published table; null: not in it. */
  readonly rank: number | null;
  /**
   * null: he is not ready, or pairing has nothing to say yet: nobody waits before the start, nor
   * while a wave that is larger than the pool is being paired.
   */
  readonly waiting: WaitingView | null;
}

/** Why a player who is ready has no game yet: what the message `waiting` says, as of now. */
export interface WaitingView {
  /** Since when he waits (epoch ms). */
  readonly sinceMs: number;
  /** false: he is absent, and pairing goes on without him until he says `lobby` again. */
  readonly present: boolean;
  /** null: he is absent; that is why. */
  readonly reason: WaitReason | null;
  /** When he may meet more of the others (epoch ms); null: no such time. */
  readonly widensAtMs: number | null;
}
