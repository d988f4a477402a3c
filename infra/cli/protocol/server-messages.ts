import type { EntryCondition } from '../../../shared/arena/entry.ts';
import type { WaitReason } from '../../../shared/arena/pool.ts';
import type { ArenaId, GameId } from '../../../shared/core/ids.ts';
import { REFUSAL_CODES } from '../../../shared/core/refusal.ts';
import type { ServerMessage } from '../../../shared/protocol/server-message.ts';
import { AMA, ARENA, GAME } from './example-ids.ts';
import {
  count,
  epochMs,
  type FieldsOf,
  flag,
  id,
  listOf,
  ms,
  nullable,
  oneOf,
  optional,
  plies,
  points,
  shaped,
  side,
  text,
  wordOf,
} from './fields.ts';
import {
  BERSERK_CLOCK,
  CLAIMED_CLOCK,
  FRESH_CLOCK,
  NEW_GAME,
  OPEN_ARENA,
  PAIRED_AT_MS,
  PLAYING,
  RESIGNED,
  RUNNING_CLOCK,
  RUNNING_GAME,
  STANDING,
} from './server-examples.ts';
import { SHAPES } from './shapes.ts';

export type ServerType = ServerMessage['t'];
type OfType<T extends ServerType> = Extract<ServerMessage, { readonly t: T }>;

/** One thing that the server says: to whoever asked (with his `cid`), or unasked. */
export interface ServerDoc<T extends ServerType> {
  readonly about: string;
  readonly isPushed: boolean;
  readonly example: OfType<T>;
  readonly fields: FieldsOf<OfType<T>>;
}

const WAIT_REASONS: Readonly<Record<WaitReason, string>> = {
  odd: 'nobody is left for you at the moment',
  noOneClose: 'somebody waits, but nobody near enough',
  onlyLastOpponent: 'only the one you have just played waits',
  pairingClosed: 'the arena ends soon, no more games start',
};

const CONDITIONS: Readonly<Record<EntryCondition, string>> = {
  entries: 'nobody new is let in',
  guests: 'an account',
  list: 'to be on its list',
  ratingMin: 'a rating that is high enough, and not provisional',
  ratingMax: 'a rating that is low enough, and not provisional',
  gamesMin: 'so many rated games',
  password: 'its password',
};

const BYE_CODES: Readonly<Record<OfType<'bye'>['code'], string>> = {
  superseded: 'a newer connection of yours has taken over',
  upgrade: '`hello` named a version that is not spoken any more: ask for a newer client',
};

const nowMs = epochMs("The server's time.");
const arena = id<ArenaId>('The arena.');
const game = id<GameId>('The game.');
const by = side('Whose command this was.');
const news = {
  game,
  ply: plies('Turns played so far.'),
  clock: shaped(SHAPES.clock, 'Both clocks.'),
  end: nullable(shaped(SHAPES.end, 'null: still running. Any news may carry the end.')),
};
const opened = { game: GAME, ply: 0, clock: FRESH_CLOCK, end: null };
const running = { game: GAME, ply: 2, clock: RUNNING_CLOCK, end: null };
const isPushed = true;

