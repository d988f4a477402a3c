import * as v from 'valibot';

/** Control, bidirectional and invisible characters make one name look like another. */
const UNPRINTABLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Normalised by NFC and trimmed; at most so many characters, of which none is a control. */
const shownText = (min: number, max: number, unprintable: RegExp) => {
  const expected = `${min} to ${max} printable characters`;
  return v.pipe(
    v.string(expected),
    // For the documents: the checks below count characters after normalising, which no schema says.
    v.metadata({ characters: { min, max } }),
    v.transform((text) => text.normalize('NFC').trim()),
    v.string(),
    v.check((text) => {
      const { length } = [...text];
      return length >= min && length <= max && !unprintable.test(text);
    }, expected),
  );
};

export const NAME_CHARACTERS_MAX = 30;
export const playerName = shownText(1, NAME_CHARACTERS_MAX, UNPRINTABLE);
export const arenaName = shownText(1, 60, UNPRINTABLE);

/** The same with line breaks and tabs: Markdown of an organiser's. */
const UNPRINTABLE_IN_TEXT =
  /(?![\n\r\t])[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
export const description = shownText(0, 5_000, UNPRINTABLE_IN_TEXT);
export const announcement = shownText(0, 500, UNPRINTABLE_IN_TEXT);
export const noteText = shownText(1, 500, UNPRINTABLE_IN_TEXT);

/** Why somebody decides something: whom it is about may read it. */
export const reason = shownText(1, 500, UNPRINTABLE_IN_TEXT);
