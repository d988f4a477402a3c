import { setTimeout as sleep } from 'node:timers/promises';
import type { ArenaClient } from '../../../shared/client/client.ts';
import type { GameView } from '../../../shared/protocol/game-view.ts';
import { otherSide, type Side, sideAt } from '../../../shared/rules/rules.ts';
import { createBoard } from './board.ts';
import type { BotOptions } from './bot.ts';
import type { Script } from './scenes.ts';

const THINK_MS_MIN = 40;
const THINK_MS_SPREAD = 160;
const HURRY_AFTER_BELL_MS = 700;
/** Keeps this much on the clock while it waits for the bell. */
const RESERVE_MS = 3_000;

/** What there is to do in a running game. */
interface Turn {
  readonly game: GameView;
  readonly script: Script;
  readonly deed: 'acceptDraw' | 'berserk' | 'resign' | 'move';
}

/** Plays the games of a client: to be called whenever there may be something to do. */
export function createTurns(
  options: BotOptions,
  client: ArenaClient,
  loseLine: () => void,
): () => Promise<void> {
  const boardOf = createBoard();
  const givesUpAtMs = options.endsAtMs + options.playsOnMs;
  let isBusy = false;

  const turnNow = (): Turn | null => {
    const { game, side, line } = client.state;
    if (game === null || side === null || game.end !== null || line.is === 'closed') return null;
    const script = options.director.scriptFor(game);
    const deed = deedOf(game, side, script, Date.now() > givesUpAtMs);
    return deed && { game, script, deed };
  };

  const move = async ({ game, script }: Turn): Promise<void> => {
    if (script.drawAtPly !== undefined && game.ply >= script.drawAtPly && game.offer === null) {
      const answer = await client.ask({ t: 'offerDraw', game: game.id, ply: game.ply });
      if (answer?.t === 'drawOffered') return;
    }
    const moved = client.move(options.brain(boardOf(game), options.random));
    // Both sides lose their line: the move arrives, its answer does not.
    if (script.dropAtPly === game.ply || script.dropAtPly === game.ply - 1) loseLine();
    await moved;
  };

  const play = async (): Promise<void> => {
    const seen = turnNow();
    if (isBusy || seen === null) return;
    isBusy = true;
    try {
      await think(seen, options);
      // The game may have gone on meanwhile.
      const turn = turnNow();
      if (turn?.deed === 'move') await move(turn);
      else if (turn !== null) await client.ask({ t: turn.deed, game: turn.game.id });
    } finally {
      isBusy = false;
    }
    void play();
  };
  return play;
}

/** By the script of the game; null: the other one has to do something. */
function deedOf(game: GameView, side: Side, script: Script, isOver: boolean): Turn['deed'] | null {
  const { ply, offer, berserkable, berserk } = game;
  if (offer === otherSide(side) && script.drawAtPly !== undefined) return 'acceptDraw';
  const hasMoved = ply > (side === 'first' ? 0 : 1);
  if (script.berserk === side && berserkable && !berserk[side] && !hasMoved) return 'berserk';
  if (sideAt(ply) !== side || script.noShow === side || offer === side) return null;
  if (script.resign?.side === side && ply >= script.resign.ply) return 'resign';
  return isOver && ply > 1 ? 'resign' : 'move';
}

async function think({ game, script }: Turn, options: BotOptions): Promise<void> {
  const { random, endsAtMs, signal } = options;
  const thinkMs = THINK_MS_MIN + random.below(THINK_MS_SPREAD);
  const nowMs = Date.now();
  const waitsForBell = script.pastTheBell && nowMs <= endsAtMs;
  const bellMs = waitsForBell ? endsAtMs + HURRY_AFTER_BELL_MS - nowMs : 0;
  const spareMs = game.clock.deadlineMs - nowMs - RESERVE_MS;
  const restMs = Math.max(thinkMs, Math.min(bellMs, spareMs));
  await sleep(restMs, undefined, { signal }).catch(() => {});
}
