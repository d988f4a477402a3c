import type { Policy, TieBreak } from '../../../shared/arena/policy.ts';
import type { Tally } from '../../../shared/arena/tally.ts';
import type { PlayerId } from '../../../shared/core/ids.ts';

/** Tie-breaks that look at points, so absent inputs may reach them. */
const OF_POINTS = ['buchholzCut1', 'buchholz', 'sonnebornBerger'] as const satisfies TieBreak[];

/** A span of points (half points), both ends included. */
interface Span {
  readonly least: number;
  readonly most: number;
}

/**
 * The players of whom it is certain who is ahead of them, whatever the absent inputs were: their
 * points are known, nobody's unknown points may be the same, and so are the tie-breaks of all who
 * have as many. Both lists hold everybody, removed players too, in the same order.
 */
export function certainPlayers(
  policy: Policy,
  least: readonly Tally[],
  most: readonly Tally[],
): ReadonlySet<PlayerId> {
  const ranked = least.flatMap((low, index) => {
    const high = most[index];
    const isRanked = low.games > 0 || policy.withoutGames === 'byRating';
    return high === undefined || !isRanked ? [] : [{ low, high, span: spanOf(low, high) }];
  });
  const open = ranked.filter(({ span }) => span.least < span.most);
  const covered = merged(open.map(({ span }) => span));
  const known = ranked.filter(({ span }) => span.least === span.most);
  const torn = new Set(
    known
      .filter(({ low, high }) => !hasKnownTieBreaks(policy, low, high))
      .map(({ span }) => span.least),
  );
  const certain = new Set(least.map(({ player }) => player));
  for (const { low } of open) certain.delete(low.player);
  for (const { low, span } of known) {
    if (torn.has(span.least) || isIn(covered, span.least)) certain.delete(low.player);
  }
  return certain;
}

const spanOf = (low: Tally, high: Tally): Span => ({
  least: low.sheet.points,
  most: high.sheet.points,
});

const hasKnownTieBreaks = ({ tieBreaks }: Policy, low: Tally, high: Tally): boolean =>
  OF_POINTS.every(
    (key) => !tieBreaks.includes(key) || low.tieBreaks?.[key] === high.tieBreaks?.[key],
  );

/** The same points in spans that do not touch, in order. */
function merged(spans: readonly Span[]): readonly Span[] {
  const apart: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.least - b.least)) {
    const last = apart.at(-1);
    if (last === undefined || span.least > last.most) apart.push(span);
    else apart[apart.length - 1] = { ...last, most: Math.max(last.most, span.most) };
  }
  return apart;
}

const isIn = (spans: readonly Span[], points: number): boolean =>
  spans.some(({ least, most }) => least <= points && points <= most);
