import type { Alarms } from './alarms.ts';
import { openJournal } from './dynamodb/journal.ts';
import type { JournalEntry } from './ledger.ts';

/** Everything that must survive goes through here. */
export interface Keeper {
  append(entry: JournalEntry): void;
  /** What earlier runs kept, in order. */
  readonly entries: Iterable<JournalEntry>;
  /** From now on the journal is replaced by a snapshot when it has grown; does it at once, too. */
  keepCompact(snapshot: () => Iterable<JournalEntry>, alarms: Alarms): void;
  close(): void;
}

/** A journal is replaced when it is this much longer than what it has to hold. */
const GROWTH_BYTES = 64 * 1024 * 1024;

const FORGETFUL: Keeper = { append() {}, entries: [], keepCompact() {}, close() {} };

/** Without a folder nothing is kept. Throws an error that names a folder it cannot use. */
export function openKeeper(dataDir: string | undefined): Keeper {
  if (dataDir === undefined) return FORGETFUL;
  const journal = openJournal(dataDir);
  let limitBytes = Number.POSITIVE_INFINITY;
  let compactLater = () => {};
  let isClosed = false;
  return {
    append(entry) {
      if (isClosed) return;
      journal.append(entry);
      if (journal.sizeBytes() > limitBytes) compactLater();
    },
    entries: journal.entries,
    keepCompact(snapshot, alarms) {
      const compact = () => {
        journal.compact(snapshot());
        limitBytes = journal.sizeBytes() * 2 + GROWTH_BYTES;
      };
      compactLater = () => {
        limitBytes = Number.POSITIVE_INFINITY;
        // Not in this turn: the change that was just written down is not made yet.
        alarms.after(0, compact);
      };
      compact();
    },
    close() {
      isClosed = true;
      journal.close();
    },
  };
}
