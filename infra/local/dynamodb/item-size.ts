import type { AttributeValue, Item } from './item.ts';

/** Of an item, names included (`DynamoDB item sizes and formats` in the Developer Guide). */
export const ITEM_MAX_BYTES = 400 * 1024;

const DOCUMENT_BYTES = 3;
const ELEMENT_BYTES = 1;

/** Size of an item as DynamoDB counts it: UTF-8 names and values, in bytes. */
export function itemBytes(item: Item): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(item))
    bytes += Buffer.byteLength(name) + valueBytes(value);
  return bytes;
}

function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberBytes(value.N);
  if (value.B !== undefined) return base64Bytes(value.B);
  if (value.L !== undefined)
    return DOCUMENT_BYTES + sum(value.L, (element) => ELEMENT_BYTES + valueBytes(element));
  if (value.M !== undefined)
    return DOCUMENT_BYTES + ELEMENT_BYTES * Object.keys(value.M).length + itemBytes(value.M);
  if (value.SS !== undefined) return sum(value.SS, (member) => Buffer.byteLength(member));
  if (value.NS !== undefined) return sum(value.NS, numberBytes);
  if (value.BS !== undefined) return sum(value.BS, base64Bytes);
  return 1; // BOOL, NULL
}

/**
 * Size of a canonical decimal: pairs of digits aligned on the decimal point, without leading and
 * trailing pairs of zeros, one byte each; one byte for the exponent and one for a minus.
 */
export function numberBytes(canonical: string): number {
  const isNegative = canonical.startsWith('-');
  const [whole = '', fraction = ''] = canonical.slice(isNegative ? 1 : 0).split('.');
  const digits =
    whole.padStart(even(whole.length), '0') + fraction.padEnd(even(fraction.length), '0');
  const significant = digits.replace(/^(00)+/, '').replace(/(00)+$/, '');
  return significant === '' ? 1 : 1 + significant.length / 2 + (isNegative ? 1 : 0);
}

const even = (length: number): number => length + (length % 2);

const base64Bytes = (base64: string): number => Buffer.byteLength(base64, 'base64');

const sum = <T>(values: readonly T[], bytesOf: (value: T) => number): number =>
  values.reduce((total, value) => total + bytesOf(value), 0);
