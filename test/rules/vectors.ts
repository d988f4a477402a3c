import { present } from '../../shared/core/assert.ts';
import type { Rules } from '../../shared/rules/rules.ts';

export const QUICK_PERFT_LEAVES = 1_000_000;
export const DEEP_PERFT_LEAVES = 20_000_000;

/** Published or computed numbers of leaves of a position, from depth 1 on. */
interface PerftRow {
  readonly name: string;
  readonly fen: string;
  readonly counts: readonly number[];
}

/** Each count by itself: those with more than `above` and at most `upTo` leaves. */
export const countsWithin = (rows: readonly PerftRow[], above: number, upTo: number) =>
  rows
    .flatMap(({ name, fen, counts }) =>
      counts.map((leaves, index) => ({ name, fen, depth: index + 1, leaves })),
    )
    .filter(({ leaves }) => leaves > above && leaves <= upTo);

/** The positions before and after every one of these legal moves: one more than there are moves. */
export function walkOn<P>(rules: Pick<Rules<P>, 'move'>, start: P, texts: Iterable<string>): P[] {
  const positions = [start];
  let position = start;
  for (const text of texts) {
    position = present(rules.move(position, text), `legal move ${text}`).position;
    positions.push(position);
  }
  return positions;
}
