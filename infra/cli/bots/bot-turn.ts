import { FLAG_GRACE_MS } from '../../../shared/game/clock.ts';
import type { GameView } from '../../../shared/protocol/game-view.ts';
import type { ServerMessage } from '../../../shared/protocol/server-message.ts';
import { otherSide, type Side, sideAt } from '../../../shared/rules/rules.ts';
import { type BotOptions, pause } from './bot.ts';
import { positionOf } from './brain.ts';
import type { Line } from './line.ts';
import type { Memory } from './memory.ts';
import type { Script } from './scenes.ts';

const THINK_MS_MIN = 40;
const THINK_MS_SPREAD = 160;
const HURRY_AFTER_BELL_MS = 700;
/** Keeps this much on the clock while it waits for the bell. */
const RESERVE_MS = 3_000;

/** One step in a running game, on whoever's turn it is. */
export async function playTurn(
  options: BotOptions,
  memory: Memory,
  line: Line,
  game: GameView,
): Promise<ServerMessage | null> {
  const side: Side = memory.you?.player === game.first.id ? 'first' : 'second';
  const script = options.director.scriptFor(game);
  if (game.offer === otherSide(side) && script.drawAtPly !== undefined) {
    return line.ask({ t: 'acceptDraw', game: game.id });
  }
  if (script.berserk === side && game.ply <= 1 && !game.berserk[side] && game.berserkable) {
    const isUnmoved = side === 'second' || game.ply === 0;
    if (isUnmoved) return line.ask({ t: 'berserk', game: game.id });
  }
  if (sideAt(game.ply) !== side || script.noShow === side)
    return waitForOpponent(memory, line, game);
  await think(options, game, script);
  return move(options, line, memory, side, script);
}

/** Waits for the opponent, and for his flag to be claimed when it has fallen. */
async function waitForOpponent(
  memory: Memory,
  line: Line,
  game: GameView,
): Promise<ServerMessage | null> {
  const untilMs = game.clock.deadlineMs + FLAG_GRACE_MS - Date.now();
  if (untilMs <= 0) {
    const answer = await line.ask({ t: 'claimFlag', game: game.id });
    if (answer?.t === 'refused' && answer.retryInMs !== undefined) {
      await memory.next(answer.retryInMs);
    }
    return answer;
  }
  await memory.next(untilMs);
  return null;
}

async function think(options: BotOptions, game: GameView, script: Script): Promise<void> {
  const { random, endsAtMs, signal } = options;
  const nowMs = Date.now();
  const thinkMs = THINK_MS_MIN + random.below(THINK_MS_SPREAD);
  if (script.pastTheBell && nowMs <= endsAtMs) {
    const spareMs = game.clock.deadlineMs - nowMs - RESERVE_MS;
    await pause(
      Math.max(thinkMs, Math.min(spareMs, endsAtMs + HURRY_AFTER_BELL_MS - nowMs)),
      signal,
    );
    return;
  }
  await pause(thinkMs, signal);
}

async function move(
  options: BotOptions,
  line: Line,
  memory: Memory,
  side: Side,
  script: Script,
): Promise<ServerMessage | null> {
  const { game } = memory;
  if (game === null || game.end !== null || sideAt(game.ply) !== side) return null;
  const over = Date.now() > options.endsAtMs;
  if ((script.resign?.side === side && game.ply >= script.resign.ply) || (over && game.ply > 1)) {
    return line.ask({ t: 'resign', game: game.id });
  }
  if (script.drawAtPly !== undefined && game.ply >= script.drawAtPly && game.offer === null) {
    const offered = await line.ask({ t: 'offerDraw', game: game.id, ply: game.ply });
    if (offered?.t === 'drawOffered') {
      memory.apply(offered);
      await memory.next(THINK_MS_SPREAD * 4);
      return null;
    }
  }
  if (script.dropAtPly !== undefined && game.ply >= script.dropAtPly) {
    if (memory.dropped !== game.id) {
      memory.dropped = game.id;
      line.close();
      return null;
    }
  }
  const text = options.brain(positionOf(game), options.random);
  return line.ask({ t: 'move', game: game.id, ply: game.ply, move: text });
}
