import { present } from '../../../shared/core/assert.ts';
import type { SeededRandom } from '../../../shared/core/random.ts';
import type { GameView } from '../../../shared/protocol/game-view.ts';
import { finalSeeds, type OwarePosition, oware } from '../../../shared/rules/oware.ts';
import { sideAt } from '../../../shared/rules/rules.ts';

/** Chooses one of the legal moves of an Oware position. */
export type Brain = (position: OwarePosition, random: SeededRandom) => string;

export const randomBrain: Brain = (position, random) => {
  const legal = oware.legal(position);
  return present(legal[random.below(legal.length)], 'legal move of a running game');
};

/** Takes as many seeds as it can; among equal moves any. */
export const greedyBrain: Brain = (position, random) => {
  const side = sideAt(position.ply) === 'first' ? 0 : 1;
  const tries = oware.legal(position).map((text) => {
    const after = present(oware.move(position, text), 'legal move').position;
    const seeds = after.outcome === null ? after.stores : finalSeeds(after);
    return { text, gain: seeds[side] };
  });
  const best = Math.max(...tries.map(({ gain }) => gain));
  const equal = tries.filter(({ gain }) => gain === best);
  return present(equal[random.below(equal.length)], 'legal move of a running game').text;
};

/** The position that a client sees, replayed from the move list. */
export function positionOf(game: GameView): OwarePosition {
  const texts = game.moves === '' ? [] : game.moves.split(' ');
  return texts.reduce(
    (position, text) => present(oware.move(position, text), `legal move ${text}`).position,
    oware.replay(new Uint8Array()),
  );
}
