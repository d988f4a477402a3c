import type { Side } from '../../../shared/rules/rules.ts';

/** What happened in a simulated arena: all times in ms since its start, players by index. */
export interface History {
  readonly endsAtMs: number;
  /** The last instant (exclusive) at which a game may start. */
  readonly closesAtMs: number;
  readonly players: readonly PastPlayer[];
  /** In the order in which they were started. */
  readonly games: readonly PastGame[];
  readonly looks: readonly Look[];
  /** Who waited when pairing closed. */
  readonly unpaired: readonly PastWait[];
}

export interface PastPlayer {
  readonly arrivesAtMs: number;
  readonly pauses: readonly { readonly fromMs: number; readonly untilMs: number }[];
}

export interface PastGame {
  readonly startedAtMs: number;
  /** When it ends, or would have. */
  readonly endedAtMs: number;
  readonly isFirstWave: boolean;
  /** Paired while only two were around, who may meet again. */
  readonly isDuel: boolean;
  /** Rows of the table at the pairing. */
  readonly rows: number;
  readonly seats: { readonly [S in Side]: PastSeat };
}

export interface PastWait {
  readonly player: number;
  readonly readyAtMs: number;
  /** Of the wait, the time in which somebody else was ready whom he could have met. */
  readonly avoidableMs: number;
}

export interface PastSeat extends PastWait {
  /** How many stood above him at the pairing. */
  readonly position: number;
  /** Half points at the pairing. */
  readonly points: number;
}

/** One look of the pairing at who waits. */
export interface Look {
  readonly games: number;
  readonly isFirstWave: boolean;
  /** Real time, not simulated: the one thing that differs from run to run. */
  readonly cpuMs: number;
}
