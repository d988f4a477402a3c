import { present } from '../../shared/core/assert.ts';
import { type DraughtsPosition, draughts, draughtsPosition } from '../../shared/rules/draughts.ts';
import type { DraughtsMove } from '../../shared/rules/draughts-board.ts';
import { parseFen } from '../../shared/rules/draughts-notation.ts';
import vectors from './vectors/draughts-vectors.json' with { type: 'json' };
import { countsWithin, walkOn } from './vectors.ts';

/** The position of a FEN that must be good. */
export const at = (fen: string): DraughtsPosition =>
  draughtsPosition(present(parseFen(fen), `draughts diagram in ${fen}`));

export const walk = (start: DraughtsPosition, texts: Iterable<string>): DraughtsPosition[] =>
  walkOn(draughts, start, texts);

/** Squares as notations number them, those taken in rising order: what makes a move one move. */
export const effectOf = ({ path, captured }: DraughtsMove) => ({
  from: (path[0] ?? -1) + 1,
  to: (path.at(-1) ?? -1) + 1,
  captured: captured.map((square) => square + 1).sort((a, b) => a - b),
});

/** What stands on the board, one of `.wbWB` for each square; capitals are kings. */
export const boardOf = ({ squares }: Pick<DraughtsPosition, 'squares'>): string =>
  Array.from(squares, (piece) => '.wb..WB'[piece]).join('');

export const perftCounts = (above: number, upTo: number) =>
  countsWithin(vectors.perft, above, upTo);
