import type { Node } from 'constructs';
import { KEPT_KINDS, type Retention } from '../../functions/aws/schema.ts';
import { count } from './context.ts';

type Kind = keyof Retention;

/**
 * Rows and what goes with them count from the end of the arena as it is when a player enters: one
 * that is put off by more than this would lose those who have entered already.
 */
const KEPT_DAYS_MIN = 90;

/** An erasure that is asked for on the last day finds the way before the way is gone. */
const MARGIN_DAYS = 90;

const USUAL: Retention = { games: 0, rows: 0, history: 0, audits: 0, reports: 365, guests: 90 };

/** Each is a context of its own (`-c keepReportsDays=365`). */
export function readRetention(node: Node): Retention {
  const days = KEPT_KINDS.map((kind) => [
    kind,
    // A guest has a secret that has to come to an end.
    count(node, contextOf(kind), USUAL[kind], kind === 'guests' ? 1 : 0),
  ]);
  const retention = Object.fromEntries(days) as Retention;
  checkRetention(retention);
  return retention;
}

const contextOf = (kind: Kind): string => `keep${kind[0]?.toUpperCase()}${kind.slice(1)}Days`;

/**
 * Whoever wants to be forgotten is found by where he was, and there his games by his row: so the
 * way to something lasts longer than what it leads to.
 */
function checkRetention(retention: Retention): void {
  for (const kind of ['games', 'rows', 'history'] as const) {
    const days = retention[kind];
    if (days > 0 && days < KEPT_DAYS_MIN) {
      throw new Error(`context ${contextOf(kind)} must be 0 or at least ${KEPT_DAYS_MIN}`);
    }
  }
  const lasts = (kind: Kind) => retention[kind] || Number.POSITIVE_INFINITY;
  if (lasts('rows') < lasts('games')) {
    throw new Error('context keepRowsDays must not be shorter than keepGamesDays');
  }
  // Rows last as long as games, or longer.
  if (lasts('history') < lasts('rows') + MARGIN_DAYS) {
    throw new Error(
      `context keepHistoryDays must be 0, or keepRowsDays and ${MARGIN_DAYS} more at least`,
    );
  }
}
