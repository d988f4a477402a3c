import type { Line } from '../../infra/cli/bots/line.ts';
import type { ArenaId, GameId } from '../../shared/core/ids.ts';
import type { SeatView } from '../../shared/protocol/arena-view.ts';
import { ask, rest, type Self } from './self.ts';

/** A client that waits says so again. */
const RENEW_MS = 10_000;
const RETURN_MS_MIN = 100;
const RETURN_MS_SPREAD = 2_000;
const IDLE_MS = 500;
/** Of the returns to the lobby of somebody who travels. */
const TRAVEL_SHARE = 0.5;
/** Within this time after his return, so that he races the pairing of the arena he leaves. */
const TRAVEL_MS_SPREAD = 300;

/** One step of a player without a running game. */
export async function lobbyStep(self: Self, line: Line, you: SeatView): Promise<void> {
  const { arena, memory, options } = self;
  if (Date.now() >= options.untilMs()) return memory.next(IDLE_MS);
  if (you.paused) {
    await ask(self, line, { t: 'resume', arena });
    return;
  }
  if (!you.seated) {
    await ask(self, line, { t: 'enter', arena });
    return;
  }
  const after = lastPlayed(self, you);
  if (after !== null && after !== self.rested) await comeBack(self, after);
  const answer = await ask(self, line, { t: 'lobby', arena, after });
  if (answer?.t !== 'state') return;
  // He thinks of another last game than the server does: its word counts.
  if (answer.you.state === 'idle' && answer.you.lastGame !== after) memory.game = null;
  if (answer.you.state === 'ready' && self.silence === 'afterReturn') self.silence = 'now';
  if (answer.you.state === 'ready' && self.leaving) return travel(self, line);
  if (!isPlaying(self)) await memory.next(answer.you.state === 'idle' ? IDLE_MS : RENEW_MS);
}

function lastPlayed({ memory, arena }: Self, you: SeatView): GameId | null {
  const { game } = memory;
  return game !== null && game.arena === arena ? game.id : you.lastGame;
}

async function comeBack(self: Self, from: GameId): Promise<void> {
  const { random, travels } = self.options;
  self.rested = from;
  self.leaving = travels && random.unit() < TRAVEL_SHARE;
  await rest(self, RETURN_MS_MIN + random.below(RETURN_MS_SPREAD));
}

/** Takes a seat in the other arena, unless this one pairs him first. */
async function travel(self: Self, line: Line): Promise<void> {
  const { options, arena } = self;
  self.leaving = false;
  await rest(self, options.random.below(TRAVEL_MS_SPREAD));
  if (isPlaying(self)) return;
  const other: ArenaId = options.arenas[0] === arena ? options.arenas[1] : options.arenas[0];
  const answer = await ask(self, line, { t: 'enter', arena: other });
  options.tally.count(answer?.t === 'state' ? 'moved to the other arena' : 'stayed in his arena');
  if (answer?.t === 'state') self.arena = other;
}

const isPlaying = ({ memory }: Self): boolean => memory.game !== null && memory.game.end === null;
