import { present } from '../../../shared/core/assert.ts';
import type { Item } from './item.ts';

export interface StoredItem {
  readonly item: Item;
  readonly sizeBytes: number;
}

/** Bounds on keys, as dynalite's query gives them. */
export interface KeyRange {
  readonly gte?: string;
  readonly gt?: string;
  readonly lt?: string;
  readonly lte?: string;
  readonly reverse?: boolean;
}

/**
 * Items by dynalite's key text `<hash>/<partition key>/<sort key>/`, whose order inside a partition
 * is DynamoDB's. Every partition keeps its keys sorted, so neither a write nor a query sorts.
 */
export class SortedItems {
  readonly #items = new Map<string, StoredItem>();
  readonly #partitions = new Map<string, string[]>();
  /** Of `#partitions`; null after a partition came or went. Only scans look at it. */
  #sortedPartitions: readonly string[] | null = null;

  get size(): number {
    return this.#items.size;
  }

  get(key: string): StoredItem | undefined {
    return this.#items.get(key);
  }

  values(): Iterable<StoredItem> {
    return this.#items.values();
  }

  set(key: string, stored: StoredItem): void {
    if (!this.#items.has(key)) this.#insert(key);
    this.#items.set(key, stored);
  }

  delete(key: string): void {
    if (!this.#items.delete(key)) return;
    const partition = partitionOf(key);
    const keys = present(this.#partitions.get(partition), 'partition of a stored key');
    keys.splice(firstAtLeast(keys, key), 1);
    if (keys.length > 0) return;
    this.#partitions.delete(partition);
    this.#sortedPartitions = null;
  }

  /** The items of one partition inside the range; one of its bounds must name the partition. */
  *query(range: KeyRange): Generator<StoredItem> {
    const keys = this.#partitions.get(partitionOf(range.gte ?? range.gt ?? '')) ?? [];
    const from =
      range.gte !== undefined ? firstAtLeast(keys, range.gte) : firstAfter(keys, range.gt);
    const to = range.lt !== undefined ? firstAtLeast(keys, range.lt) : lastIndex(keys, range.lte);
    if (range.reverse) for (let i = to - 1; i >= from; i--) yield this.#at(keys, i);
    else for (let i = from; i < to; i++) yield this.#at(keys, i);
  }

  /** All items behind the key, or all. */
  *scan(after: string | undefined): Generator<StoredItem> {
    this.#sortedPartitions ??= [...this.#partitions.keys()].sort();
    for (const partition of this.#sortedPartitions) {
      const keys = this.#partitions.get(partition) ?? [];
      for (let i = firstAfter(keys, after); i < keys.length; i++) yield this.#at(keys, i);
    }
  }

  #at(keys: readonly string[], index: number): StoredItem {
    return present(this.#items.get(present(keys[index], 'key')), 'item of a sorted key');
  }

  #insert(key: string): void {
    const partition = partitionOf(key);
    const keys = this.#partitions.get(partition);
    if (keys !== undefined) {
      keys.splice(firstAtLeast(keys, key), 0, key);
      return;
    }
    this.#partitions.set(partition, [key]);
    this.#sortedPartitions = null;
  }
}

/** `<hash>/<partition key>/` of a key text; neither part can hold a slash. */
function partitionOf(key: string): string {
  return key.slice(0, key.indexOf('/', key.indexOf('/') + 1) + 1);
}

const firstAfter = (keys: readonly string[], key: string | undefined): number =>
  key === undefined ? 0 : search(keys, (other) => other > key);

const firstAtLeast = (keys: readonly string[], key: string): number =>
  search(keys, (other) => other >= key);

const lastIndex = (keys: readonly string[], lte: string | undefined): number =>
  lte === undefined ? keys.length : firstAfter(keys, lte);

/** The first index whose key is past the point; keys are sorted. */
function search(keys: readonly string[], isPast: (key: string) => boolean): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isPast(present(keys[middle], 'key'))) high = middle;
    else low = middle + 1;
  }
  return low;
}
