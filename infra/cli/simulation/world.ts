import type { Policy } from '../../../shared/arena/policy.ts';
import type { SeededRandom } from '../../../shared/core/random.ts';
import type { Side } from '../../../shared/rules/rules.ts';
import type { Agenda } from './agenda.ts';
import type { Player } from './player.ts';
import type { Table } from './table.ts';

/** An arena to be simulated; times in ms since its start. */
export interface Setup {
  readonly players: number;
  readonly durationMs: number;
  readonly limitMs: number;
  readonly incrementMs: number;
  /** How long games take on average. */
  readonly meanGameMs: number;
  readonly policy: Policy;
  readonly seed: number;
}

/** What a pairing rule sees of the simulated arena: nothing of what is still to come. */
export interface World {
  readonly setup: Setup;
  readonly closesAtMs: number;
  readonly agenda: Agenda;
  readonly table: Table;
  /** Who is ready, the longest waiting first. */
  readonly waiting: ReadonlySet<Player>;
  readonly coins: SeededRandom;
  /** Lets the pairing decide now: its real time is measured, and its games start. */
  readonly look: (decide: () => Decision) => void;
}

export interface Decision {
  readonly games: readonly Seats[];
  readonly isFirstWave: boolean;
  /** Only two were around, so that they might meet again. */
  readonly isDuel: boolean;
}

export type Seats = { readonly [S in Side]: Player };

export const NO_GAMES: Decision = { games: [], isFirstWave: false, isDuel: false };

/** A pairing rule at work in a world. */
export interface Pairer {
  /** The arena starts, with everybody waiting who is in time. */
  readonly open: () => void;
  /** Somebody has come to the lobby. */
  readonly ready: () => void;
  /** The table has changed, or who is around. */
  readonly changed: () => void;
}

export type PairingRule = (world: World) => Pairer;
