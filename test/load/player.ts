import { type Line, openLine } from '../../infra/cli/bots/line.ts';
import { createMemory } from '../../infra/cli/bots/memory.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { gameStep } from './game-step.ts';
import { lobbyStep } from './lobby-step.ts';
import {
  greet,
  hear,
  type PlayerOptions,
  RECONNECT_MS,
  rest,
  type Self,
  type Silence,
} from './self.ts';

/** A player like any other, who speaks the public protocol only. */
export interface LoadPlayer {
  readonly fallSilent: (silence: Silence) => void;
  readonly done: Promise<void>;
}

/** After the end of the load somebody may still be told of a game. */
const LINGER_MS = 3_000;
const NO_DIRECTOR = { scriptFor: () => ({}), scored: () => {}, happened: () => {} };

export function startPlayer(options: PlayerOptions): LoadPlayer {
  const memory = createMemory(NO_DIRECTOR);
  const self: Self = {
    ...{ options, memory, arena: options.home, silence: null },
    ...{ rested: null, wished: null, dropped: null, leaving: false },
  };
  options.signal.addEventListener('abort', memory.wake);
  return {
    fallSilent: (silence) => {
      self.silence = silence;
      memory.wake();
    },
    done: live(self),
  };
}

async function live(self: Self): Promise<void> {
  while (!isOver(self)) {
    const line = await connect(self);
    if (line === null) await rest(self, RECONNECT_MS);
    while (line?.isOpen() && !isOver(self)) await step(self, line);
    line?.close();
  }
}

const isOver = ({ options, memory }: Self): boolean =>
  options.signal.aborted ||
  (Date.now() > options.untilMs() + LINGER_MS && (memory.game?.end ?? null) !== null) ||
  (Date.now() > options.untilMs() + LINGER_MS && memory.game === null);

async function step(self: Self, line: Line): Promise<void> {
  const { memory } = self;
  if (memory.behind || memory.you === null) await greet(self, line);
  else if (memory.game !== null && memory.game.end === null) {
    await gameStep(self, line, memory.game);
  } else await lobbyStep(self, line, memory.you);
}

async function connect(self: Self): Promise<Line | null> {
  const { options, memory } = self;
  try {
    const onPush = (message: ServerMessage) => hear(self, message);
    const line = await openLine(await options.socketUrl(), onPush, memory.wake);
    await greet(self, line);
    return line;
  } catch {
    options.tally.count('refused handshake');
    return null;
  }
}
