import * as v from 'valibot';
import { ENTRY_CONDITIONS } from '../arena/entry.ts';
import { REFUSAL_CODES } from '../core/refusal.ts';
import { playerId } from './api/parameters.ts';

const textOrNumber = v.union([v.string(), v.number()]);

/** One condition of an arena, looked at for one player. */
export const verdictSchema = v.object({
  condition: v.pipe(v.picklist(ENTRY_CONDITIONS), v.description('What is asked for.')),
  expected: v.pipe(textOrNumber, v.description('A number where it is a limit, else a word.')),
  actual: v.pipe(
    v.nullable(textOrNumber),
    v.description('What there is; null: nothing. A rating with `?` is provisional.'),
  ),
  ok: v.boolean(),
});

export const entryViewSchema = v.object({
  accepted: v.pipe(
    v.boolean(),
    v.description('Whether `enter` without a password would be taken, as far as one can tell.'),
  ),
  refusal: v.pipe(
    v.nullable(v.picklist(REFUSAL_CODES)),
    v.description('What it would be refused with.'),
  ),
  verdicts: v.pipe(
    v.array(verdictSchema),
    v.description('Every condition of the arena; none: it is open to everybody.'),
  ),
});
export type EntryView = v.InferOutput<typeof entryViewSchema>;

export const LISTED_MAX = 10_000;
const atMost = `at most ${LISTED_MAX} players`;
const someAccount = 'a subject of 1 to 255 characters';
export const accountSubject = v.pipe(
  v.string(someAccount),
  v.trim(),
  v.minLength(1, someAccount),
  v.maxLength(255, someAccount),
);

/** Body of `PUT /arenas/{id}/allow-list`; accounts need not have been here before. */
export const allowListSchema = v.strictObject({
  players: v.optional(
    v.pipe(v.array(playerId, 'a list of ids'), v.maxLength(LISTED_MAX, atMost)),
    [],
  ),
  accounts: v.optional(
    v.pipe(v.array(accountSubject, 'a list of subjects'), v.maxLength(LISTED_MAX, atMost)),
    [],
  ),
});
export type AllowListBody = v.InferOutput<typeof allowListSchema>;

export const allowListViewSchema = v.object({
  players: v.pipe(v.array(playerId), v.description('In the order of their ids.')),
});
export type AllowListView = v.InferOutput<typeof allowListViewSchema>;
