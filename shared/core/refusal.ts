/**
 * Every expected "no" of the system. The same strings go over the wire, so the list is closed: a
 * client may switch on it.
 */
export const REFUSAL_CODES = [
  // shape of a message
  'malformed',
  'unknownType',
  'tooLarge',
  'slowDown',
  'invalid',
  'unauthorized',
  'forbidden',
  'notFound',
  // a game
  'noSuchGame',
  'notAPlayer',
  'gameOver',
  'stalePly',
  'notYourTurn',
  'illegalMove',
  'outOfTime',
  'tooEarly',
  'berserkNotAllowed',
  'drawTooSoon',
  'noOffer',
  'nothingToClaim',
  'claimNotAllowed',
  'yourTurn',
  // an arena
  'noSuchArena',
  'arenaOver',
  'arenaFull',
  'notEntered',
  'playingElsewhere',
  'gameRunning',
  'removed',
  'entriesClosed',
  'entryRefused',
  'busy',
  // steering arenas over HTTP
  'alreadyStarted',
  'banned',
  'erasing',
  'versionConflict',
  'keyInUse',
  'keyReused',
  'tooMany',
  'limitReached',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** An expected "no": why, and where it helps which field, what was expected, when to try again. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly field?: string;
  readonly expected?: string;
  readonly retryInMs?: number;
}

export const refuse = (code: RefusalCode, more: Omit<Refusal, 'code'> = {}): Refusal => ({
  code,
  ...more,
});
