import { setTimeout as sleep } from 'node:timers/promises';
import type { ArenaId } from '../../../shared/core/ids.ts';
import type { SeededRandom } from '../../../shared/core/random.ts';
import type { ServerMessage } from '../../../shared/protocol/server-message.ts';
import { playTurn } from './bot-turn.ts';
import type { Brain } from './brain.ts';
import type { Director } from './director.ts';
import { type Line, openLine } from './line.ts';
import { createMemory, type Memory } from './memory.ts';

export interface BotOptions {
  readonly arena: ArenaId;
  /** A fresh address with a ticket, for one connection. */
  readonly socketUrl: () => Promise<string>;
  readonly brain: Brain;
  readonly random: SeededRandom;
  readonly director: Director;
  readonly endsAtMs: number;
  readonly signal: AbortSignal;
}

/** A client waits for a game this long before it says again that it is there. */
const LOBBY_EVERY_MS = 10_000;
const RECONNECT_MS = 400;

/** Plays in an arena until it is frozen, reconnecting whenever the line is lost. */
export async function runBot(options: BotOptions): Promise<void> {
  const memory = createMemory(options.director);
  while (!options.signal.aborted && !isFinished(memory)) {
    const line = await connect(options, memory);
    if (line === null) await pause(RECONNECT_MS, options.signal);
    else await session(options, memory, line);
  }
}

/** The arena is over and so is the bot's last game. */
const isFinished = ({ frozen, game }: Memory): boolean =>
  frozen && (game === null || game.end !== null);

async function connect(options: BotOptions, memory: Memory): Promise<Line | null> {
  try {
    const url = await options.socketUrl();
    const line = await openLine(url, memory.apply, memory.wake);
    const hello = await line.ask({ t: 'hello', v: 1, arena: options.arena });
    const answer =
      hello?.t === 'refused' && hello.code === 'notEntered'
        ? await line.ask({ t: 'enter', arena: options.arena })
        : hello;
    const known = memory.game;
    if (answer !== null) memory.apply(answer);
    const resumed = answer?.t === 'state' && answer.game !== null && answer.game.id === known?.id;
    if (resumed && known.end === null) options.director.happened('reconnect');
    return line;
  } catch {
    // Refused or unreachable: the loop tries again.
    return null;
  }
}

/** One connection from its greeting to its end. */
async function session(options: BotOptions, memory: Memory, line: Line): Promise<void> {
  const stop = () => line.close();
  options.signal.addEventListener('abort', stop);
  while (line.isOpen() && !isFinished(memory)) {
    const answer = memory.behind
      ? await line.ask({ t: 'hello', v: 1, arena: options.arena })
      : await act(options, memory, line);
    if (answer !== null) memory.apply(answer);
  }
  options.signal.removeEventListener('abort', stop);
  line.close();
}

/** One step: a turn of the game, a word in the lobby, or waiting for what comes. */
async function act(options: BotOptions, memory: Memory, line: Line): Promise<ServerMessage | null> {
  const { game, you } = memory;
  if (game !== null && game.end === null) return playTurn(options, memory, line, game);
  if (you === null || Date.now() >= options.endsAtMs) {
    await memory.next(LOBBY_EVERY_MS);
    return null;
  }
  if (you.paused) return line.ask({ t: 'resume', arena: options.arena });
  const after = game?.id ?? you.lastGame;
  const answer = await line.ask({ t: 'lobby', arena: options.arena, after });
  if (answer !== null) memory.apply(answer);
  if (memory.game === null || memory.game.end !== null) await memory.next(LOBBY_EVERY_MS);
  return null;
}

/** Sleeps, but not beyond the end of the show. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
