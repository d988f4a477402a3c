import * as v from 'valibot';
import { REFUSAL_CODES, type Refusal, type RefusalCode } from '../../core/refusal.ts';
import { REFUSALS } from '../refusals.ts';

/** HTTP status of a refusal; what is not listed is a bad request. */
const STATUS: Partial<Record<RefusalCode, number>> = {
  unauthorized: 401,
  forbidden: 403,
  banned: 403,
  entryRefused: 403,
  removed: 403,
  notFound: 404,
  noSuchArena: 404,
  noSuchGame: 404,
  notEntered: 404,
  arenaOver: 409,
  arenaFull: 409,
  alreadyStarted: 409,
  entriesClosed: 409,
  keyInUse: 409,
  limitReached: 409,
  playingElsewhere: 409,
  gameRunning: 409,
  erasing: 409,
  tooEarly: 409,
  versionConflict: 412,
  tooLarge: 413,
  keyReused: 422,
  slowDown: 429,
  tooMany: 429,
  busy: 503,
};
const BAD_REQUEST = 400;

export const statusOf = (code: RefusalCode): number => STATUS[code] ?? BAD_REQUEST;

/** Problem details (RFC 9457) with our code, and where it helps the field and the expectation. */
export const problemSchema = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.picklist(REFUSAL_CODES),
  field: v.optional(v.string()),
  expected: v.optional(v.string()),
  retryInMs: v.optional(v.number()),
});
export type Problem = v.InferOutput<typeof problemSchema>;

export const problemOf = (refusal: Refusal): Problem => ({
  type: `urn:shield-arena:${refusal.code}`,
  title: REFUSALS[refusal.code].about,
  status: statusOf(refusal.code),
  ...refusal,
});
