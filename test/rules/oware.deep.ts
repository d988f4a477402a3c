import { describe, expect, it } from 'vitest';
import { perft } from '../../shared/rules/oware.ts';
import { at, perftCounts } from './oware-vectors.ts';
import { DEEP_PERFT_LEAVES, QUICK_PERFT_LEAVES } from './vectors.ts';

describe('oware perft, deep', () => {
  const counts = perftCounts(QUICK_PERFT_LEAVES, DEEP_PERFT_LEAVES);
  it.each(counts)('$name, depth $depth: $leaves', ({ fen, depth, leaves }) => {
    expect(perft(at(fen), depth)).toBe(leaves);
  });
});
