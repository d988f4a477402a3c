import { PASSWORD_TRIES } from '../../../shared/app/entry/password-check.ts';
import type { ClientMessage } from '../../../shared/protocol/client-message.ts';
import type { ServerMessage } from '../../../shared/protocol/server-message.ts';
import { ARENA, GAME } from './example-ids.ts';

export type ClientType = ClientMessage['t'];
type OfType<T extends ClientType> = Extract<ClientMessage, { readonly t: T }>;

/** One thing that a client may send; types and limits of its fields are those of the parser. */
export interface ClientDoc<T extends ClientType> {
  readonly about: string;
  readonly example: OfType<T>;
  readonly fields: { readonly [F in Exclude<keyof OfType<T>, 't' | 'cid'>]-?: string };
  /** What it may be answered with, beside the gateway's own frames. */
  readonly answers: readonly ServerMessage['t'][];
}

const arena = 'The arena.';
const game = 'Your running game.';
/** A newer connection of the player is told of by `bye`. */
const PLACE = ['state', 'bye', 'refused'] as const;
/** Any command that comes after the deadline and its grace ends the game. */
const play = (own: ServerMessage['t']) => [own, 'ended', 'refused'] as const;

/** The compiler asks for a line when a message is added. */
export const CLIENT_MESSAGES: { readonly [T in ClientType]: ClientDoc<T> } = {
  hello: {
    about:
      'First message of a connection, and the question for the whole state whenever a client has ' +
      'missed something. From now on pushes go to this connection.',
    example: { t: 'hello', cid: '1', v: 1, arena: ARENA, game: GAME, ply: 2 },
    fields: {
      v: 'Version of this protocol.',
      arena,
      game: 'The game that the client shows, if any.',
      ply: 'The turns of it that the client has seen.',
    },
    answers: PLACE,
  },
  enter: {
    about:
      'Takes a seat in the arena, leaving any other one: a player sits in one arena. What an ' +
      'arena asks for is looked at every time, but the password of whoever has been in before.',
    example: { t: 'enter', cid: '2', arena: ARENA },
    fields: {
      arena,
      password: `Where the arena has one; after ${PASSWORD_TRIES} tries an hour any is wrong.`,
    },
    answers: PLACE,
  },
  leave: {
    about:
      'Gives the seat up, not during a game (`gameRunning`). Without a game so far it is as if ' +
      'you had never been there, and somebody else may have your place; else your games stand. ' +
      'You may `enter` again. Sent again it is answered again.',
    example: { t: 'leave', cid: '16', arena: ARENA },
    fields: { arena },
    answers: ['left', 'bye', 'refused'],
  },
  lobby: {
    about:
      'Ready for a game, and "I am still here" every 10 s while waiting. During a game it is the ' +
      'wish to be ready again afterwards. It never ends a pause.',
    example: { t: 'lobby', cid: '3', arena: ARENA, after: null },
    fields: {
      arena,
      after:
        'Your last game (`you.lastGame`), during a game that game; null before the first one. ' +
        'Anything else changes nothing and is answered with the state.',
    },
    answers: PLACE,
  },
  pause: {
    about: 'Do not pair me any more. A running game goes on.',
    example: { t: 'pause', cid: '4', arena: ARENA },
    fields: { arena },
    answers: PLACE,
  },
  resume: {
    about: 'Ends a pause; to be paired send `lobby` afterwards.',
    example: { t: 'resume', cid: '5', arena: ARENA },
    fields: { arena },
    answers: PLACE,
  },
  move: {
    about: 'A move. Sent again it is answered again and not played twice.',
    example: { t: 'move', cid: '6', game: GAME, ply: 0, move: 'A' },
    fields: {
      game,
      ply: 'Turns played before this one.',
      move: 'Oware: the house, `A` to `F` of the first side, `a` to `f` of the other.',
    },
    answers: play('moved'),
  },
  resign: {
    about: 'Gives the game up, at any time.',
    example: { t: 'resign', cid: '7', game: GAME },
    fields: { game },
    answers: ['ended', 'refused'],
  },
  berserk: {
    about:
      'Half of your time and your increment for one more point on a win; before your own first ' +
      'move, once.',
    example: { t: 'berserk', cid: '8', game: GAME },
    fields: { game },
    answers: play('berserked'),
  },
  offerDraw: {
    about: 'Offers a draw; where the opponent has offered one it agrees.',
    example: { t: 'offerDraw', cid: '9', game: GAME, ply: 2 },
    fields: { game, ply: 'Turns played so far.' },
    answers: play('drawOffered'),
  },
  acceptDraw: {
    about: "Agrees to the opponent's offer.",
    example: { t: 'acceptDraw', cid: '10', game: GAME },
    fields: { game },
    answers: ['ended', 'refused'],
  },
  declineDraw: {
    about: "Declines the opponent's offer; a move does so, too.",
    example: { t: 'declineDraw', cid: '11', game: GAME },
    fields: { game },
    answers: play('drawDeclined'),
  },
  claimDraw: {
    about: 'Chess: the position on the board has come for the third time, end the game as a draw.',
    example: { t: 'claimDraw', cid: '15', game: GAME },
    fields: { game },
    answers: ['ended', 'refused'],
  },
  claimFlag: {
    about: 'The deadline of the clock is over: end the game.',
    example: { t: 'claimFlag', cid: '12', game: GAME },
    fields: { game },
    answers: ['ended', 'refused'],
  },
  claimAbandoned: {
    about: 'The opponent, whose turn it is, seems to have left: ask him.',
    example: { t: 'claimAbandoned', cid: '13', game: GAME },
    fields: { game },
    answers: play('areYouThere'),
  },
  here: {
    about: 'The answer to `areYouThere`; `hello` and any command that is not refused are one, too.',
    example: { t: 'here', cid: '14', game: GAME },
    fields: { game },
    answers: play('stillHere'),
  },
};
