import { assert } from './assert.ts';

declare const brand: unique symbol;
type Branded<Kind extends string> = string & { readonly [brand]: Kind };

export type GameId = Branded<'game'>;
export type ArenaId = Branded<'arena'>;
export type PlayerId = Branded<'player'>;
export type SeriesId = Branded<'series'>;
export type Id = GameId | ArenaId | PlayerId | SeriesId;
/** Given by the gateway; opaque, never made by us. */
export type ConnectionId = Branded<'connection'>;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = 62n;
/** 64 bits need 11 digits in base 62. */
export const ID_LENGTH = 11;
export const ID_BYTES = 8;
const SHAPE = /^[0-9A-Za-z]{11}$/;

/** All two digits of base 62; ids are made by the hundred thousand when a table is rebuilt. */
const PAIRS = [...ALPHABET].flatMap((high) => [...ALPHABET].map((low) => high + low));
const TWO_DIGITS = 62 ** 2;
const FOUR_DIGITS = 62 ** 4;

/** The id with these 64 bits, as 11 characters of 0-9A-Za-z. */
export function idFromBytes<Of extends Id>(bytes: Uint8Array): Of {
  assert(bytes.length === ID_BYTES, 'an id has 8 bytes');
  const word = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  // Long division of four words of 16 bits, each step exact below 2^53.
  let [quotient, rest] = [0, 0];
  for (let at = 0; at < ID_BYTES; at += 2) {
    const dividend = rest * 2 ** 16 + word(at);
    rest = dividend % FOUR_DIGITS;
    quotient = quotient * 2 ** 16 + (dividend - rest) / FOUR_DIGITS;
  }
  const middle = quotient % FOUR_DIGITS;
  const top = (quotient - middle) / FOUR_DIGITS;
  const head = (ALPHABET[Math.floor(top / TWO_DIGITS)] ?? '') + pair(top);
  return (head +
    pair(middle / TWO_DIGITS) +
    pair(middle) +
    pair(rest / TWO_DIGITS) +
    pair(rest)) as Of;
}

const pair = (value: number): string => PAIRS[Math.floor(value) % TWO_DIGITS] ?? '';

/** The 64 bits of an id, for packed storage. */
export function idToBytes(id: Id): Uint8Array {
  const bytes = new Uint8Array(ID_BYTES);
  let rest = bitsOf(id);
  for (let i = ID_BYTES - 1; i >= 0; i--) {
    bytes[i] = Number(rest & 255n);
    rest >>= 8n;
  }
  return bytes;
}

/** An id from outside, or null when it is not one of ours. */
export function parseId<Of extends Id>(text: unknown): Of | null {
  if (typeof text !== 'string' || !SHAPE.test(text)) return null;
  return bitsOf(text) < 1n << 64n ? (text as Of) : null;
}

/** The gateway's word for a connection; trusted, since only the gateway writes it. */
export const connectionId = (text: string): ConnectionId => text as ConnectionId;

function bitsOf(text: string): bigint {
  let value = 0n;
  for (const digit of text) value = value * BASE + BigInt(ALPHABET.indexOf(digit));
  return value;
}
