import { assert } from '../core/assert.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { type Entity, entityKey } from './entities.ts';
import type { Commit, Read, Store, Write } from './ports.ts';

/** What a pure decision wants: a next state to store, or nothing to store. */
export type Change<E, T> =
  | { readonly kind: 'store'; readonly before: E; readonly after: E; readonly value: T }
  | { readonly kind: 'keep'; readonly value: T }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export type Changed<E, T> =
  | { readonly kind: 'stored'; readonly after: E; readonly value: T }
  | { readonly kind: 'kept'; readonly value: T }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Losing this many races in a row on one item is not bad luck any more. */
export const ATTEMPTS_MAX = 8;

/**
 * Decide, persist: loads, decides, and writes on the condition of the version that was read. A lost
 * race returns the current item, on which it decides again. Only a write may follow an eventual
 * read; anything else is decided once more on a consistent one, so nobody is refused for a state
 * that is no more. Refusal of its own: busy.
 */
export async function change<E extends Entity, T>(
  store: Store,
  load: (read: Read) => Promise<E | null>,
  decide: (current: E | null) => Change<E, T>,
): Promise<Changed<E, T>> {
  let read: Read = 'eventual';
  let current = await load(read);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const wanted = decide(current);
    if (wanted.kind === 'store') {
      const { before, after, value } = wanted;
      const commit = await store.commit([{ op: 'update', before, after }]);
      if (commit.kind === 'stored') return { kind: 'stored', after, value };
      current = commit.kind === 'busy' ? await load('consistent') : stored<E>(commit.failed);
      read = 'consistent';
    } else if (read === 'consistent') {
      return wanted.kind === 'keep' ? { kind: 'kept', value: wanted.value } : wanted;
    } else {
      read = 'consistent';
      current = await load(read);
    }
  }
  return { kind: 'refused', refusal: refuse('busy') };
}

/** The commit, sent again while other transactions hold its items; still busy after so many. */
export async function commitAgain(
  store: Store,
  writes: readonly Write[],
  attemptsMax: number,
): Promise<Commit> {
  let commit = await store.commit(writes);
  for (let attempt = 1; attempt < attemptsMax && commit.kind === 'busy'; attempt++) {
    commit = await store.commit(writes);
  }
  return commit;
}

/**
 * Stores what must not be there yet. What is there already stays: this very thing, where its key is
 * fresh and the answer to an earlier try was lost. Throws where it is too contended.
 */
export async function create(store: Store, ...entities: readonly Entity[]): Promise<void> {
  const writes = entities.map((entity) => ({ op: 'create', entity }) as const);
  const commit = await commitAgain(store, writes, ATTEMPTS_MAX);
  if (commit.kind !== 'busy') return;
  throw new Error(`${entities.map(entityKey).join(', ')}: too contended to be stored`);
}

/**
 * What there is under a key that somebody has named: the cheap read first, and the consistent one
 * before it is believed that there is nothing.
 */
export const find = async <E>(load: (read: Read) => Promise<E | null>): Promise<E | null> =>
  (await load('eventual')) ?? (await load('consistent'));

/** The store returned the item of the one key that was written, so it is of the same type. */
function stored<E extends Entity>(failed: readonly { current: Entity | null }[]): E | null {
  const [only] = failed;
  assert(failed.length === 1 && only !== undefined, 'one write fails as one');
  return only.current as E | null;
}
