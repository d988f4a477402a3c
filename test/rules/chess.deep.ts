import { describe, expect, it } from 'vitest';
import { perft } from '../../shared/rules/chess.ts';
import { FOLDER } from '../support/published.ts';
import { comparePlies, publishedGames } from './chess-published.ts';
import { at, perftCounts, QUICK_PERFT_LEAVES } from './chess-vectors.ts';

describe('chess perft, deep', () => {
  const counts = perftCounts(QUICK_PERFT_LEAVES, Number.POSITIVE_INFINITY);
  it.each(counts)('$name, depth $depth: $leaves', ({ fen, depth, leaves }) => {
    expect(perft(at(fen), depth)).toBe(leaves);
  });
});

describe.skipIf(FOLDER === null)('all games of a published arena', () => {
  it('have the diagrams of chess.js at every ply', () => {
    const plies = comparePlies(publishedGames());
    console.log(`published chess: ${plies} plies as in chess.js`);
    expect(plies).toBe(110_701);
  });
});
