import { isDeepStrictEqual } from 'node:util';
import type { TableName } from '../../functions/aws/item.ts';
import type { Item } from '../../infra/local/dynamodb/item.ts';
import { present } from '../../shared/core/assert.ts';
import type { Image, Step, Wrote } from './fixture.ts';

/** A write as it is kept: of an item that was there before only what has changed. */
export type KeptWrite =
  | Wrote
  | {
      readonly table: TableName;
      readonly key: Item;
      readonly set: Item;
      readonly unset: readonly string[];
    };

/** A step as it is kept: what there is nothing of is left out. */
export type KeptStep = Pick<Step, 'by' | 'atMs'> &
  Partial<Pick<Step, 'event' | 'records' | 'answer'>> & { readonly wrote?: readonly KeptWrite[] };

/** An image as it is kept: what has changed since the one before it. */
export type KeptImage = Omit<Image, 'items'> & { readonly wrote: readonly KeptWrite[] };

/** What is in the tables after some steps. */
export interface Contents {
  readonly all: () => Image['items'];
  readonly get: (table: TableName, key: Item) => Item | undefined;
  readonly apply: (write: Wrote) => void;
}

export function createContents(): Contents {
  const items = new Map<string, Image['items'][number]>();
  const at = (table: TableName, item: Item) => JSON.stringify([table, keyOf(item)]);
  return {
    all: () => [...items.values()],
    get: (table, key) => items.get(at(table, key))?.put,
    apply: (write) => {
      if ('put' in write) items.set(at(write.table, write.put), write);
      else items.delete(at(write.table, write.remove));
    },
  };
}

/** The key alone: the same names in every table. */
export const keyOf = ({ pk = {}, sk }: Item): Item => ({ pk, ...(sk && { sk }) });

export function shorten(steps: readonly Step[]): KeptStep[] {
  const contents = createContents();
  return steps.map(({ by, atMs, event, records, answer, wrote }) => ({
    ...{ by, atMs },
    ...(event !== null && { event }),
    ...(records.length > 0 && { records }),
    ...(answer !== null && { answer }),
    ...(wrote.length > 0 && { wrote: wrote.map((one) => kept(contents, one)) }),
  }));
}

export function lengthen(steps: readonly KeptStep[]): Step[] {
  const contents = createContents();
  return steps.map(({ wrote = [], ...step }) => ({
    ...{ event: null, records: [], answer: null, ...step },
    wrote: wrote.map((one) => whole(contents, one)),
  }));
}

export function shortenImages(images: readonly Image[]): KeptImage[] {
  const contents = createContents();
  return images.map(({ items, ...rest }) => {
    const keys = new Set(items.map(({ table, put }) => JSON.stringify([table, keyOf(put)])));
    const gone = contents
      .all()
      .filter(({ table, put }) => !keys.has(JSON.stringify([table, keyOf(put)])))
      .map(({ table, put }): Wrote => ({ table, remove: keyOf(put) }));
    const changed = items.filter(
      ({ table, put }) => !isDeepStrictEqual(contents.get(table, put), put),
    );
    return { ...rest, wrote: [...gone, ...changed].map((one) => kept(contents, one)) };
  });
}

export function lengthenImages(images: readonly KeptImage[]): Image[] {
  const contents = createContents();
  return images.map(({ wrote, ...rest }) => {
    for (const one of wrote) whole(contents, one);
    return { ...rest, items: contents.all() };
  });
}

function kept(contents: Contents, write: Wrote): KeptWrite {
  const before = 'put' in write ? contents.get(write.table, write.put) : undefined;
  contents.apply(write);
  if (before === undefined || !('put' in write)) return write;
  const { table, put } = write;
  const changed = Object.entries(put).filter(
    ([name, value]) => !isDeepStrictEqual(before[name], value),
  );
  const unset = Object.keys(before).filter((name) => !(name in put));
  return { table, key: keyOf(put), set: Object.fromEntries(changed), unset };
}

function whole(contents: Contents, write: KeptWrite): Wrote {
  const wrote = 'key' in write ? { table: write.table, put: changed(contents, write) } : write;
  contents.apply(wrote);
  return wrote;
}

function changed(contents: Contents, write: Extract<KeptWrite, { readonly key: Item }>): Item {
  const before = present(contents.get(write.table, write.key), 'an item that was changed');
  const left = Object.entries(before).filter(([name]) => !write.unset.includes(name));
  return { ...Object.fromEntries(left), ...write.set };
}
