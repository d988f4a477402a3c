import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { present } from '../../shared/core/assert.ts';

export type Item = Record<string, AttributeValue>;

/** How one property of an entity is written into an item and read back. */
export interface Field<V> {
  readonly write: (item: Item, value: V) => void;
  readonly read: (item: Item) => V;
}

export type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> };

export interface Codec<T> {
  readonly encode: (value: T) => Item;
  readonly decode: (item: Item) => T;
}

/** A codec from a table of fields: the table is the schema. */
export function codec<T extends object>(fields: Fields<T>): Codec<T> {
  const names = Object.keys(fields) as (keyof T)[];
  return {
    encode: (value) => {
      const item: Item = {};
      for (const name of names) fields[name].write(item, value[name]);
      return item;
    },
    decode: (item) => Object.fromEntries(names.map((name) => [name, fields[name].read(item)])) as T,
  };
}

/** A field in one attribute, by its two conversions. */
export const field = <V>(
  name: string,
  toStored: (value: V) => AttributeValue,
  fromStored: (stored: AttributeValue) => V,
): Field<V> => ({
  write: (item, value) => {
    item[name] = toStored(value);
  },
  read: (item) => fromStored(present(item[name], `attribute ${name}`)),
});

/** Absent where the value is null. */
export const orNull = <V>(name: string, inner: Field<V>): Field<V | null> => ({
  write: (item, value) => {
    if (value !== null) inner.write(item, value);
  },
  read: (item) => (item[name] === undefined ? null : inner.read(item)),
});

/** Not stored: the same for every item of its type. */
export const constant = <V>(value: V): Field<V> => ({ write: () => {}, read: () => value });

export const text = <V extends string = string>(name: string): Field<V> =>
  field<V>(
    name,
    (value) => ({ S: value }),
    (stored) => stored.S as V,
  );

export const number = (name: string): Field<number> =>
  field(
    name,
    (value) => ({ N: String(value) }),
    (stored) => Number(stored.N),
  );

/** What items of an earlier release, which have no such attribute, stand for. */
export const orElse = <V>(name: string, inner: Field<V>, before: V): Field<V> => ({
  write: inner.write,
  read: (item) => (item[name] === undefined ? before : inner.read(item)),
});

/** Stored only where it is not 0. */
export const orZero = (name: string): Field<number> => {
  const inner = number(name);
  return {
    write: (item, value) => {
      if (value !== 0) inner.write(item, value);
    },
    read: (item) => (item[name] === undefined ? 0 : inner.read(item)),
  };
};

/** Stored only where it is not empty. */
export const orEmpty = (name: string): Field<string> => {
  const inner = text(name);
  return {
    write: (item, value) => {
      if (value !== '') inner.write(item, value);
    },
    read: (item) => (item[name] === undefined ? '' : inner.read(item)),
  };
};

/** Stored only when true: most flags are false most of the time. */
export const flag = (name: string): Field<boolean> => ({
  write: (item, value) => {
    if (value) item[name] = { BOOL: true };
  },
  read: (item) => item[name]?.BOOL === true,
});

export const bytes = (name: string): Field<Uint8Array> =>
  field(
    name,
    (value) => ({ B: value }),
    (stored) => binary(stored.B),
  );

/** Small structures that no condition and no filter ever looks into. */
export const json = <V>(name: string): Field<V> =>
  field(
    name,
    (value) => ({ S: JSON.stringify(value) }),
    (stored) => JSON.parse(present(stored.S, `text in ${name}`)) as V,
  );

/** A list of binary values, one an element. */
export const packed = <V>(
  name: string,
  pack: (value: V) => Uint8Array,
  unpack: (stored: Uint8Array) => V,
): Field<readonly V[]> =>
  field(
    name,
    (values) => ({ L: values.map((value) => ({ B: pack(value) })) }),
    (stored) => present(stored.L, `list in ${name}`).map(({ B }) => unpack(binary(B))),
  );

/** The SDK gives bytes; a stream record that came as JSON has base64 text. */
function binary(stored: Uint8Array | string | undefined): Uint8Array {
  const value = present(stored, 'binary value');
  return typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;
}

/** Pages are written by the hundred; more pressure would cost more time than it saves bytes. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Compressed JSON. Zstandard frames hold no time, so equal content is equal bytes. */
export const zipped = <V>(name: string): Field<V> => {
  const inner = bytes(name);
  return {
    write: (item, value) => inner.write(item, zstdCompressSync(JSON.stringify(value), FAST)),
    read: (item) => JSON.parse(zstdDecompressSync(inner.read(item)).toString()) as V,
  };
};
