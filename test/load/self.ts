import { setTimeout as sleep } from 'node:timers/promises';
import type { ArenaClient } from '../../shared/client/client.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import type { Pace } from './pace.ts';
import type { Radio } from './radio.ts';
import type { Tally } from './tally.ts';

export interface PlayerOptions {
  readonly arenas: readonly [ArenaId, ArenaId];
  readonly home: ArenaId;
  /** Tries the other arena now and then, just when he may be paired in this one. */
  readonly travels: boolean;
  /** A fresh address with a ticket, for one connection. */
  readonly socketUrl: () => Promise<string>;
  readonly random: SeededRandom;
  readonly pace: Pace;
  readonly pliesPerSecond: number;
  readonly tally: Tally;
  /** When the load is over (epoch ms): games are resigned, and nobody returns to the lobby. */
  readonly untilMs: number;
  readonly signal: AbortSignal;
}

/** How a phone loses its radio: at once, after a wish in a game, after a return to the lobby. */
export type Silence = 'now' | 'afterWish' | 'afterReturn';

/** A player in one of the arenas. */
export interface Self {
  readonly options: PlayerOptions;
  readonly arena: ArenaId;
  readonly client: ArenaClient;
  readonly radio: Radio;
  readonly silence: () => Silence | null;
  /** Ends this stay; null: he does not go to another arena. */
  readonly leave: (next: ArenaId | null) => void;
}

/** He does nothing any more. */
export const isGone = ({ options, client, radio }: Self): boolean =>
  options.signal.aborted || client.state.line.is === 'closed' || radio.isSilent();

/** Does nothing for so long, but not beyond the end of the run. */
export async function rest({ options }: Pick<Self, 'options'>, ms: number): Promise<void> {
  await sleep(ms, undefined, { signal: options.signal }).catch(() => {});
}
