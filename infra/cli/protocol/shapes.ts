import { ARENA_STATES } from '../../../shared/arena/arena.ts';
import { PRESET_NAMES } from '../../../shared/arena/policy.ts';
import type { RowState } from '../../../shared/arena/row.ts';
import type { Ending } from '../../../shared/game/game.ts';
import type { ArenaView, SeatView } from '../../../shared/protocol/arena-view.ts';
import type {
  ClockView,
  EndView,
  GameView,
  PlayerView,
  RatingChange,
} from '../../../shared/protocol/game-view.ts';
import type { LeaderView, StandingBlock } from '../../../shared/protocol/table-view.ts';
import { GAME_KINDS } from '../../../shared/rules/rules.ts';
import {
  bySide,
  count,
  epochMs,
  flag,
  id,
  listOf,
  ms,
  nullable,
  oneOf,
  open,
  plies,
  points,
  rating,
  type Shape,
  shaped,
  side,
  text,
  wordOf,
} from './fields.ts';

const ROW_STATES: Readonly<Record<RowState, string>> = {
  idle: 'not waiting for a game',
  ready: 'waiting for a game',
  play: 'in a game, or in one that is still to be scored',
};

export const ENDINGS: Readonly<Record<Ending, string>> = {
  majority: 'more than half of the seeds',
  noMove: 'the side to move cannot: in Oware the seeds decide, in draughts it has lost',
  repetition: 'Oware: the position came back',
  checkmate: 'chess: the king cannot be saved',
  stalemate: 'chess: no legal move and no check, a draw',
  insufficient: 'chess: neither side can mate, a draw',
  threefold: 'the position came for the third time, a draw: in chess when a player claims it',
  fivefold: 'chess: the position came for the fifth time, a draw',
  fiftyMoves: 'chess: fifty moves of each without capture or pawn move, a draw',
  moves25: 'draughts: 25 moves of each with kings and without capture, a draw',
  moves16: 'draughts: 16 moves of each, three pieces with a king against one king, a draw',
  moves5: 'draughts: 5 moves of each, one or two pieces with a king against one king, a draw',
  agreement: 'a draw that both agreed to',
  resign: 'a side resigned',
  flag: 'a clock ran out',
  noShow: 'a first move did not come in time',
  abandoned: 'a player who was asked whether he is there did not answer',
  tooLong: 'the ply cap: a draw',
  removed: 'the organiser removed a player',
};

const TURN_LOSES = 'When the side to move has lost, unless it moves.';

const clock: Shape<ClockView> = {
  name: 'Clock',
  about: 'Both clocks as of `lastAtMs`, in server time.',
  fields: {
    remainingMs: bySide(ms('What each side has left; only the side to move runs down.')),
    lastAtMs: epochMs('The last move, or the pairing.'),
    deadlineMs: epochMs(`${TURN_LOSES} Countdown, clock or claim, whichever is first.`),
  },
};

const ratingChange: Shape<RatingChange> = {
  name: 'RatingChange',
  about: 'What a game has done to a displayed rating.',
  fields: { before: rating('At the start of the game.'), after: rating('After it.') },
};

const end: Shape<EndView> = {
  name: 'End',
  about: 'How a game ended.',
  fields: {
    winner: nullable(side('null: a draw.')),
    ending: wordOf(ENDINGS, 'How:'),
    endedAtMs: epochMs('For a deadline the deadline itself, whoever noticed it and when.'),
    ratings: nullable(
      bySide(shaped(ratingChange, 'What it does to both ratings; null: it changes none.')),
    ),
  },
};

const player: Shape<PlayerView> = {
  name: 'Player',
  about: 'A player of a game, with where he stood when it was paired.',
  fields: {
    id: id('The player.'),
    name: text('To be shown.'),
    rating: rating('Displayed rating.'),
    rank: nullable(count('From 1; null: not in the table yet.')),
    points: points('In this arena.'),
    onFire: flag('A win of this game pays more.'),
  },
};

const game: Shape<GameView> = {
  name: 'Game',
  about: 'A whole game: all that is needed to draw it from nothing.',
  fields: {
    id: id('The game.'),
    arena: id('Its arena.'),
    kind: oneOf(GAME_KINDS, 'What is played.'),
    first: shaped(player, 'Who moves first.'),
    second: shaped(player, 'Who answers.'),
    limitMs: ms('Initial time of a side.'),
    incrementMs: ms('Added after each move of a side, its first one excepted.'),
    berserkable: flag('Going berserk is allowed here.'),
    berserk: bySide(flag('Who went berserk.')),
    startedAtMs: epochMs('The pairing.'),
    ply: plies('Turns played so far; even: `first` is to move.'),
    moves: text('All moves, separated by blanks.'),
    clock: shaped(clock, 'Both clocks.'),
    offer: nullable(side('Whose draw offer stands.')),
    claimedBy: nullable(side('Who says that the other one has left.')),
    end: nullable(shaped(end, 'null: still running.')),
  },
};

const arena: Shape<ArenaView> = {
  name: 'Arena',
  about: 'An arena as everybody may see it.',
  fields: {
    id: id('The arena.'),
    name: text('To be shown.'),
    game: oneOf(GAME_KINDS, 'What is played.'),
    preset: oneOf(PRESET_NAMES, 'The set of rules that it starts from.'),
    policy: open('The rules that differ from the preset; `GET /arenas/{id}/rules` explains them.'),
    clock: {
      kind: '`{limitMs, incrementMs}` of integer, ms',
      about: 'Initial time and increment of a side.',
      schema: {
        type: 'object',
        required: ['limitMs', 'incrementMs'],
        properties: { limitMs: { type: 'integer' }, incrementMs: { type: 'integer' } },
      },
    },
    rated: flag('Games change ratings.'),
    state: oneOf(ARENA_STATES, 'Games are paired while it is `open`.'),
    startsAtMs: epochMs('The start.'),
    endsAtMs: epochMs('The end; it never moves once the arena has started.'),
    finalVersion: count('Number of the final ranking; 0: none yet.'),
  },
};

const seat: Shape<SeatView> = {
  name: 'You',
  about: 'Where a player stands in his arena.',
  fields: {
    player: id('You.'),
    state: wordOf(ROW_STATES, 'What you are doing:'),
    seated: flag('This is the arena in which you sit; only there you are paired.'),
    paused: flag('You are not paired until you `resume`.'),
    removed: flag('The organiser has taken you out.'),
    wish: flag('You will be ready again when your running game is over.'),
    lastGame: nullable(id('The last scored game: what `lobby` expects as `after`.')),
    games: count('Games so far.'),
    points: points('Points so far.'),
    onFire: flag('The next win pays more.'),
  },
};

const leader: Shape<LeaderView> = {
  name: 'Leader',
  about: 'One of the first five.',
  fields: {
    rank: count('From 1; shared by equals.'),
    player: id('The player.'),
    name: text('To be shown.'),
    points: points('Points so far.'),
    onFire: flag('His next win pays more.'),
  },
};

const standing: Shape<StandingBlock> = {
  name: 'Standing',
  about: 'The last published table in short; the last game may not be in it yet.',
  fields: {
    rank: nullable(count('Your rank; null: not in the table yet.')),
    players: count('How many are in it.'),
    leaders: listOf(shaped(leader, 'The first five.')),
  },
};

export const SHAPES = { arena, seat, game, player, clock, end, ratingChange, standing, leader };
