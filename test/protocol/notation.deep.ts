import { describe, expect, it } from 'vitest';
import { sanTexts } from '../../shared/protocol/notation/san.ts';
import { CHESS_START } from '../../shared/rules/chess-board.ts';
import { playSan, publishedGames } from '../rules/chess-published.ts';
import { FOLDER } from '../support/published.ts';

/** The moves of a game as they would be stored. */
function packed(san: readonly string[]): Uint8Array {
  let position = CHESS_START;
  const moves = san.flatMap((one) => {
    const move = playSan(position, one);
    position = move.position;
    return [...move.packed];
  });
  return Uint8Array.from(moves);
}

describe.skipIf(FOLDER === null)('all games of a published arena', () => {
  it('have the names of moves that were published', () => {
    const games = publishedGames();
    for (const { san } of games) expect(sanTexts(packed(san))).toEqual(san);
    const names = games.flatMap(({ san }) => san);
    const isLong = (name: string) => /^[NBRQ][a-h][1-8]x?[a-h]/.test(name);
    console.log(`published names: ${names.length}, ${names.filter(isLong).length} with a square`);
    expect(names).toHaveLength(110_701);
  });
});
