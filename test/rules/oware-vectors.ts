import { present } from '../../shared/core/assert.ts';
import { type OwarePosition, oware, owarePosition } from '../../shared/rules/oware.ts';
import { parseFen } from '../../shared/rules/oware-notation.ts';
import type { Outcome } from '../../shared/rules/rules.ts';
import vectors from './vectors/oware-vectors.json' with { type: 'json' };

/** The position of a FEN that must be good. */
export const at = (fen: string): OwarePosition =>
  owarePosition(present(parseFen(fen), `oware diagram in ${fen}`));

/** The positions before and after every one of these legal moves: one more than there are moves. */
export function walk(start: OwarePosition, texts: Iterable<string>): OwarePosition[] {
  const positions = [start];
  let position = start;
  for (const text of texts) {
    position = present(oware.move(position, text), `legal move ${text}`).position;
    positions.push(position);
  }
  return positions;
}

export const QUICK_PERFT_LEAVES = 1_000_000;
export const DEEP_PERFT_LEAVES = 20_000_000;

/** The perft counts of the vectors with more than `above` and at most `upTo` leaves. */
export const perftCounts = (above: number, upTo: number) =>
  vectors.perft
    .flatMap(({ name, fen, counts }) =>
      counts.map((leaves, index) => ({ name, fen, depth: index + 1, leaves })),
    )
    .filter(({ leaves }) => leaves > above && leaves <= upTo);

interface VectorEnd {
  readonly reason: string;
  readonly winner: string;
}

const ENDINGS: Record<string, Outcome['ending']> = {
  majority: 'majority',
  'no-move': 'noMove',
  repetition: 'repetition',
};

/** The outcome in our words of an end as the vectors write it. */
export function outcomeOf(end: VectorEnd | null): Outcome | null {
  if (end === null) return null;
  const winner = end.winner === 'draw' ? null : end.winner === 'south' ? 'first' : 'second';
  return { winner, ending: present(ENDINGS[end.reason], `ending ${end.reason}`) };
}
