import { REFUSAL_CODES, type RefusalCode } from '../core/refusal.ts';

/** What a refusal says, and what a client does about it. */
interface Meaning {
  readonly about: string;
  readonly remedy: string;
}

const REPORT = 'a bug of the client: report it, do not send it again';
const ASK = 'ask for the state with `hello`';

/** The compiler asks for a line when a code is added. */
export const REFUSALS: Readonly<Record<RefusalCode, Meaning>> = {
  malformed: { about: 'not a JSON object', remedy: REPORT },
  unknownType: { about: 'no such `t`', remedy: `${REPORT}; an old client asks for an update` },
  tooLarge: { about: 'more than a message may weigh', remedy: REPORT },
  invalid: {
    about: '`field` is not what `expected` says; for `v`: the server is older than this client',
    remedy: `${REPORT}; for \`v\` try again later`,
  },
  slowDown: {
    about: 'too many commands; nothing was stored',
    remedy: 'send it again after `retryInMs`',
  },
  unauthorized: { about: 'nobody knows this player', remedy: 'fetch a new ticket, connect again' },
  forbidden: { about: 'not allowed to this caller', remedy: 'show it' },
  notFound: { about: 'there is no such thing', remedy: 'show it' },
  noSuchGame: { about: 'there is no such game; it may have been voided', remedy: ASK },
  notAPlayer: { about: 'you do not play in this game', remedy: REPORT },
  gameOver: { about: 'the game is over', remedy: ASK },
  stalePly: { about: 'the game has another number of turns', remedy: ASK },
  notYourTurn: { about: 'the other side is to move', remedy: ASK },
  illegalMove: { about: 'the rules do not allow this move', remedy: 'let the player choose again' },
  outOfTime: {
    about: 'your deadline has passed; `retryInMs` until the game can be ended',
    remedy: 'the game is lost: wait for `ended`, or send `claimFlag` after `retryInMs`',
  },
  tooEarly: {
    about: 'the claim cannot be decided yet',
    remedy: 'send it again after `retryInMs`, if there is still reason to',
  },
  berserkNotAllowed: {
    about: 'not in this arena, or after your first move, or too late to give up half of the time',
    remedy: 'take the button away',
  },
  drawTooSoon: { about: '`expected` says from which ply you may offer', remedy: 'show it' },
  noOffer: { about: 'no offer of the opponent stands', remedy: 'take the buttons away' },
  nothingToClaim: {
    about: 'the position has not come for the third time, or the game ends by itself then',
    remedy: 'hide the button',
  },
  claimNotAllowed: { about: 'this arena knows no claims of leavers', remedy: 'hide the button' },
  yourTurn: { about: 'it is your turn, so nobody has left', remedy: 'hide the button' },
  noSuchArena: { about: 'there is no such arena', remedy: 'show it' },
  arenaOver: { about: 'the arena is over', remedy: 'show its final ranking' },
  arenaFull: { about: 'all its places are taken', remedy: 'show it' },
  notEntered: { about: 'you have no row in this arena', remedy: 'send `enter`' },
  playingElsewhere: {
    about: 'you are in a game of another arena',
    remedy: 'finish that game, then `enter` again',
  },
  gameRunning: {
    about: 'you are in a game of this arena, or it is not scored yet',
    remedy: 'finish or resign it, then send the same command again',
  },
  removed: { about: 'the organiser has taken you out', remedy: 'show it; do not try again' },
  entriesClosed: { about: 'nobody new is let in any more', remedy: 'show it' },
  entryRefused: {
    about: 'this arena is not open to you; `field` and `expected` say what it asks for',
    remedy: 'show it; `GET /arenas/{id}/entry` has every condition',
  },
  alreadyStarted: {
    about: 'the arena has started, so `field` is fixed',
    remedy: 'show it',
  },
  banned: { about: 'this player gets no tickets any more', remedy: 'show it' },
  erasing: {
    about: 'what is known of this player is just being erased, as he has asked',
    remedy: 'show it; try again after `retryInMs`',
  },
  versionConflict: {
    about: 'somebody else has changed it since it was read',
    remedy: 'read it again, then decide again',
  },
  keyInUse: {
    about: 'a request with this idempotency key is still under way',
    remedy: 'send the same request again after `retryInMs`',
  },
  keyReused: {
    about: 'this idempotency key was used for another request',
    remedy: `${REPORT}; a new request takes a new key`,
  },
  tooMany: {
    about: 'as often as one may in this time, which `expected` says',
    remedy: 'try again after `retryInMs`',
  },
  limitReached: {
    about: 'as many as one may have, which `expected` says',
    remedy: 'show it; one of them has to go first',
  },
  busy: {
    about: 'too many wrote the same thing at once; nothing was stored',
    remedy: 'send the same command again after 300 ms',
  },
};

/** A connection never gets these. */
const HTTP_ONLY: ReadonlySet<RefusalCode> = new Set([
  'forbidden',
  'notFound',
  'alreadyStarted',
  'banned',
  'erasing',
  'versionConflict',
  'keyInUse',
  'keyReused',
  'tooMany',
  'limitReached',
]);

export const refusalRows = (): readonly (readonly [RefusalCode, string, string])[] =>
  REFUSAL_CODES.map((code) => {
    const { about, remedy } = REFUSALS[code];
    return [code, HTTP_ONLY.has(code) ? `HTTP only: ${about}` : about, remedy];
  });
