import * as v from 'valibot';
import { DEFAULT_GAME, PRESET_NAMES } from '../arena/policy.ts';
import { GAME_KINDS } from '../rules/rules.ts';
import { between, CALENDAR_ENDS_MS, oneOf } from './fields.ts';
import { overridesSchema } from './policy.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const DURATION_MS_MIN = 10_000;
export const DURATION_MS_MAX = 24 * HOUR_MS;
/** Even the longest arena ends within the calendar. */
export const STARTS_AT_MS_MAX = CALENDAR_ENDS_MS - DURATION_MS_MAX;
export const LIMIT_MS_MAX = 3 * HOUR_MS;
export const INCREMENT_MS_MAX = 3 * MINUTE_MS;
export const PLAYERS_MAX = 10_000;
const PLAYERS_DEFAULT = 1_000;

/** Control, bidirectional and invisible characters make one name look like another. */
const UNPRINTABLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

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

/**
 * Body of `POST /arenas`; without `game` the preset's own is played, `policy` changes single rules
 * of the preset.
 */
export const newArenaSchema = v.pipe(
  v.strictObject({
    name: name(60),
    game: v.optional(oneOf(GAME_KINDS)),
    preset: v.optional(oneOf(PRESET_NAMES), 'oware-shield'),
    policy: v.optional(overridesSchema, {}),
    clock,
    rated: v.optional(v.boolean('true or false'), true),
    startsAtMs: between(0, STARTS_AT_MS_MAX, ' (epoch ms)'),
    durationMs: between(DURATION_MS_MIN, DURATION_MS_MAX, ' ms'),
    playersMax: v.optional(between(2, PLAYERS_MAX, ''), PLAYERS_DEFAULT),
  }),
  v.forward(
    v.check(
      ({ policy, durationMs }) =>
        typeof policy.pairingClosesMs !== 'number' || policy.pairingClosesMs < durationMs,
      'less than the duration',
    ),
    ['policy', 'pairingClosesMs'],
  ),
  v.transform((arena) => ({ ...arena, game: arena.game ?? DEFAULT_GAME[arena.preset] })),
);
export type NewArena = v.InferOutput<typeof newArenaSchema>;

/** Body of `POST /guests`. */
export const newGuestSchema = v.strictObject({ name: playerName });

/** Body of `POST /guests/{id}/tickets`. */
export const guestTicketSchema = v.strictObject({ secret: v.string('the secret of the guest') });

const REASON_CHARACTERS_MAX = 500;
const someReason = `1 to ${REASON_CHARACTERS_MAX} characters that say why`;

/** Body of every decision about a player: it is stored and shown. */
export const reasonSchema = v.strictObject({
  reason: v.pipe(
    v.string(someReason),
    v.trim(),
    v.minLength(1, someReason),
    v.maxLength(REASON_CHARACTERS_MAX, someReason),
  ),
});
