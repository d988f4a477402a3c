import { present } from '../../shared/core/assert.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import { PLIES_MAX } from '../../shared/game/game.ts';
import { type OwarePosition, oware } from '../../shared/rules/oware.ts';

/**
 * A game that only the ply cap ends: nobody captures or repeats a position, and each leaves the
 * other as many moves as he can that do neither. 48 seeds find ways enough. The moves are found
 * beforehand, since a replay of so long a game at each of them would cost more than to play it.
 */
export function marathonLine(random: SeededRandom): string[] {
  const line: string[] = [];
  let position = oware.replay(new Uint8Array());
  while (line.length < PLIES_MAX) {
    const tries = calmMoves(position).map((move) => ({
      ...move,
      replies: calmMoves(move.after).length,
    }));
    const most = Math.max(...tries.map(({ replies }) => replies));
    const equal = tries.filter(({ replies }) => replies === most);
    const { text, after } = present(equal[random.below(equal.length)], 'a move that goes on');
    line.push(text);
    position = after;
  }
  return line;
}

/** The moves after which nothing was captured and the game goes on. */
const calmMoves = (position: OwarePosition): { text: string; after: OwarePosition }[] =>
  oware.legal(position).flatMap((text) => {
    const { position: after } = present(oware.move(position, text), 'legal move');
    return after.outcome === null && after.before !== null ? [{ text, after }] : [];
  });
