import { present } from '../../shared/core/assert.ts';
import { type OwarePosition, oware, owarePosition } from '../../shared/rules/oware.ts';
import { parseFen } from '../../shared/rules/oware-notation.ts';
import type { Outcome } from '../../shared/rules/rules.ts';
import vectors from './vectors/oware-vectors.json' with { type: 'json' };
import { countsWithin, walkOn } from './vectors.ts';

/** The position of a FEN that must be good. */
export const at = (fen: string): OwarePosition =>
  owarePosition(present(parseFen(fen), `oware diagram in ${fen}`));

export const walk = (start: OwarePosition, texts: Iterable<string>): OwarePosition[] =>
  walkOn(oware, start, texts);

export const perftCounts = (above: number, upTo: number) =>
  countsWithin(vectors.perft, above, upTo);

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
