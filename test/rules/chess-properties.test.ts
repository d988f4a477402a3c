import { Chess } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { present } from '../../shared/core/assert.ts';
import { chess } from '../../shared/rules/chess.ts';
import type { ChessPosition } from '../../shared/rules/chess-board.ts';
import { formatFen, parseFen } from '../../shared/rules/chess-notation.ts';
import type { Outcome } from '../../shared/rules/rules.ts';
import { at, packed, TRICKY_FENS } from './chess-vectors.ts';

const SEEDS = Number(process.env.SEEDS ?? 1);
const GAMES = 24 * SEEDS;
const BOARDS = 500 * SEEDS;
const MAX_PLIES = 240;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`chess properties: SEED=${seed}, ${GAMES} games`);

/** Games from here end early or go round in circles. */
const BARE_FENS = [
  '7k/7p/7P/8/8/p7/P7/K7 w - - 0 1',
  'k7/8/8/8/8/8/8/K6R w - - 60 90',
  '8/5k2/8/1P6/6p1/8/2K5/8 b - - 3 60',
  'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
];

/** A start and picks that lead from it, to the end of a game or the length limit. */
const games = fc
  .record({
    fen: fc.constantFrom(...TRICKY_FENS, ...BARE_FENS),
    // Who knows few moves soon repeats himself.
    picks: fc.oneof(fc.infiniteStream(fc.nat(999)), fc.infiniteStream(fc.nat(1))),
  })
  .map(({ fen, picks }) => {
    const played = [at(fen)];
    const texts: string[] = [];
    let position = at(fen);
    for (const pick of picks) {
      const legal = chess.legal(position);
      const text = legal[pick % legal.length];
      if (text === undefined || texts.length === MAX_PLIES) break;
      texts.push(text);
      position = present(chess.move(position, text), `legal move ${text}`).position;
      played.push(position);
    }
    return { played, texts };
  });

const check = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, law: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, law), { seed, numRuns });

/** The same game in chess.js, with how often each position occurred in it. */
function judged(start: ChessPosition) {
  const judge = new Chess(formatFen(start));
  const times = new Map<string, number>();
  const count = () => {
    // chess.js names a passed square in its FEN only when the pawn can be taken.
    const key = judge.fen().split(' ').slice(0, 4).join(' ');
    times.set(key, (times.get(key) ?? 0) + 1);
    return times.get(key) ?? 0;
  };
  return { judge, count };
}

/** Told apart, chess.js need not try to read them as SAN. */
const partsOf = (text: string) => ({
  from: text.slice(0, 2),
  to: text.slice(2, 4),
  promotion: text.slice(4),
});

function outcomeOf(judge: Chess, occurred: number, claim: boolean): Outcome | null {
  const other = judge.turn() === 'w' ? 'second' : 'first';
  if (judge.isCheckmate()) return { winner: other, ending: 'checkmate' };
  if (judge.isStalemate()) return { winner: null, ending: 'stalemate' };
  if (judge.isInsufficientMaterial()) return { winner: null, ending: 'insufficient' };
  if (occurred >= 5) return { winner: null, ending: 'fivefold' };
  if (judge.isDrawByFiftyMoves()) return { winner: null, ending: 'fiftyMoves' };
  return claim && occurred >= 3 ? { winner: null, ending: 'threefold' } : null;
}

describe('chess in random games', () => {
  it('has the diagrams and ends of chess.js at every ply', () => {
    const ends = new Map<string, number>();
    check(games, GAMES, ({ played, texts }) => {
      const { judge, count } = judged(played[0] as ChessPosition);
      for (const [ply, position] of played.entries()) {
        const occurred = count();
        expect(formatFen(position)).toBe(judge.fen({ forceEnpassantSquare: true }));
        expect(chess.outcome(position)).toEqual(outcomeOf(judge, occurred, false));
        expect(chess.outcome(position, true)).toEqual(outcomeOf(judge, occurred, true));
        const text = texts[ply];
        if (text !== undefined) judge.move(partsOf(text));
      }
      const ending = chess.outcome(present(played.at(-1), 'last position'))?.ending ?? 'running';
      ends.set(ending, (ends.get(ending) ?? 0) + 1);
    });
    console.log('chess properties: ends', JSON.stringify(Object.fromEntries(ends)));
  });

  it('lists the moves that chess.js spells out, and accepts no others', () => {
    const sample = fc.tuple(games, fc.nat(), fc.stringMatching(/^[a-h][1-8][a-h][1-8][nbrqk]?$/));
    check(sample, GAMES, ([{ played }, pick, text]) => {
      const position = present(played[pick % played.length], 'some position');
      const isOver = chess.outcome(position) !== null;
      const moves = new Chess(formatFen(position)).moves({ verbose: true });
      const spelled = isOver ? [] : moves.map(({ lan }) => lan);
      const legal = chess.legal(position);
      expect(legal.toSorted()).toEqual(spelled.toSorted());
      for (const move of legal) expect(chess.move(position, move), move).not.toBeNull();
      for (const move of legal.map((one) => one.slice(0, 4))) {
        const promotions = legal.filter((one) => one.startsWith(move)).map((one) => one.slice(4));
        const accepted = ['', 'n', 'b', 'r', 'q', 'k'].filter(
          (promotion) => chess.move(position, move + promotion) !== null,
        );
        expect(accepted.toSorted()).toEqual(promotions.toSorted());
      }
      expect(chess.move(position, text) !== null, text).toBe(legal.includes(text));
    });
  });

  it('keeps its diagrams through text and back', () => {
    check(games, GAMES / 3, ({ played }) => {
      for (const { before: _, ...diagram } of played) {
        expect(parseFen(formatFen(diagram))).toEqual(diagram);
      }
    });
  });
});

describe('a stored chess game', () => {
  const fromTheStart = fc.infiniteStream(fc.nat(999)).map((picks) => {
    let position = chess.replay(new Uint8Array());
    const texts: string[] = [];
    for (const pick of picks) {
      const legal = chess.legal(position);
      const text = legal[pick % legal.length];
      if (text === undefined || texts.length === MAX_PLIES) break;
      texts.push(text);
      position = present(chess.move(position, text), `legal move ${text}`).position;
    }
    return { position, texts };
  });

  it('is the same game after packing and replaying', () => {
    check(fromTheStart, GAMES / 3, ({ position, texts }) => {
      const stored = packed(chess.replay(new Uint8Array()), texts);
      const replayed = chess.replay(stored);
      expect(stored).toHaveLength(2 * texts.length);
      expect(chess.texts(stored)).toEqual(texts);
      expect(replayed).toEqual(position);
      expect(chess.outcome(replayed, true)).toEqual(chess.outcome(position, true));
    });
  });
});

describe('who can win', () => {
  /** Both kings in their corners and up to four pieces between them. */
  const boards = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 8, max: 55 }), fc.constantFrom(...'nbbrqpNBBRQP')),
    { maxLength: 4, selector: ([square]) => square },
  );

  it('is nobody exactly when chess.js calls the material insufficient', () => {
    check(boards, BOARDS, (pieces) => {
      const squares = Array<string>(64).fill('');
      for (const [square, piece] of [[0, 'k'], [63, 'K'], ...pieces] as [number, string][]) {
        squares[square] = piece;
      }
      const diagram = { squares, castling: '', passed: null, quietPlies: 0, ply: 0 };
      const position = { ...diagram, before: null };
      const isDead = !chess.canWin(position, 'first') && !chess.canWin(position, 'second');
      expect(new Chess(formatFen(diagram)).isInsufficientMaterial()).toBe(isDead);
    });
  });
});
