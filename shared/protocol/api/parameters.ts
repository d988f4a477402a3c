import * as v from 'valibot';
import { type PlayerId, parseId } from '../../core/ids.ts';

/** A whole number in a query, where every value is a text. */
export const wholeNumber = (from: number, to = 999_999_999) => {
  const expected =
    to === 999_999_999 ? `an integer from ${from}` : `an integer from ${from} to ${to}`;
  return v.pipe(
    v.string(expected),
    v.regex(/^\d{1,9}$/, expected),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(from, expected),
    v.maxValue(to, expected),
  );
};

export const epochMs = v.pipe(v.number(), v.integer(), v.description('Epoch ms.'));

/** Ids have 64 bits in base 62. */
export const ID_PATTERN = /^[0-9A-Za-z]{11}$/;

export const idOf = <Of extends string>(what: string) =>
  v.pipe(
    v.string(what),
    v.regex(ID_PATTERN, what),
    v.check((text) => parseId(text) !== null, what),
    v.transform((text) => text as Of),
  );

export const playerId = idOf<PlayerId>('the id of a player');

/** Where the page before has ended. */
export const cursor = v.optional(
  v.pipe(v.string(), v.maxLength(200), v.description('The `next` of the page before.')),
);
