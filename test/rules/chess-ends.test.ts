import { describe, expect, it } from 'vitest';
import { chess } from '../../shared/rules/chess.ts';
import { CHESS_START } from '../../shared/rules/chess-board.ts';
import type { Outcome } from '../../shared/rules/rules.ts';
import { at, endOf, START_FEN, walk } from './chess-vectors.ts';

const drawn = (ending: Outcome['ending']): Outcome => ({ winner: null, ending });

describe('the end of a chess game', () => {
  const WON = { winner: 'first', ending: 'checkmate' } as const;
  const LOST = { winner: 'second', ending: 'checkmate' } as const;
  const ends: { what: string; fen: string; moves: string; outcome: Outcome | null }[] = [
    { what: "fool's mate", fen: START_FEN, moves: 'f2f3 e7e5 g2g4 d8h4', outcome: LOST },
    {
      what: "scholar's mate",
      fen: START_FEN,
      moves: 'e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7',
      outcome: WON,
    },
    { what: 'check', fen: START_FEN, moves: 'e2e4 f7f6 d1h5', outcome: null },
    {
      what: 'stalemate',
      fen: '7k/8/5KQ1/8/8/8/8/8 w - - 0 1',
      moves: 'f6f7',
      outcome: drawn('stalemate'),
    },
    {
      what: 'a last pawn taken by a king',
      fen: '7k/8/8/8/8/8/4p3/4K3 w - - 0 1',
      moves: 'e1e2',
      outcome: drawn('insufficient'),
    },
    {
      what: 'a last pawn taken by a knight',
      fen: '7k/8/8/8/8/6N1/4p3/K7 w - - 0 1',
      moves: 'g3e2',
      outcome: drawn('insufficient'),
    },
    {
      what: 'one of two knights left against a bishop',
      fen: '7k/8/8/8/8/6N1/4p3/K6b w - - 0 1',
      moves: 'g3e2',
      outcome: null,
    },
    {
      what: 'the hundredth quiet ply',
      fen: '7k/8/8/8/8/8/8/R3K3 w - - 99 80',
      moves: 'a1a2',
      outcome: drawn('fiftyMoves'),
    },
    {
      what: 'the ninety-ninth quiet ply',
      fen: '7k/8/8/8/8/8/8/R3K3 w - - 98 80',
      moves: 'a1a2',
      outcome: null,
    },
    {
      what: 'castling on the hundredth quiet ply',
      fen: '7k/8/8/8/8/8/8/R3K3 w Q - 99 80',
      moves: 'e1c1',
      outcome: drawn('fiftyMoves'),
    },
    {
      what: 'a pawn move in its place',
      fen: '7k/8/8/8/8/8/P7/R3K3 w - - 99 80',
      moves: 'a2a3',
      outcome: null,
    },
    {
      what: 'a capture in its place',
      fen: '7k/8/8/8/8/8/p7/R3K3 w - - 99 80',
      moves: 'a1a2',
      outcome: null,
    },
    {
      what: 'mate on the hundredth quiet ply',
      fen: '7k/8/6K1/8/8/8/8/R7 w - - 99 80',
      moves: 'a1a8',
      outcome: WON,
    },
    {
      what: 'stalemate on the hundredth quiet ply',
      fen: '7k/8/5KQ1/8/8/8/8/8 w - - 99 80',
      moves: 'f6f7',
      outcome: drawn('stalemate'),
    },
  ];
  it.each(ends)('$what: $outcome.ending', ({ fen, moves, outcome }) => {
    const position = endOf(fen, moves);
    expect(chess.outcome(position)).toEqual(outcome);
    expect(chess.outcome(position, true)).toEqual(outcome);
    expect(chess.legal(position).length > 0).toBe(outcome === null);
  });

  it('leaves no move, though a king could go on', () => {
    const dead = endOf('7k/8/8/8/8/8/8/R3K3 w - - 99 80', 'a1a2');
    expect(chess.move(dead, 'h8g8')).toBeNull();
    expect(chess.move(at('7k/8/8/8/8/8/8/4K3 b - - 0 1'), 'h8g8')).toBeNull();
  });
});

