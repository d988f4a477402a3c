import type { IndexChange } from './secondary-index.ts';
import type { StoredItem } from './sorted-items.ts';
import type { Write } from './table.ts';

const WRITE_UNIT_BYTES = 1024;
const READ_UNIT_BYTES = 4096;
const TRANSACTION_FACTOR = 2;

/** Units by what they were spent on: the table itself, and its indexes by name. */
export interface Spent {
  readonly table: number;
  readonly indexes: Readonly<Record<string, number>>;
}

export const onTable = (table: number): Spent => ({ table, indexes: {} });

export const onIndex = (name: string, units: number): Spent => ({
  table: 0,
  indexes: { [name]: units },
});

/** Write units by the larger of both images; a delete of nothing costs one, too. */
export function writeUnits({
  old,
  next,
  indexChanges,
}: Pick<Write, 'old' | 'next' | 'indexChanges'>): Spent {
  return {
    table: larger(old, next),
    indexes: Object.fromEntries(
      indexChanges.map((change) => [change.index.schema.IndexName, indexUnits(change)]),
    ),
  };
}

/** In a transaction the table's units are doubled after rounding; those of the indexes are not. */
export function transactionWriteUnits(write: Parameters<typeof writeUnits>[0]): Spent {
  const { table, indexes } = writeUnits(write);
  return { table: TRANSACTION_FACTOR * table, indexes };
}

/** A condition check costs a transaction as much as a write of the item that it reads. */
export const conditionCheckUnits = (checked: StoredItem | undefined): Spent =>
  onTable(TRANSACTION_FACTOR * larger(checked));

/** Read units of so many bytes, rounded once: an item, or all items of a page. */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) / (isConsistent ? 1 : 2);

export const transactionReadUnits = (read: StoredItem | undefined): Spent =>
  onTable(TRANSACTION_FACTOR * readUnits(read?.sizeBytes ?? 0, true));

/** Adds to what was spent on a table so far. */
export function spend(spentByTable: Map<string, Spent>, table: string, spent: Spent): void {
  const before = spentByTable.get(table);
  spentByTable.set(table, before === undefined ? spent : addSpent(before, spent));
}

function addSpent(a: Spent, b: Spent): Spent {
  const indexes = { ...a.indexes };
  for (const [name, units] of Object.entries(b.indexes))
    indexes[name] = units + (indexes[name] ?? 0);
  return { table: a.table + b.table, indexes };
}

/** A key that moves is a delete and an insert, each rounded; a change in place costs the larger. */
function indexUnits({ old, next }: IndexChange): number {
  const hasMoved = old !== undefined && next !== undefined && old.key !== next.key;
  return hasMoved ? larger(old) + larger(next) : larger(old, next);
}

function larger(...images: readonly (StoredItem | undefined)[]): number {
  const bytes = Math.max(...images.map((image) => image?.sizeBytes ?? 0));
  return Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES));
}
