/** One change of one map: no value means that the key is gone. */
interface MapEntry {
  readonly t: 'map';
  readonly map: string;
  readonly key: string;
  readonly value?: unknown;
}

export interface JournalEntry {
  readonly t: string;
}

/** A map that survives a restart when the local cloud has a data folder. */
export interface DurableMap<T> {
  get(key: string): T | undefined;
  /** The value must be JSON and is not mutated later. */
  set(key: string, value: T): void;
  delete(key: string): void;
  /** In the order of first insertion. */
  values(): Iterable<T>;
}

/** All maps that survive a restart: queues, schedules, accepted events, the key of the issuer. */
export interface Ledger {
  /** The same map for the same name; its type is a promise of the caller. */
  map<T>(name: string): DurableMap<T>;
  /** Replays an entry; those of others are passed over. */
  restore(entry: JournalEntry): void;
  /** Entries that restore everything. */
  snapshot(): Iterable<JournalEntry>;
}

/** `append` writes an entry down before the next turn of the event loop. */
export function createLedger(append: (entry: JournalEntry) => void): Ledger {
  const maps = new Map<string, Map<string, unknown>>();
  const entriesOf = (name: string): Map<string, unknown> => {
    const known = maps.get(name) ?? new Map<string, unknown>();
    maps.set(name, known);
    return known;
  };
  return {
    map: <T>(name: string) => durable(name, entriesOf(name) as Map<string, T>, append),
    restore(entry) {
      if (!isMapEntry(entry)) return;
      if ('value' in entry) entriesOf(entry.map).set(entry.key, entry.value);
      else entriesOf(entry.map).delete(entry.key);
    },
    *snapshot() {
      for (const [map, entries] of maps)
        for (const [key, value] of entries) yield { t: 'map', map, key, value } satisfies MapEntry;
    },
  };
}

function durable<T>(
  map: string,
  entries: Map<string, T>,
  append: (entry: MapEntry) => void,
): DurableMap<T> {
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      append({ t: 'map', map, key, value });
      entries.set(key, value);
    },
    delete(key) {
      if (!entries.has(key)) return;
      append({ t: 'map', map, key });
      entries.delete(key);
    },
    values: () => entries.values(),
  };
}

const isMapEntry = (entry: JournalEntry): entry is MapEntry => entry.t === 'map';
