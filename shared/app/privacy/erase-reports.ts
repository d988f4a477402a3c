import type { PlayerId } from '../../core/ids.ts';
import type { Store, Write } from '../ports.ts';
import type { Filed } from '../records.ts';

/** What organisers read where a player's words were. */
export const ERASED_WORDS = 'erased, as its author has asked';

/** Reports of one look. */
export const REPORTS_PER_LOOK = 25;

/**
 * Takes a player's words out of his reports; that somebody reported, whom and when, stays. Whether
 * there are none left.
 */
export async function eraseReports(store: Store, player: PlayerId): Promise<boolean> {
  const some = await store.filed(player, REPORTS_PER_LOOK);
  for (const filed of some) await eraseReport(store, filed);
  return some.length < REPORTS_PER_LOOK;
}

/** Both or neither. Of two who do this at once one fails, rightly. */
async function eraseReport(store: Store, filed: Filed): Promise<void> {
  const before = await store.report(filed);
  const writes: Write[] = [{ op: 'delete', entity: filed }];
  if (before !== null) {
    const after = { ...before, reason: ERASED_WORDS, version: before.version + 1 };
    writes.push({ op: 'update', before, after });
  }
  const commit = await store.commit(writes);
  if (commit.kind === 'busy') throw new Error(`report ${filed.id} is too busy to be erased`);
}
