import { present } from '../../shared/core/assert.ts';
import { type DraughtsPosition, draughts, draughtsPosition } from '../../shared/rules/draughts.ts';
import type { DraughtsMove } from '../../shared/rules/draughts-board.ts';
import { parseFen } from '../../shared/rules/draughts-notation.ts';
import vectors from './vectors/draughts-vectors.json' with { type: 'json' };

/** The position of a FEN that must be good. */
export const at = (fen: string): DraughtsPosition =>
  draughtsPosition(present(parseFen(fen), `draughts diagram in ${fen}`));

/** The positions before and after every one of these legal moves: one more than there are moves. */
export function walk(start: DraughtsPosition, texts: Iterable<string>): DraughtsPosition[] {
  const positions = [start];
  let position = start;
  for (const text of texts) {
    position = present(draughts.move(position, text), `legal move ${text}`).position;
    positions.push(position);
  }
  return positions;
}

/** Squares as notations number them, those taken in rising order: what makes a move one move. */
export const effectOf = ({ path, captured }: DraughtsMove) => ({
  from: (path[0] ?? -1) + 1,
  to: (path.at(-1) ?? -1) + 1,
  captured: captured.map((square) => square + 1).sort((a, b) => a - b),
});

/** What stands on the board, one of `.wbWB` for each square; capitals are kings. */
export const boardOf = ({ squares }: Pick<DraughtsPosition, 'squares'>): string =>
  Array.from(squares, (piece) => '.wb..WB'[piece]).join('');

export const QUICK_PERFT_LEAVES = 1_000_000;
export const DEEP_PERFT_LEAVES = 20_000_000;

/** The perft counts of the vectors with more than `above` and at most `upTo` leaves. */
export const perftCounts = (above: number, upTo: number) =>
  vectors.perft
    .flatMap(({ name, fen, counts }) =>
      counts.map((leaves, index) => ({ name, fen, depth: index + 1, leaves })),
    )
    .filter(({ leaves }) => leaves > above && leaves <= upTo);
