import { present } from '../../shared/core/assert.ts';
import { chess, chessPosition } from '../../shared/rules/chess.ts';
import type { ChessPosition } from '../../shared/rules/chess-board.ts';
import { countsWithin, walkOn } from './vectors.ts';

/** The position of a FEN that must be good. */
export const at = (fen: string): ChessPosition =>
  present(chessPosition(fen), `chess diagram in ${fen}`);

export const walk = (start: ChessPosition, texts: readonly string[]): ChessPosition[] =>
  walkOn(chess, start, texts);

export const endOf = (fen: string, moves: string): ChessPosition =>
  present(walk(at(fen), moves.split(' ')).at(-1), `end of ${moves}`);

/** The texts as they are stored; all must be legal, one after the other. */
export function packed(start: ChessPosition, texts: readonly string[]): Uint8Array {
  const positions = walk(start, texts);
  return Uint8Array.from(
    texts.flatMap((text, ply) => {
      const bytes = chess.move(present(positions[ply], `ply ${ply}`), text)?.packed;
      return [...present(bytes, `bytes of ${text}`)];
    }),
  );
}

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/**
 * Counts of leaves from depth 1 on, published in the "Perft Results" of the Chess Programming
 * Wiki; all but the first are written there for positions made to be tricky.
 */
const PERFT = [
  { name: 'start', fen: START_FEN, counts: [20, 400, 8_902, 197_281, 4_865_609] },
  {
    name: 'Kiwipete',
    fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -',
    counts: [48, 2_039, 97_862, 4_085_603],
  },
  {
    name: 'pinned en passant',
    fen: '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -',
    counts: [14, 191, 2_812, 43_238, 674_624],
  },
  {
    name: 'promotions by capture',
    fen: 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -',
    counts: [6, 264, 9_467, 422_333],
  },
  {
    name: 'a pawn on the seventh',
    fen: 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -',
    counts: [44, 1_486, 62_379, 2_103_487],
  },
  {
    name: 'middle game',
    fen: 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -',
    counts: [46, 2_079, 89_890],
  },
] as const;

export const TRICKY_FENS: readonly string[] = PERFT.map(({ fen }) => fen);

export const QUICK_PERFT_LEAVES = 100_000;

/** The published counts with more than `above` and at most `upTo` leaves. */
export const perftCounts = (above: number, upTo: number) => countsWithin(PERFT, above, upTo);