/** A position that returns every four plies. */
const DANCE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const dance = (rounds: number): string[] => Array<string[]>(rounds).fill(DANCE).flat();

describe('repetition in chess', () => {
  it('draws by claim from the third time on, and by itself the fifth time', () => {
    const positions = walk(CHESS_START, dance(4));
    const ends = positions.map((position) => chess.outcome(position)?.ending ?? null);
    const claims = positions.map((position) => chess.outcome(position, true)?.ending ?? null);
    expect(ends).toEqual([...Array(16).fill(null), 'fivefold']);
    expect(claims).toEqual([...Array(8).fill(null), ...Array(8).fill('threefold'), 'fivefold']);
    const last = positions.at(-1) ?? CHESS_START;
    expect(chess.legal(last)).toEqual([]);
    expect(chess.move(last, 'g1f3')).toBeNull();
  });

  it('advitrocks9/aichessathon-starter#10: is no draw before the third time', () => {
    const [twice, almost, thrice] = walk(CHESS_START, dance(2)).filter((_, ply) =>
      [4, 7, 8].includes(ply),
    );
    expect(chess.outcome(twice ?? CHESS_START, true)).toBeNull();
    expect(chess.outcome(almost ?? CHESS_START, true)).toBeNull();
    expect(chess.outcome(thrice ?? CHESS_START, true)).toEqual(drawn('threefold'));
    expect(chess.outcome(thrice ?? CHESS_START)).toBeNull();
  });

  it('remembers nothing from before a capture or a pawn move', () => {
    const quiet = endOf(START_FEN, 'g1f3 g8f6 f3e5');
    expect(quiet.before?.before?.before).toEqual(CHESS_START);
    expect(endOf(START_FEN, 'g1f3 g8f6 f3e5 d7d6').before).toBeNull();
    expect(endOf(START_FEN, 'g1f3 g8f6 f3e5 f6e4 e5f7').before).toBeNull();
  });

  const cases = [
    {
      what: 'counts anew after a pawn move',
      fen: START_FEN,
      moves: ['a2a3', 'a7a6', ...dance(2)],
      claimable: [10],
    },
    {
      what: 'needs the same castlings',
      fen: '4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1',
      moves: Array<string[]>(3).fill(['h1g1', 'h8g8', 'g1h1', 'g8h8']).flat(),
      // The rooks stand as at the start at plies 4, 8 and 12; ply 2 returns at 6 and 10.
      claimable: [10, 11, 12],
    },
    {
      what: 'needs the same side to move',
      fen: '7k/8/8/8/8/8/8/R3K3 w - - 0 1',
      // First the rook and then the king takes three moves to return: plies 0, 5 and 10.
      moves: 'a1b1 h8g8 b1c1 g8h8 c1a1 h8g8 a1b1 g8h7 b1a1 h7h8'.split(' '),
      claimable: [],
    },
    {
      what: 'is another position while en passant is possible',
      fen: '7k/3p4/8/K3P3/8/8/8/8 b - - 0 1',
      moves: ['d7d5', ...Array<string[]>(3).fill(['a5a6', 'h8h7', 'a6a5', 'h7h8']).flat()],
      // The diagram after the double step returns at plies 5, 9 and 13.
      claimable: [10, 11, 12, 13],
    },
    {
      what: 'is the same position when en passant is pinned',
      fen: '7k/3p4/8/K3P2r/8/8/8/8 b - - 0 1',
      moves: ['d7d5', ...Array<string[]>(2).fill(['a5a6', 'h8h7', 'a6a5', 'h7h8']).flat()],
      claimable: [9],
    },
  ];
  it.each(cases)('$what', ({ fen, moves, claimable }) => {
    const positions = walk(at(fen), moves);
    const claims = positions.flatMap((position, ply) =>
      chess.outcome(position, true)?.ending === 'threefold' ? ply : [],
    );
    expect(claims).toEqual(claimable);
  });
});

