import { positionOf, randomBrain } from '../../infra/cli/bots/brain.ts';
import type { Line } from '../../infra/cli/bots/line.ts';
import { FLAG_GRACE_MS } from '../../shared/game/clock.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import { type Side, sideAt } from '../../shared/rules/rules.ts';
import { type GamePlan, planOf } from './plan.ts';
import { ask, greet, rest, type Self } from './self.ts';

const THINK_MS_MIN = 100;
const THINK_MS_SPREAD = 200;
/**
 * Somebody who hears nothing for so long asks whether he has missed something. Not all at once:
 * where the machine is slow, questions of everybody would keep it so.
 */
const QUIET_MS_MIN = 15_000;
const QUIET_MS_SPREAD = 15_000;
const WISH_PLY = 4;

/** One step of a player in a running game, on whoever's turn it is. */
export async function gameStep(self: Self, line: Line, game: GameView): Promise<void> {
  const side: Side = self.memory.you?.player === game.first.id ? 'first' : 'second';
  const plan = planOf(game, self.options.pliesPerSecond);
  if (sideAt(game.ply) === side) await turn(self, line, game, { side, plan });
  else await otherTurn(self, line, game, { side, plan });
}

interface Part {
  readonly side: Side;
  readonly plan: GamePlan;
}

async function turn(self: Self, line: Line, game: GameView, { side, plan }: Part): Promise<void> {
  const { memory, options } = self;
  await rest(self, THINK_MS_MIN + options.random.below(THINK_MS_SPREAD));
  await options.pace.take();
  const now = memory.game;
  if (now === null || now.id !== game.id || now.ply !== game.ply || now.end !== null) return;
  if (plan.dropper === side && game.ply >= plan.dropPly && self.dropped !== game.id) {
    self.dropped = game.id;
    options.tally.count('dropped lines');
    line.close();
    return;
  }
  const resigns = plan.loser === side && game.ply >= plan.resignPly;
  if (resigns || Date.now() >= options.untilMs()) {
    await ask(self, line, { t: 'resign', game: game.id });
    return;
  }
  const move = randomBrain(positionOf(now), options.random);
  await ask(self, line, { t: 'move', game: game.id, ply: game.ply, move });
}

async function otherTurn(
  self: Self,
  line: Line,
  game: GameView,
  { side, plan }: Part,
): Promise<void> {
  const { memory } = self;
  const wishes = plan.wisher === side || self.silence === 'afterWish';
  if (wishes && game.ply >= WISH_PLY && self.wished !== game.id) {
    self.wished = game.id;
    const answer = await ask(self, line, { t: 'lobby', arena: game.arena, after: game.id });
    const wished = answer?.t === 'state' && answer.you.wish;
    if (wished && self.silence === 'afterWish') self.silence = 'now';
    return;
  }
  const untilFlagMs = game.clock.deadlineMs + FLAG_GRACE_MS - Date.now();
  if (untilFlagMs <= 0) {
    const answer = await ask(self, line, { t: 'claimFlag', game: game.id });
    const retryInMs = answer?.t === 'refused' ? answer.retryInMs : undefined;
    if (retryInMs !== undefined) await memory.next(retryInMs);
    return;
  }
  const since = memory.game;
  const quietMs = QUIET_MS_MIN + self.options.random.below(QUIET_MS_SPREAD);
  await memory.next(Math.min(untilFlagMs, quietMs));
  if (memory.game === since && untilFlagMs > quietMs && line.isOpen()) await greet(self, line);
}
