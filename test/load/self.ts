import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked, Line } from '../../infra/cli/bots/line.ts';
import type { Memory } from '../../infra/cli/bots/memory.ts';
import type { ArenaId, GameId } from '../../shared/core/ids.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import type { Pace } from './pace.ts';
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
  readonly untilMs: () => number;
  readonly signal: AbortSignal;
}

/** How a phone loses its radio: at once, after a wish in a game, after a return to the lobby. */
export type Silence = 'now' | 'afterWish' | 'afterReturn';

/** A bot with its state; steps act on it. */
export interface Self {
  readonly options: PlayerOptions;
  readonly memory: Memory;
  arena: ArenaId;
  silence: Silence | null;
  /** The last game after which he took his time. */
  rested: GameId | null;
  /** The game in which he wished for the next one. */
  wished: GameId | null;
  /** The game in which he lost his line. */
  dropped: GameId | null;
  /** He looks whether he can be in the other arena before he is paired. */
  leaving: boolean;
}

/** After a lost line, or an answer that was none. */
export const RECONNECT_MS = 500;
/** Where many are not answered, they must not all ask again at once. */
const PATIENCE_MS = 10_000;

/** Asks for the whole state; a game that it does not know any more is over. */
export async function greet(self: Self, line: Line): Promise<void> {
  const { memory, arena, options } = self;
  const known = memory.game?.id;
  let answer = await ask(self, line, { t: 'hello', v: 1, arena });
  if (answer?.t === 'refused' && answer.code === 'notEntered') {
    answer = await ask(self, line, { t: 'enter', arena });
  }
  // His profile was not stored: the next ticket brings another try.
  if (answer?.t === 'refused' && answer.code === 'unauthorized') line.close();
  if (answer?.t !== 'state') return rest(self, RECONNECT_MS + options.random.below(PATIENCE_MS));
  if (answer.game !== null || answer.you.state === 'play') return;
  if (memory.game?.id === known) memory.game = null;
}

/** Sends a message and takes in its answer; a silent player never gets here again. */
export async function ask(self: Self, line: Line, message: Asked): Promise<ServerMessage | null> {
  const { options, memory } = self;
  if (self.silence === 'now' && memory.you !== null) await beSilent(self);
  if (options.signal.aborted) return null;
  const askedMs = performance.now();
  const answer = await line.ask(message);
  if (message.t === 'move') options.tally.answersMs.push(performance.now() - askedMs);
  if (answer === null) {
    options.tally.count('unanswered');
    memory.behind = true;
  } else hear(self, answer);
  return answer;
}

export function hear(self: Self, message: ServerMessage): void {
  const { options, memory, arena } = self;
  if (message.t === 'refused') options.tally.count(`refused ${message.code}`);
  if (message.t === 'waiting') options.tally.count(`told ${message.reason}`);
  if (message.t === 'voided' || message.t === 'bye') options.tally.count(`told ${message.t}`);
  // What comes late from the arena that he has left says nothing about his place in this one.
  if (message.t === 'scored' && message.arena !== arena) return;
  memory.apply(message);
}

/** The line stays open: nobody is told that there is no one at its other end. */
async function beSilent({ options, memory }: Self): Promise<void> {
  const { silent } = options.tally;
  if (memory.you !== null) silent.set(memory.you.player, Date.now());
  await new Promise<void>((resolve) => {
    if (options.signal.aborted) resolve();
    else options.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Does nothing for so long, but not beyond the end of the run. */
export async function rest({ options }: Self, ms: number): Promise<void> {
  await sleep(ms, undefined, { signal: options.signal }).catch(() => {});
}
