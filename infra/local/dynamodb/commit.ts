import type { Item } from './item.ts';
import type { StreamRecord } from './stream-record.ts';
import type { TokenUse } from './token-log.ts';

/**
 * All that one action or transaction changed, and the unit of durability: kept in one line of a
 * journal, writes and stream records survive together or not at all.
 */
export interface Commit {
  /** Tells these entries from those of others in the same journal. */
  readonly t: 'dynamodb';
  readonly writes: readonly StoredWrite[];
  readonly records: readonly StreamRecord[];
  /** Of the last stream record so far, in this commit or before. */
  readonly sequence: number;
  readonly tokens: readonly TokenUse[];
}

/** A whole new item, or the key of one that is gone. */
export type StoredWrite =
  | { readonly table: string; readonly put: Item }
  | { readonly table: string; readonly remove: Item };

export const isCommit = (entry: { readonly t: string }): entry is Commit => entry.t === 'dynamodb';
