import type { Node } from 'constructs';
import { count } from './context.ts';

/**
 * How long items of each kind are kept, in days after the instant that the kind names in
 * `docs/privacy.md`; 0: for ever. Each is a context of its own (`-c keepReportsDays=365`).
 */
export const RETENTION_DAYS = {
  /** Games, after the end of their arena. Without them an export cannot be verified any more. */
  keepGamesDays: 0,
  /** Rows of players, after the end of their arena. */
  keepRowsDays: 0,
  /** That a player was in an arena, after its start. */
  keepHistoryDays: 0,
  /** What organisers did. */
  keepAuditsDays: 0,
  /** Players' words to organisers. */
  keepReportsDays: 365,
} as const;

export type RetentionKey = keyof typeof RETENTION_DAYS;
export type Retention = Readonly<Record<RetentionKey, number>>;

export function readRetention(node: Node): Retention {
  const entries = Object.entries(RETENTION_DAYS).map(([key, days]) => [
    key,
    count(node, key, days, 0),
  ]);
  return Object.fromEntries(entries) as Retention;
}
