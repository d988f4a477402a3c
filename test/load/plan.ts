import { seededRandom } from '../../shared/core/random.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import type { Side } from '../../shared/rules/rules.ts';

/** How a game is meant to go; both of its players follow it, without a word between them. */
export interface GamePlan {
  readonly loser: Side;
  /** He resigns at his first turn from here on. */
  readonly resignPly: number;
  /** This side says in the middle of the game that it wants the next one. */
  readonly wisher: Side | null;
  /** This side loses its line at its first turn from `dropPly` on, and comes back. */
  readonly dropper: Side | null;
  readonly dropPly: number;
}

const GAME_SECONDS_MIN = 30;
const GAME_SECONDS_SPREAD = 30;
const PLIES_MIN = 6;
const WISH_SHARE = 0.1;
const DROP_SHARE = 0.04;

/** The plan of a game, from its id alone, when every game sees so many plies a second. */
export function planOf({ id }: Pick<GameView, 'id'>, pliesPerSecond: number): GamePlan {
  const random = seededRandom(hashOf(id));
  const side = (): Side => (random.below(2) === 0 ? 'first' : 'second');
  const seconds = GAME_SECONDS_MIN + random.unit() * GAME_SECONDS_SPREAD;
  const resignPly = Math.max(PLIES_MIN, Math.round(seconds * pliesPerSecond));
  return {
    loser: side(),
    resignPly,
    wisher: random.unit() < WISH_SHARE ? side() : null,
    dropper: random.unit() < DROP_SHARE ? side() : null,
    dropPly: 1 + random.below(resignPly),
  };
}

const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7) >>> 1;
