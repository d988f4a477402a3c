import { positionOf } from '../../infra/cli/bots/board.ts';
import type { Brain } from '../../infra/cli/bots/brain.ts';
import type { Answer } from '../../shared/client/asking.ts';
import type { ArenaClient } from '../../shared/client/client.ts';
import { isPlaying, type Side, sideAt } from '../../shared/client/my-game.ts';
import type { Surroundings } from '../../shared/client/surroundings.ts';
import type { GameId, PlayerId } from '../../shared/core/ids.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import type { Director } from './director.ts';
import type { Network } from './rough-network.ts';
import type { Cue, Script } from './scripts.ts';

export interface TurnParts {
  readonly client: ArenaClient;
  readonly network: Pick<Network, 'goDark'>;
  readonly after: Surroundings['after'];
  readonly brain: Brain;
  readonly random: SeededRandom;
  readonly director: Director;
  readonly remove: (player: PlayerId) => void;
}

const THINK_MS = { min: 40, spread: 160 };
/** Both together stay just below what the bucket of commands lets each of them send. */
const STEADY_THINK_MS = 85;
const AGAIN_MS = 700;
/** Longer than it takes the opponent to say so, and the server to believe it. */
const DARK_MS = 60_000;

/** What a bot does in its running game, asked whenever something has happened. */
export function createTurn(parts: TurnParts): () => void {
  const { client, after, director, random } = parts;
  const done = new Set<string>();
  let [isBusy, isAsked] = [false, false];

  const act = async (): Promise<void> => {
    isAsked = true;
    if (isBusy) return;
    isBusy = true;
    while (isAsked) {
      isAsked = false;
      const { game } = client.state;
      if (!isMine(game)) break;
      const script = director(game);
      if (!waits(game, mySide(), script)) await think(after, script, random);
      const now = client.state.game;
      if (now !== game) isAsked = true;
      else if (isMine(now)) heed(await step(parts, done, now, mySide(), script));
    }
    isBusy = false;
  };
  const mySide = (): Side => client.state.side ?? 'first';
  const isMine = (game: GameView | null): game is GameView =>
    isPlaying(game) && client.state.side !== null;
  /** Whoever was refused is behind: he hears the whole state soon. */
  const heed = (answer: Answer | 'nothing'): void => {
    if (answer === 'nothing') return;
    if (answer === null) after(AGAIN_MS, () => void act());
    else if (answer.t !== 'refused') isAsked = true;
    else after(Math.max(AGAIN_MS, answer.retryInMs ?? 0), () => void act());
  };
  return () => void act();
}

/** Only what is not his turn and asks for nothing is answered without a thought. */
const waits = ({ ply, offer }: GameView, side: Side, { leave }: Script): boolean =>
  sideAt(ply) !== side && offer === null && leave === undefined;

const think = (after: TurnParts['after'], script: Script, random: SeededRandom): Promise<void> =>
  new Promise((resolve) => {
    const { min, spread } = THINK_MS;
    after(script.steady ? STEADY_THINK_MS : min + random.below(spread), resolve);
  });

const isDue = (cue: Cue | undefined, side: Side, ply: number): boolean =>
  cue?.side === side && ply >= cue.ply;

type Stepped = Promise<Answer | 'nothing'>;

/** One command, or none. */
async function step(
  parts: TurnParts,
  done: Set<string>,
  game: GameView,
  side: Side,
  script: Script,
): Stepped {
  const { client } = parts;
  const { id, ply, offer } = game;
  if (offer !== null && offer !== side) {
    const t = script.offer?.agrees === true ? 'acceptDraw' : 'declineDraw';
    return client.ask({ t, game: id });
  }
  const isUnmoved = ply < (side === 'first' ? 1 : 2);
  if (script.berserk === side && isUnmoved && !game.berserk[side]) {
    if (once(done, 'berserk', id)) return client.ask({ t: 'berserk', game: id });
  }
  if (sideAt(ply) !== side) return callTheLeaver(parts, game, side, script);
  if (script.noShow === side || isDue(script.stall, side, ply)) return 'nothing';
  if (isDue(script.leave, side, ply) && once(done, 'leave', id)) {
    parts.network.goDark(DARK_MS);
    return 'nothing';
  }
  if (isDue(script.remove, side, ply) && once(done, 'remove', id)) {
    parts.remove(game[side].id);
    return 'nothing';
  }
  if (isDue(script.resign, side, ply)) return client.ask({ t: 'resign', game: id });
  return offerOrMove(parts, done, game, side, script);
}

function callTheLeaver(parts: TurnParts, game: GameView, side: Side, { leave }: Script): Stepped {
  const isGone = leave !== undefined && leave.side !== side && game.ply >= leave.ply;
  if (!isGone || game.claimedBy !== null) return Promise.resolve('nothing');
  return parts.client.ask({ t: 'claimAbandoned', game: game.id });
}

async function offerOrMove(
  { client, brain, random }: TurnParts,
  done: Set<string>,
  game: GameView,
  side: Side,
  script: Script,
): Stepped {
  const { id, ply, offer } = game;
  const { offer: plan } = script;
  if (plan !== undefined && ply >= plan.ply && offer === null && once(done, 'offer', id)) {
    return client.ask({ t: 'offerDraw', game: id, ply });
  }
  if (plan?.agrees === true && offer === side) return 'nothing';
  return client.move(script.line?.[ply] ?? brain(positionOf(game), random));
}

/** Whether it is the first time in this game. */
function once(done: Set<string>, what: string, game: GameId): boolean {
  const key = `${what} ${game}`;
  const isFirst = !done.has(key);
  done.add(key);
  return isFirst;
}