describe('who can still win a chess game on time', () => {
  /** What each side has, and whether White and Black can win. */
  const material = [
    { white: 'K', black: 'K', fen: '7k/8/8/8/8/8/8/K7', canWin: [false, false] },
    { white: 'KN', black: 'K', fen: '7k/8/8/8/8/8/8/KN6', canWin: [false, false] },
    { white: 'KB', black: 'K', fen: '7k/8/8/8/8/8/8/KB6', canWin: [false, false] },
    { white: 'KB', black: 'KB, one colour', fen: 'b6k/8/8/8/8/8/8/KB6', canWin: [false, false] },
    { white: 'KB', black: 'KB, both colours', fen: '1b5k/8/8/8/8/8/8/KB6', canWin: [true, true] },
    { white: 'KBB, one colour', black: 'K', fen: '7k/8/8/8/8/8/8/KB1B4', canWin: [false, false] },
    { white: 'KBB', black: 'K', fen: '7k/8/8/8/8/8/8/KBB5', canWin: [true, false] },
    { white: 'KN', black: 'KN', fen: 'n6k/8/8/8/8/8/8/KN6', canWin: [true, true] },
    { white: 'KN', black: 'KR', fen: '1r5k/8/8/8/8/8/8/KN6', canWin: [true, true] },
    { white: 'KN', black: 'KB', fen: '1b5k/8/8/8/8/8/8/KN6', canWin: [true, true] },
    { white: 'KN', black: 'KP', fen: '7k/p7/8/8/8/8/8/KN6', canWin: [true, true] },
    { white: 'KN', black: 'KQ', fen: '1q5k/8/8/8/8/8/8/KN6', canWin: [false, true] },
    { white: 'KN', black: 'KQQ', fen: '1qq4k/8/8/8/8/8/8/KN6', canWin: [false, true] },
    { white: 'KN', black: 'KQR', fen: '1qr4k/8/8/8/8/8/8/KN6', canWin: [true, true] },
    { white: 'KNN', black: 'K', fen: '7k/8/8/8/8/8/8/KNN5', canWin: [true, false] },
    { white: 'KNB', black: 'K', fen: '7k/8/8/8/8/8/8/KNB5', canWin: [true, false] },
    { white: 'KB', black: 'KN', fen: '1n5k/8/8/8/8/8/8/KB6', canWin: [true, true] },
    { white: 'KB', black: 'KP', fen: '7k/p7/8/8/8/8/8/KB6', canWin: [true, true] },
    { white: 'KB', black: 'KR', fen: 'r6k/8/8/8/8/8/8/1KB5', canWin: [false, true] },
    { white: 'KB', black: 'KQ', fen: '1q5k/8/8/8/8/8/8/KB6', canWin: [false, true] },
    { white: 'K', black: 'KP', fen: '7k/p7/8/8/8/8/8/K7', canWin: [false, true] },
    { white: 'K', black: 'KQ', fen: '1q5k/8/8/8/8/8/8/K7', canWin: [false, true] },
    { white: 'KP', black: 'K', fen: '7k/8/8/8/8/8/P7/K7', canWin: [true, false] },
    { white: 'KR', black: 'K', fen: '7k/8/8/8/8/8/8/KR6', canWin: [true, false] },
    { white: 'KQ', black: 'K', fen: '7k/8/8/8/8/8/8/KQ6', canWin: [true, false] },
  ];
  it.each(material)('$white against $black: $canWin', ({ fen, canWin: [white, black] }) => {
    const position = at(`${fen} w - - 0 1`);
    expect(chess.canWin(position, 'first')).toBe(white);
    expect(chess.canWin(position, 'second')).toBe(black);
    const isDead = chess.outcome(position)?.ending === 'insufficient';
    expect(isDead, 'dead when neither side can win').toBe(!white && !black);
  });

  it.each(material)('$white against $black, colours exchanged', ({ fen, canWin }) => {
    const letters = [...fen].map((c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase())).join('');
    const exchanged = at(`${letters.split('/').toReversed().join('/')} b - - 0 1`);
    expect([chess.canWin(exchanged, 'second'), chess.canWin(exchanged, 'first')]).toEqual(canWin);
  });

  it('both sides of a whole set', () => {
    expect(chess.canWin(CHESS_START, 'first')).toBe(true);
    expect(chess.canWin(CHESS_START, 'second')).toBe(true);
  });
});
