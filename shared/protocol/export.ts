import * as v from 'valibot';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, type Result } from '../core/result.ts';
import { EVERY_RULE_ENDING, GAME_KINDS, SIDES } from '../rules/rules.ts';
import { checked } from './client-message.ts';
import { oneOf } from './fields.ts';
import { openPolicySchema } from './policy.ts';

/** What the first line of an export says it is. */
export const EXPORT_SCHEMA = 'arena-export/1';

/** How a game of an export may have ended. */
export const EXPORT_ENDINGS = [
  ...EVERY_RULE_ENDING,
  ...(['agreement', 'resign', 'flag', 'noShow', 'abandoned', 'removed', 'tooLong'] as const),
  ...(['voided', 'unknown'] as const),
] as const;

/** Exports of others have ids of their own. */
const id = v.pipe(v.string('an id'), v.minLength(1, 'an id'));
const whole = v.pipe(v.number('an integer'), v.safeInteger('an integer'));
const count = v.pipe(whole, v.minValue(0, 'an integer from 0'));
const epochMs = v.pipe(whole, v.minValue(0, 'epoch ms'));
const text = v.string('a text');
const flag = v.boolean('true or false');
const number = v.number('a number');
const ids = v.array(id, 'a list of ids');
const side = oneOf(SIDES);

/** A rating with its deviation and volatility. */
const glicko = v.strictTuple([number, number, number], '[rating, deviation, volatility]');

/** An exact mean, or rounded half up to the decimals that are shown; null: none. */
const mean = v.nullable(
  v.union([number, v.object({ sum: whole, count })], 'a number, {sum, count} or null'),
);

/** The fields of each line but its type; ids are texts, times epoch ms, points as printed. */
const LINES = {
  /** The first line of an export. */
  arena: v.object({
    type: v.literal('arena'),
    schema: v.literal(EXPORT_SCHEMA, EXPORT_SCHEMA),
    id,
    name: text,
    game: oneOf(GAME_KINDS),
    clock: v.object({ limitMs: count, incrementMs: count }),
    startsAtMs: epochMs,
    endsAtMs: epochMs,
    rated: flag,
    /** Fields that nobody knows are ignored here too: an old export verifies for ever. */
    policy: openPolicySchema,
  }),
  /** `rating` is the displayed one when he joined. */
  player: v.object({
    type: v.literal('player'),
    id,
    name: text,
    rating: whole,
    joinedAtMs: v.optional(epochMs),
    removed: flag,
    removedAtMs: v.optional(epochMs),
    disqualified: flag,
    /** Of the games that he began so many are not kept any more; absent: none. */
    gamesGone: v.optional(count),
  }),
  /**
   * A finished game. Ratings are those at its start, as shown and as they are behind it, with the
   * number of rated games before this one and the end of the last of them (null: none yet). Without
   * `berserk` nobody knows who did.
   */
  game: v.object({
    type: v.literal('game'),
    id,
    startedAtMs: epochMs,
    endedAtMs: v.optional(epochMs),
    first: id,
    second: id,
    firstRating: whole,
    secondRating: whole,
    firstGlicko: v.optional(glicko),
    secondGlicko: v.optional(glicko),
    firstRatedGames: v.optional(count),
    secondRatedGames: v.optional(count),
    firstRatedAtMs: v.optional(v.nullable(epochMs)),
    secondRatedAtMs: v.optional(v.nullable(epochMs)),
    winner: v.nullable(side),
    ending: v.picklist(EXPORT_ENDINGS, `one of ${EXPORT_ENDINGS.join(', ')}`),
    plies: count,
    berserk: v.optional(v.array(side, 'a list of sides')),
    counted: v.optional(flag),
    /** Oware letters without blanks; chess UCI and draughts PDN with blanks between. */
    moves: v.optional(text),
    /** What every ply took from the one before it, or the pairing (ms); null: nobody knows. */
    times: v.optional(v.nullable(v.array(count, 'a list of ms'))),
    /** Both clocks after the last move (ms), and when that was, or the pairing. */
    remainingMs: v.optional(v.object({ first: whole, second: whole })),
    lastAtMs: v.optional(epochMs),
    /** Tenths of a second that were left after each ply. */
    clocks: v.optional(v.array(number, 'a list of numbers')),
  }),
  /** A version of the final ranking; standings are those of the highest one. */
  final: v.object({
    type: v.literal('final'),
    version: v.pipe(whole, v.minValue(1, 'an integer from 1')),
    frozenAtMs: epochMs,
    winners: ids,
    hash: text,
    /** Who was out of this version, so that each version's hash can be computed again. */
    disqualified: v.optional(ids),
    reason: v.optional(text),
    actor: v.optional(text),
  }),
  /** A visible player's line; the sheet holds his counted games in the order of their starts. */
  standing: v.object({
    type: v.literal('standing'),
    player: id,
    rank: v.optional(whole),
    points: v.optional(number),
    sheet: v.optional(v.array(number, 'a list of points')),
    reasons: v.optional(v.array(text, 'a list of reasons')),
    performance: v.optional(mean),
    games: v.optional(count),
    wins: v.optional(count),
    tiebreaks: v.optional(
      v.object({
        buchholzCut1: v.optional(number),
        buchholz: v.optional(number),
        sonnebornBerger: v.optional(number),
        wins: v.optional(count),
        winsAsSecond: v.optional(count),
        aroc1: v.optional(mean),
      }),
    ),
  }),
};

type Lines = typeof LINES;
export type LineType = keyof Lines;

/** A line as it is written, and as it is read: with its whole policy. */
export type ExportLine = v.InferInput<Lines[LineType]>;
export type ReadLine = v.InferOutput<Lines[LineType]>;
export type LineOf<T extends LineType> = v.InferOutput<Lines[T]>;
export type WrittenLine<T extends LineType> = v.InferInput<Lines[T]>;

/** The names of all fields of a line of this type. */
export const fieldsOf = (type: LineType): readonly string[] => Object.keys(LINES[type].entries);
export const LINE_TYPES = Object.keys(LINES) as LineType[];

/**
 * A value as a line of an export. Refusals: malformed (no object), unknownType, invalid (`field`
 * and `expected`). Unknown fields are left out.
 */
export function parseLine(json: unknown): Result<ReadLine, Refusal> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return err(refuse('malformed', { expected: 'a JSON object' }));
  }
  const { type } = json as { type?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(LINES, type)) {
    const expected = `one of ${LINE_TYPES.join(', ')}`;
    return err(refuse('unknownType', { field: 'type', expected }));
  }
  return checked<v.GenericSchema<unknown, ReadLine>>(LINES[type as LineType], json);
}
