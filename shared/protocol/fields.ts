import * as v from 'valibot';

/** The last instant that a calendar reaches (epoch ms; ECMAScript, time values). */
export const CALENDAR_ENDS_MS = 8_640_000_000_000_000;

/** An integer within bounds; a refusal says which. */
export const between = (min: number, max: number, unit: string) => {
  const expected = `an integer from ${min} to ${max}${unit}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(min, expected),
    v.maxValue(max, expected),
  );
};

/** One of these words; a refusal names them all. */
export const oneOf = <const W extends readonly string[]>(words: W) =>
  v.picklist(words, `one of ${words.join(', ')}`);
