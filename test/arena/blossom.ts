// @ts-expect-error It comes without types.
import matching from 'edmonds-blossom-fixed';

/** Edges `[i, j, weight]` and whether the most pairs come first; partners by node, -1: none. */
const maxWeightMatching: (
  edges: readonly (readonly [number, number, number])[],
  maxCardinality: boolean,
) => readonly number[] = matching;

/** How good a matching is: the more pairs the better, then the smaller their total distance. */
export interface Worth {
  readonly pairs: number;
  readonly total: number;
}

/** The worth of the best matching of this many players (Edmonds; exact, and slow). */
export function bestByBlossom(
  length: number,
  distance: (above: number, below: number) => number | null,
): Worth {
  const edges = edgesOf(length, distance);
  const most = Math.max(0, ...edges.map(([, , gap]) => gap));
  const partners = maxWeightMatching(
    edges.map(([above, below, gap]) => [above, below, most + 1 - gap]),
    true,
  );
  const matched = edges.filter(([above, below]) => partners[above] === below);
  return { pairs: matched.length, total: matched.reduce((sum, [, , gap]) => sum + gap, 0) };
}

function edgesOf(
  length: number,
  distance: (above: number, below: number) => number | null,
): (readonly [number, number, number])[] {
  const places = [...Array(length).keys()];
  return places.flatMap((above) =>
    places.slice(above + 1).flatMap((below) => {
      const gap = distance(above, below);
      return gap === null ? [] : [[above, below, gap] as const];
    }),
  );
}
