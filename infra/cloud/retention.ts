import type { Node } from 'constructs';
import { count } from './context.ts';

/** How long items of each kind are kept (days), see `docs/privacy.md`; 0: for ever. */
export interface Retention {
  /** Games, after the end of their arena. Without them an export cannot be verified any more. */
  readonly games: number;
  /** Rows of players and the tables that are made of them, after the end of their arena. */
  readonly rows: number;
  /** That a player was in an arena, after its end. */
  readonly history: number;
  /** What organisers did. */
  readonly audits: number;
  /** Players' words to organisers. */
  readonly reports: number;
}

/**
 * Rows and what goes with them count from the end of the arena as it is when a player enters: one
 * that is put off by more than this would lose those who have entered already.
 */
const KEPT_DAYS_MIN = 90;

/** Each is a context of its own (`-c keepReportsDays=365`). */
export function readRetention(node: Node): Retention {
  const days = (key: string, fallback: number) => count(node, key, fallback, 0);
  const retention = {
    games: days('keepGamesDays', 0),
    rows: days('keepRowsDays', 0),
    history: days('keepHistoryDays', 0),
    audits: days('keepAuditsDays', 0),
    reports: days('keepReportsDays', 365),
  };
  checkRetention(retention);
  return retention;
}

/** Whoever wants to be forgotten is found by where he was: that has to last the longest. */
function checkRetention({ games, rows, history }: Retention): void {
  for (const [key, days] of Object.entries({ games, rows, history })) {
    if (days > 0 && days < KEPT_DAYS_MIN) {
      const name = `keep${key[0]?.toUpperCase()}${key.slice(1)}Days`;
      throw new Error(`context ${name} must be 0 or at least ${KEPT_DAYS_MIN}`);
    }
  }
  const lasts = (days: number) => (days === 0 ? Number.POSITIVE_INFINITY : days);
  if (lasts(history) < Math.max(lasts(games), lasts(rows))) {
    throw new Error('context keepHistoryDays must not be shorter than those of rows and games');
  }
}
