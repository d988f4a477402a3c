import { keyText } from './dynalite.ts';
import { type Item, sameItem } from './item.ts';
import { itemBytes } from './item-size.ts';
import { SortedItems, type StoredItem } from './sorted-items.ts';
import { type IndexSchema, keyNames, type TableSchema } from './table-schema.ts';

/** A global secondary index: sparse, with a projected copy of every item that has its keys. */
export interface SecondaryIndex {
  readonly schema: IndexSchema;
  /** Names that the copy keeps; null keeps all. */
  readonly projectedNames: ReadonlySet<string> | null;
  readonly entries: SortedItems;
}

export interface IndexEntry extends StoredItem {
  readonly key: string;
}

/** What a write does to one index: it enters, leaves, moves or changes there. */
export interface IndexChange {
  readonly index: SecondaryIndex;
  readonly old: IndexEntry | undefined;
  readonly next: IndexEntry | undefined;
}

export function createIndex(schema: IndexSchema, table: TableSchema): SecondaryIndex {
  const { ProjectionType, NonKeyAttributes = [] } = schema.Projection;
  const projectedNames =
    ProjectionType === 'ALL'
      ? null
      : new Set([...keyNames(table), ...keyNames(schema), ...NonKeyAttributes]);
  return { schema, projectedNames, entries: new SortedItems() };
}

/** Empty for indexes whose stored view stays the same: that is free. */
export function indexChanges(
  indexes: Iterable<SecondaryIndex>,
  table: TableSchema,
  old: StoredItem | undefined,
  next: StoredItem | undefined,
): readonly IndexChange[] {
  const changes: IndexChange[] = [];
  for (const index of indexes) {
    const change = { index, old: entryOf(index, table, old), next: entryOf(index, table, next) };
    const isSame = change.old?.key === change.next?.key;
    if (!isSame || !sameItem(change.old?.item, change.next?.item)) changes.push(change);
  }
  return changes;
}

export function applyIndexChange({ index, old, next }: IndexChange): void {
  if (old !== undefined && old.key !== next?.key) index.entries.delete(old.key);
  if (next !== undefined) index.entries.set(next.key, next);
}

/** The place of an item in the index: by the keys of the index, then by those of the table. */
export const entryKey = (item: Item, schema: IndexSchema, table: TableSchema): string =>
  keyText(item, table, schema.KeySchema) + keyText(item, table);

function entryOf(
  index: SecondaryIndex,
  table: TableSchema,
  stored: StoredItem | undefined,
): IndexEntry | undefined {
  if (stored === undefined || !isMember(stored.item, index.schema, table)) return undefined;
  const { projectedNames } = index;
  const key = entryKey(stored.item, index.schema, table);
  if (projectedNames === null) return { key, ...stored };
  const item = Object.fromEntries(
    Object.entries(stored.item).filter(([name]) => projectedNames.has(name)),
  );
  return { key, item, sizeBytes: itemBytes(item) };
}

const isMember = (item: Item, schema: IndexSchema, table: TableSchema): boolean =>
  schema.KeySchema.every(({ AttributeName: name }) => {
    const type = table.AttributeDefinitions.find(
      (one) => one.AttributeName === name,
    )?.AttributeType;
    return type !== undefined && item[name]?.[type] !== undefined;
  });