/** The compiler asks for a line when a message is added. */
export const SERVER_MESSAGES: { readonly [T in ServerType]: ServerDoc<T> } = {
  moved: {
    about: 'A side has moved: `ply` is the number of turns with this one.',
    isPushed,
    example: { t: 'moved', by: 'second', move: 'f', ...running },
    fields: { by, move: text('As in `move`.'), ...news },
  },
  berserked: {
    about: 'A side went berserk; its clock is in `clock`.',
    isPushed,
    example: { t: 'berserked', by: 'first', ...opened, clock: BERSERK_CLOCK },
    fields: { by, ...news },
  },
  drawOffered: {
    about: 'An offer stands until the other side answers or moves, or the game ends.',
    isPushed,
    example: { t: 'drawOffered', by: 'second', ...running },
    fields: { by, ...news },
  },
  drawDeclined: {
    about: 'The offer does not stand any more.',
    isPushed,
    example: { t: 'drawDeclined', by: 'first', ...running },
    fields: { by, ...news },
  },
  areYouThere: {
    about:
      '`by` says that the other side has left, which answers with `here` or loses at ' +
      '`clock.deadlineMs`.',
    isPushed,
    example: { t: 'areYouThere', by: 'second', ...running, clock: CLAIMED_CLOCK },
    fields: { by, ...news },
  },
  stillHere: {
    about: 'The side that was asked is there.',
    isPushed,
    example: { t: 'stillHere', by: 'first', ...running },
    fields: { by, ...news },
  },
  ended: {
    about: 'The game is over. Its points come as `scored`, a moment later.',
    isPushed,
    example: { t: 'ended', ...running, end: RESIGNED },
    fields: news,
  },
  state: {
    about: 'The whole truth about you in this arena: replace all that the client knows.',
    isPushed: false,
    example: {
      ...{ t: 'state', nowMs: PAIRED_AT_MS + 8_000, arena: OPEN_ARENA, you: PLAYING },
      ...{ game: RUNNING_GAME, ended: null, table: STANDING },
    },
    fields: {
      nowMs,
      arena: shaped(SHAPES.arena, 'The arena.'),
      you: shaped(SHAPES.seat, 'You in it.'),
      game: nullable(shaped(SHAPES.game, 'Your game; null: none.')),
      ended: nullable(
        shaped(SHAPES.game, 'The game that `hello` named, where it has ended and is scored since.'),
      ),
      table: nullable(
        shaped(
          SHAPES.standing,
          'Where you stand; null where another message than `hello` is answered.',
        ),
      ),
    },
  },
  paired: {
    about: 'A game has begun; the first mover has until `clock.deadlineMs` for his first move.',
    isPushed,
    example: { t: 'paired', nowMs: PAIRED_AT_MS + 40, game: NEW_GAME },
    fields: { nowMs, game: shaped(SHAPES.game, 'The game.') },
  },
  waiting: {
    about: 'Why there is no game yet; sent whenever it changes.',
    isPushed,
    example: {
      ...{ t: 'waiting', arena: ARENA, nowMs: PAIRED_AT_MS },
      ...{ reason: 'noOneClose', widensAtMs: PAIRED_AT_MS + 12_000 },
    },
    fields: {
      arena,
      nowMs,
      reason: wordOf(WAIT_REASONS, 'Why:'),
      widensAtMs: nullable(epochMs('When you may meet more of the others; null: no such time.')),
    },
  },
  voided: {
    about: 'The game could not be told to the other player and does not exist; go on waiting.',
    isPushed,
    example: { t: 'voided', arena: ARENA, game: GAME },
    fields: { arena, game },
  },
  scored: {
    about: 'What your finished game paid. From now on it is `after` of `lobby`.',
    isPushed,
    example: {
      ...{ t: 'scored', arena: ARENA, game: GAME, points: 5, reason: 'winOnFire+berserk' },
      ...{ total: 9, streak: 3, onFire: true, paused: false, endsInMs: 2_400_000 },
      ...STANDING,
    },
    fields: {
      arena,
      game,
      points: points('For this game.'),
      reason: text(
        'Why: `noShow`, `loss`, `quickDraw`, `drawOnFire`, `draw`, `longDraw`, `drawStreak`, ' +
          '`win`, `winOnFire` or `afterEnd`, then `+berserk` or `+berserkTooShort`.',
      ),
      total: points('For all games.'),
      streak: count('Wins in a row up to this game.'),
      onFire: flag('The next win pays more.'),
      paused: flag('You are not paired until you `resume`: a first move did not come.'),
      endsInMs: ms('Until the end of the arena; 0 after it.'),
      ...SHAPES.standing.fields,
    },
  },
  removed: {
    about: 'The organiser has taken you out of the arena.',
    isPushed,
    example: { t: 'removed', arena: ARENA, reason: 'two accounts' },
    fields: { arena, reason: text("The organiser's words.") },
  },
  left: {
    about:
      'You are not in the arena any more, until you `enter` again: you have left, or it is about ' +
      'to start and asks for what you do not have any more.',
    isPushed,
    example: {
      ...{ t: 'left', arena: ARENA, condition: 'ratingMax' },
      expected: 'a rating of at most 1800 that is not provisional',
    },
    fields: {
      arena,
      condition: nullable(wordOf(CONDITIONS, 'What the arena asks for; null: you have left.')),
      expected: nullable(text('The same in words.')),
    },
  },
  cancelled: {
    about:
      'The organiser has called the arena off: a running game is void, there is no ranking. ' +
      'Finished games keep what they did to ratings.',
    isPushed,
    example: { t: 'cancelled', arena: ARENA, reason: 'the hall is closed' },
    fields: { arena, reason: text("The organiser's words.") },
  },
  note: {
    about: 'The organiser has something to say to all players: show it.',
    isPushed,
    example: { t: 'note', arena: ARENA, text: 'Prizes are given at the bar.' },
    fields: { arena, text: text("The organiser's words.") },
  },
  frozen: {
    about: 'The final ranking is there: `GET /arenas/{id}/standings`.',
    isPushed,
    example: { t: 'frozen', arena: ARENA, version: 1, winners: [AMA] },
    fields: {
      arena,
      version: count('Of the final ranking.'),
      winners: listOf(id('All winners; more than one where they are equal.')),
    },
  },
  bye: {
    about: 'Close this connection, if the server has not yet, and do not come back by yourself.',
    isPushed,
    example: { t: 'bye', code: 'superseded' },
    fields: { code: wordOf(BYE_CODES, 'Why:') },
  },
  refused: {
    about: 'No. Nothing was stored; see the [codes](#refusals).',
    isPushed: false,
    example: { t: 'refused', code: 'tooEarly', retryInMs: 1_730 },
    fields: {
      code: { ...oneOf(REFUSAL_CODES, 'Why; the list is closed.'), kind: '[code](#refusals)' },
      field: optional(text('The part of the message that is wrong.')),
      expected: optional(text('What it should have been.')),
      retryInMs: optional(ms('When to try again.')),
    },
  },
};
