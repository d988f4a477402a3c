import type { ArenaId, PlayerId } from '../../core/ids.ts';
import type { Store, Write } from '../ports.ts';
import type { Filed, RecordPlace, Report } from '../records.ts';

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
  for (const filed of some) {
    const report = await store.report(filed);
    await commitErased(store, filed.id, [{ op: 'delete', entity: filed }, ...erased(report)]);
  }
  return some.length < REPORTS_PER_LOOK;
}

/**
 * The same for his reports in an arena where he was. Those of a release before have nothing else by
 * which they are found; those in arenas where he never was are not found at all.
 */
export async function eraseReportsIn(
  store: Store,
  arena: ArenaId,
  player: PlayerId,
): Promise<void> {
  let after: RecordPlace | null = null;
  for (;;) {
    const page: readonly Report[] = await store.reports(arena, after, REPORTS_PER_LOOK);
    for (const report of page) {
      if (report.reporter === player) await commitErased(store, report.id, erased(report));
    }
    const last = page.at(-1);
    if (last === undefined || page.length < REPORTS_PER_LOOK) return;
    after = last;
  }
}

function erased(before: Report | null): readonly Write[] {
  if (before === null || before.reason === ERASED_WORDS) return [];
  const after = { ...before, reason: ERASED_WORDS, version: before.version + 1 };
  return [{ op: 'update', before, after }];
}

/** All or nothing. Of two who do this at once one fails, rightly. */
async function commitErased(
  store: Store,
  id: Filed['id'],
  writes: readonly Write[],
): Promise<void> {
  if (writes.length === 0) return;
  const commit = await store.commit(writes);
  if (commit.kind === 'busy') throw new Error(`report ${id} is too busy to be erased`);
}
