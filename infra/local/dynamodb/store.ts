import { type Commit, isCommit, type StoredWrite } from './commit.ts';
import { keyText } from './dynalite.ts';
import { missingTable, serviceError } from './error.ts';
import { sameItem } from './item.ts';
import { sized } from './planned-write.ts';
import { indexChanges } from './secondary-index.ts';
import { keyOf, streamRecord } from './stream-record.ts';
import { applyWrite, createTable, type Table, type TableRequest, type Write } from './table.ts';
import { keyNames } from './table-schema.ts';
import { createTokenLog, type TokenUse } from './token-log.ts';

const SNAPSHOT_ITEMS = 500;

export interface StoreOptions {
  /** Shards of every stream. */
  readonly shards: number;
  readonly nowMs: () => number;
  /** Called before a change is visible; if it throws, nothing has changed. */
  readonly onCommit: (commit: Commit) => void;
  /** Where reads may be stale, the versions that were replaced are kept. */
  readonly keepsEarlier: boolean;
}

/** The tables, and the one seam through which they change. */
export class Store {
  readonly tokens = createTokenLog();
  readonly #options: StoreOptions;
  readonly #tables = new Map<string, Table>();
  /** Of the last stream record. */
  #sequence = 0;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  /** Throws ResourceNotFoundException. */
  table(name: string): Table {
    const table = this.#tables.get(name);
    if (table === undefined) throw missingTable(name);
    return table;
  }

  addTable(request: TableRequest): Table {
    const name = request.TableName;
    if (this.#tables.has(name))
      throw serviceError('ResourceInUseException', `Table already exists: ${name}`);
    const table = createTable(request, this.#options.nowMs());
    this.#tables.set(name, table);
    return table;
  }

  /** All or nothing, in this turn; writes that change nothing leave no trace. */
  commit(writes: readonly Write[], token?: TokenUse): void {
    const changed = writes.filter(({ old, next }) => !sameItem(old?.item, next?.item));
    if (changed.length === 0 && token === undefined) return;
    const commit = this.#commitOf(changed, token);
    this.#options.onCommit(commit);
    this.#sequence = commit.sequence;
    for (const write of changed) this.#apply(write);
    if (token !== undefined) this.tokens.add(token);
  }

  /** Replays what `onCommit` or `snapshot` gave; entries of others are passed over. */
  restore(entries: Iterable<{ readonly t: string }>): void {
    for (const entry of entries) {
      if (!isCommit(entry)) continue;
      for (const write of entry.writes) this.#restoreWrite(write);
      for (const token of entry.tokens) this.tokens.add(token);
      this.#sequence = Math.max(this.#sequence, entry.sequence);
    }
  }

  /** Entries that restore everything but the stream records. */
  *snapshot(): Generator<Commit> {
    const bare = { t: 'dynamodb', records: [], sequence: this.#sequence } as const;
    yield { ...bare, writes: [], tokens: this.tokens.uses(this.#options.nowMs()) };
    for (const { schema, items } of this.#tables.values()) {
      const puts = Array.from(items.values(), ({ item }) => ({
        table: schema.TableName,
        put: item,
      }));
      for (let i = 0; i < puts.length; i += SNAPSHOT_ITEMS)
        yield { ...bare, writes: puts.slice(i, i + SNAPSHOT_ITEMS), tokens: [] };
    }
  }

  #commitOf(changed: readonly Write[], token: TokenUse | undefined): Commit {
    const { shards, nowMs } = this.#options;
    const records = changed
      .filter(({ table }) => table.isStreamed)
      .map((write, i) => streamRecord(write, this.#sequence + 1 + i, shards, nowMs()));
    return {
      t: 'dynamodb',
      writes: changed.map(storedWrite),
      records,
      sequence: this.#sequence + records.length,
      tokens: token === undefined ? [] : [token],
    };
  }

  #apply(write: Write): void {
    const { table, key, old } = write;
    if (this.#options.keepsEarlier)
      table.earlier.set(key, { stored: old, replacedAtMs: this.#options.nowMs() });
    applyWrite(write);
  }

  #restoreWrite(stored: StoredWrite): void {
    const table = this.table(stored.table);
    const key = keyText('put' in stored ? stored.put : stored.remove, table.schema);
    const old = table.items.get(key);
    const next = 'put' in stored ? sized(stored.put) : undefined;
    const changes = indexChanges(table.indexes.values(), table.schema, old, next);
    applyWrite({ table, key, old, next, indexChanges: changes });
  }
}

function storedWrite({ table, old, next }: Write): StoredWrite {
  const { TableName } = table.schema;
  if (next !== undefined) return { table: TableName, put: next.item };
  return { table: TableName, remove: keyOf(old?.item ?? {}, keyNames(table.schema)) };
}
