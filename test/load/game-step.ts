import { positionOf } from '../../infra/cli/bots/board.ts';
import { randomBrain } from '../../infra/cli/bots/brain.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import { type Side, sideAt } from '../../shared/rules/rules.ts';
import { type GamePlan, planOf } from './plan.ts';
import { isGone, rest, type Self } from './self.ts';

const THINK_MS_MIN = 100;
const THINK_MS_SPREAD = 200;
const WISH_PLY = 4;

/** A running game with the part that he plays in it. */
interface Turn {
  readonly game: GameView;
  readonly side: Side;
  readonly plan: GamePlan;
}

/** Plays the games of a client: to be called whenever there may be something to do. */
export function createGameSteps(self: Self): () => Promise<void> {
  const { client, options } = self;
  let isBusy = false;

  const turnNow = (): Turn | null => {
    const { game, side } = client.state;
    if (game === null || side === null || game.end !== null || isGone(self)) return null;
    return { game, side, plan: planOf(game, options.pliesPerSecond) };
  };

  const play = async (): Promise<void> => {
    const seen = turnNow();
    if (isBusy || seen === null) return;
    if (sideAt(seen.game.ply) !== seen.side) return wish(self, seen);
    isBusy = true;
    await rest(self, THINK_MS_MIN + options.random.below(THINK_MS_SPREAD));
    await options.pace.take();
    const turn = turnNow();
    if (turn?.game.id === seen.game.id && turn.game.ply === seen.game.ply) await take(self, turn);
    isBusy = false;
    void play();
  };
  return play;
}

async function take(self: Self, { game, side, plan }: Turn): Promise<void> {
  const { client, options, radio } = self;
  const { random, tally, untilMs } = options;
  const { id, ply } = game;
  if ((plan.loser === side && ply >= plan.resignPly) || Date.now() >= untilMs) {
    await client.ask({ t: 'resign', game: id });
    return;
  }
  const askedMs = performance.now();
  const moved = client.move(randomBrain(positionOf(game), random));
  const drops = plan.dropper === side && (ply === plan.dropPly || ply === plan.dropPly + 1);
  if (drops) {
    tally.count('dropped lines');
    radio.loseLine();
  }
  const answer = await moved;
  if (answer === null && !isGone(self)) tally.count('unanswered');
  if (answer !== null && !drops) tally.answersMs.push(performance.now() - askedMs);
}

function wish({ client, silence }: Self, { game, side, plan }: Turn): void {
  const wishes = plan.wisher === side || silence() === 'afterWish';
  if (wishes && game.ply >= WISH_PLY && !client.state.wanted) client.want();
}
