import * as v from 'valibot';
import { DEFAULT_GAME, PRESET_NAMES } from '../arena/policy.ts';
import { GAME_KINDS } from '../rules/rules.ts';
import { between, oneOf } from './fields.ts';
import { overridesSchema } from './policy.ts';
import { announcement, arenaName, description, noteText, playerName, reason } from './texts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const DURATION_MS_MIN = 10_000;
export const DURATION_MS_MAX = 24 * HOUR_MS;
/** Schedules know years of four digits; sort keys take so many. */
export const STARTS_AT_MS_MAX = Date.UTC(3000, 0, 1);
export const LIMIT_MS_MAX = 3 * HOUR_MS;
export const INCREMENT_MS_MAX = 3 * MINUTE_MS;
export const PLAYERS_MAX = 10_000;
const PLAYERS_DEFAULT = 1_000;

export const clock = v.pipe(
  v.strictObject({
    limitMs: between(0, LIMIT_MS_MAX, ' ms'),
    incrementMs: between(0, INCREMENT_MS_MAX, ' ms'),
  }),
  v.check((c) => c.limitMs + c.incrementMs > 0, 'some time to think'),
);

const RATING_LIMIT_MIN = 400;
const RATING_LIMIT_MAX = 4_000;
const ratingLimit = v.nullable(between(RATING_LIMIT_MIN, RATING_LIMIT_MAX, ''));
const PASSWORD_CHARACTERS = '4 to 72 characters';
const yesOrNo = v.boolean('true or false');

/** Who may enter; what is left out lets everybody in. */
export const entrySchema = v.pipe(
  v.strictObject({
    guests: v.optional(yesOrNo, true),
    access: v.optional(oneOf(['open', 'password', 'list']), 'open'),
    password: v.optional(
      v.pipe(
        v.string(PASSWORD_CHARACTERS),
        v.minLength(4, PASSWORD_CHARACTERS),
        v.maxLength(72, PASSWORD_CHARACTERS),
      ),
    ),
    ratingMin: v.optional(ratingLimit, null),
    ratingMax: v.optional(ratingLimit, null),
    gamesMin: v.optional(between(0, 1_000, ' rated games'), 0),
  }),
  v.forward(
    v.check(
      ({ access, password }) => (access === 'password') === (password !== undefined),
      'a password exactly where access is password',
    ),
    ['password'],
  ),
  v.forward(
    v.check(
      ({ ratingMin, ratingMax }) =>
        ratingMin === null || ratingMax === null || ratingMin <= ratingMax,
      'at least ratingMin',
    ),
    ['ratingMax'],
  ),
);
export type EntryBody = v.InferOutput<typeof entrySchema>;

/** What an arena is made of. */
const FIELDS = {
  name: arenaName,
  description,
  announcement,
  game: oneOf(GAME_KINDS),
  preset: oneOf(PRESET_NAMES),
  policy: overridesSchema,
  clock,
  rated: yesOrNo,
  startsAtMs: between(0, STARTS_AT_MS_MAX, ' (epoch ms)'),
  durationMs: between(DURATION_MS_MIN, DURATION_MS_MAX, ' ms'),
  playersMax: between(2, PLAYERS_MAX, ''),
  entry: entrySchema,
};

/** What is the same for an arena and for the editions of a series. */
export const ARENA_DEFAULTS = {
  description: v.optional(FIELDS.description, ''),
  game: v.optional(FIELDS.game),
  preset: v.optional(FIELDS.preset, 'oware-shield'),
  policy: v.optional(FIELDS.policy, {}),
  clock: FIELDS.clock,
  rated: v.optional(FIELDS.rated, true),
  durationMs: FIELDS.durationMs,
  playersMax: v.optional(FIELDS.playersMax, PLAYERS_DEFAULT),
  entry: v.optional(FIELDS.entry, {}),
};

/**
 * Body of `POST /arenas`; without `game` the preset's own is played, `policy` changes single rules
 * of the preset.
 */
export const newArenaSchema = v.pipe(
  v.strictObject({
    name: FIELDS.name,
    announcement: v.optional(FIELDS.announcement, ''),
    startsAtMs: FIELDS.startsAtMs,
    ...ARENA_DEFAULTS,
  }),
  v.forward(
    v.check(
      ({ policy, durationMs }) => closesInside(policy.pairingClosesMs, durationMs),
      'less than the duration',
    ),
    ['policy', 'pairingClosesMs'],
  ),
  v.transform((arena) => ({ ...arena, game: arena.game ?? DEFAULT_GAME[arena.preset] })),
);
export type NewArena = v.InferOutput<typeof newArenaSchema>;

/** Whether pairing closes after the start of an arena of this duration (ms). */
export const closesInside = (closes: unknown, durationMs: number): boolean =>
  typeof closes !== 'number' || closes < durationMs;

/** Body of `PATCH /arenas/{id}`: only what changes; `policy` replaces all earlier overrides. */
export const arenaChangesSchema = v.pipe(
  v.partial(v.strictObject(FIELDS)),
  v.check((changes) => Object.keys(changes).length > 0, 'at least one field'),
);
export type ArenaChanges = v.InferOutput<typeof arenaChangesSchema>;

/** Body of `POST /arenas/{id}/copy`. */
export const arenaCopySchema = v.strictObject({
  startsAtMs: FIELDS.startsAtMs,
  name: v.optional(FIELDS.name),
});

/** Body of `PUT /arenas/{id}/organisers`: subjects of their accounts. */
export const organisersSchema = v.strictObject({
  organisers: v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(255)), 'a list of subjects'),
    v.maxLength(10, 'at most 10 organisers'),
    v.check((all) => new Set(all).size === all.length, 'each of them once'),
  ),
});

/** Body of `POST /arenas/{id}/notes`. */
export const noteSchema = v.strictObject({ text: noteText });

/** Body of `POST /guests`. */
export const newGuestSchema = v.strictObject({ name: playerName });

/** Body of `POST /guests/{id}/tickets`. */
export const guestTicketSchema = v.strictObject({ secret: v.string('the secret of the guest') });

/** Body of every decision that is stored and shown with its reason. */
export const reasonSchema = v.strictObject({ reason });
