import * as v from 'valibot';
import { AHEAD_MS } from '../../arena/planning.ts';
import { DEFAULT_GAME } from '../../arena/policy.ts';
import { hasDates, isZone, RECURRENCES_MAX, TIME_OF_DAY } from '../../arena/recurrence.ts';
import { WEEKDAYS } from '../../arena/series.ts';
import { between, oneOf } from '../fields.ts';
import { ARENA_DEFAULTS, arenaChangesSchema, closesInside, entrySchema } from '../http.ts';
import { arenaName } from '../texts.ts';

const at = v.pipe(
  v.string('a time of day as hh:mm'),
  v.regex(TIME_OF_DAY, 'a time of day as hh:mm, 00:00 to 23:59'),
);

const MONTHS = 12;
const EVERY_MONTH = Array.from({ length: MONTHS }, (_, index) => index + 1);
const months = v.pipe(
  v.array(between(1, MONTHS, ''), 'a list of months'),
  v.minLength(1, 'at least one month'),
  v.maxLength(MONTHS, `at most ${MONTHS} months`),
  v.check(
    (all) => all.every((month, index) => index === 0 || month > (all[index - 1] ?? 0)),
    'each month once, ascending',
  ),
);

const monthly = v.pipe(
  v.strictObject({
    every: v.literal('month'),
    day: between(1, 31, ''),
    months: v.optional(months, EVERY_MONTH),
    at,
  }),
  v.forward(
    v.check((monthly) => hasDates(monthly), 'a day that one of the months has'),
    ['day'],
  ),
);
const weekly = v.strictObject({ every: v.literal('week'), on: oneOf(WEEKDAYS), at });

const recurrences = v.pipe(
  v.array(v.variant('every', [monthly, weekly], 'every month or week'), 'a list of recurrences'),
  v.minLength(1, 'at least one recurrence'),
  v.maxLength(RECURRENCES_MAX, `at most ${RECURRENCES_MAX} recurrences`),
);

const SOME_ZONE = 'a zone of the IANA database, like Europe/Amsterdam';
const zone = v.pipe(
  v.string(SOME_ZONE),
  v.maxLength(50, SOME_ZONE),
  v.check(isZone, SOME_ZONE),
  v.description('IANA time zone: wall-clock times stay the same when its clocks change.'),
  v.examples(['Europe/Amsterdam', 'UTC']),
);
const aheadMs = between(AHEAD_MS.min, AHEAD_MS.max, ' ms');

/** Nobody is on the list of an arena that is not made yet: it would be closed to all. */
const entry = v.pipe(
  entrySchema,
  v.forward(
    v.check(({ access }) => access !== 'list', 'one of open, password: lists are of one arena'),
    ['access'],
  ),
  v.description('As of an arena, but never by a list.'),
);

/** Body of `POST /series`: an arena without its start, and when it comes again. */
export const newSeriesSchema = v.pipe(
  v.strictObject({
    name: arenaName,
    ...ARENA_DEFAULTS,
    entry: v.optional(entry, {}),
    zone,
    recurrences,
    aheadMs: v.optional(aheadMs, AHEAD_MS.usual),
  }),
  v.forward(
    v.check(
      ({ policy, durationMs }) => closesInside(policy.pairingClosesMs, durationMs),
      'less than the duration',
    ),
    ['policy', 'pairingClosesMs'],
  ),
  v.transform((series) => ({ ...series, game: series.game ?? DEFAULT_GAME[series.preset] })),
);
export type NewSeries = v.InferOutput<typeof newSeriesSchema>;

const { startsAtMs: _, announcement: __, ...SAME } = arenaChangesSchema.entries;

/** Body of `PATCH /series/{id}`: only what changes; `policy` replaces all earlier overrides. */
export const seriesChangesSchema = v.pipe(
  v.strictObject({
    ...SAME,
    entry: v.optional(entry),
    zone: v.optional(zone),
    recurrences: v.optional(recurrences),
    aheadMs: v.optional(aheadMs),
  }),
  v.check((changes) => Object.keys(changes).length > 0, 'at least one field'),
);
export type SeriesChanges = v.InferOutput<typeof seriesChangesSchema>;
