import * as v from 'valibot';
import { PRESET_NAMES } from '../arena/policy.ts';
import { GAME_KINDS } from '../rules/rules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const DURATION_MS_MIN = 10_000;
export const DURATION_MS_MAX = 24 * HOUR_MS;
export const LIMIT_MS_MAX = 3 * HOUR_MS;
export const INCREMENT_MS_MAX = 3 * MINUTE_MS;
export const PLAYERS_MAX = 10_000;
const PLAYERS_DEFAULT = 1_000;

const between = (min: number, max: number, unit: string) => {
  const expected = `an integer from ${min} to ${max}${unit}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(min, expected),
    v.maxValue(max, expected),
  );
};

/** Control, bidirectional and invisible characters make one name look like another. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u3164]/u;

/** A name as it is shown: NFC, trimmed. */
const name = (max: number) => {
  const expected = `1 to ${max} printable characters`;
  return v.pipe(
    v.string(expected),
    v.transform((text) => text.normalize('NFC').trim()),
    v.check((text) => text !== '' && [...text].length <= max && !UNPRINTABLE.test(text), expected),
  );
};

export const NAME_CHARACTERS_MAX = 30;
export const playerName = name(NAME_CHARACTERS_MAX);

const clock = v.pipe(
  v.object({
    limitMs: between(0, LIMIT_MS_MAX, ' ms'),
    incrementMs: between(0, INCREMENT_MS_MAX, ' ms'),
  }),
  v.check((c) => c.limitMs + c.incrementMs > 0, 'some time to think'),
);

/** Body of `POST /arenas`. */
export const newArenaSchema = v.strictObject({
  name: name(60),
  game: v.optional(v.picklist(GAME_KINDS, `one of ${GAME_KINDS.join(', ')}`), 'oware'),
  preset: v.optional(v.picklist(PRESET_NAMES, `one of ${PRESET_NAMES.join(', ')}`), 'oware-shield'),
  clock,
  startsAtMs: between(0, Number.MAX_SAFE_INTEGER, ' (epoch ms)'),
  durationMs: between(DURATION_MS_MIN, DURATION_MS_MAX, ' ms'),
  playersMax: v.optional(between(2, PLAYERS_MAX, ''), PLAYERS_DEFAULT),
});
export type NewArena = v.InferOutput<typeof newArenaSchema>;

/** Body of `POST /guests`. */
export const newGuestSchema = v.strictObject({ name: playerName });

/** Body of `POST /guests/{id}/tickets`. */
export const guestTicketSchema = v.strictObject({ secret: v.string('the secret of the guest') });
