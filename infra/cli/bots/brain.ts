import { present } from '../../../shared/core/assert.ts';
import type { SeededRandom } from '../../../shared/core/random.ts';
import type { Board } from './board.ts';

/** Chooses one of the legal moves; it knows no game but by its rules. */
export type Brain = (board: Board, random: SeededRandom) => string;

export const randomBrain: Brain = ({ rules, position }, random) => {
  const legal = rules.legal(position);
  return present(legal[random.below(legal.length)], 'legal move of a running game');
};

/** In chess trying a move takes half a millisecond, and listing the replies to it one more. */
const TRIES_MAX = 6;
const WINS = 1;
const DRAWS = -50;
const GIVES_AWAY = -100;
const LOSES = -200;

/**
 * Of some moves the one that wins at once, else the one that leaves the fewest replies, and none
 * of these that takes something, where the notation tells (`19x28`).
 */
export const greedyBrain: Brain = (board, random) => {
  const legal = board.rules.legal(board.position);
  const from = random.below(legal.length);
  const tried = [...legal.slice(from), ...legal.slice(0, from)].slice(0, TRIES_MAX);
  const tries = tried.map((text) => ({ text, worth: worthOf(board, text) }));
  const best = Math.max(...tries.map(({ worth }) => worth));
  return present(tries.find(({ worth }) => worth === best)?.text, 'legal move of a running game');
};

function worthOf({ rules, position, turn }: Board, text: string): number {
  const after = present(rules.move(position, text), `legal move ${text}`).position;
  const outcome = rules.outcome(after);
  if (outcome !== null) {
    if (outcome.winner === null) return DRAWS;
    return outcome.winner === turn ? WINS : LOSES;
  }
  const replies = rules.legal(after);
  const takes = replies.some((reply) => reply.includes('x'));
  return (takes ? GIVES_AWAY : 0) - replies.length;
}
