import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishOverdue, finishRemoved } from '../../shared/game/finish.ts';
import type { DoneGame, Ending, LiveGame } from '../../shared/game/game.ts';
import type { GameStart } from '../../shared/game/start.ts';
import { checked } from '../../shared/protocol/client-message.ts';
import { formatsOf, gameText } from '../../shared/protocol/notation/notation.ts';
import { playerName } from '../../shared/protocol/texts.ts';
import { type GameKind, SIDES } from '../../shared/rules/rules.ts';
import { ENDS_MS, momentAt, nextDone, nextLive, START_MS, seat } from '../game/board.ts';
import { ARENA, played, readGames } from './notation-games.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`notation: SEED=${seed}`);

const resigned = (game: LiveGame, ms: number): DoneGame =>
  nextDone(game, 'first', { t: 'resign' }, momentAt(ms));

const CHESS = `[Event "The \\"Blitz\\" \\\\ Cup"]
[Site "Shield Arena"]
[Date "2025.11.24"]
[Round "-"]
[White "Player 1"]
[Black "Player 2"]
[Result "1-0"]
[ArenaId "0Ae32hbLOM5"]
[BlackBerserk "no"]
[BlackClock "0:03:02"]
[BlackElo "1502"]
[BlackRatingDiff "-242"]
[Ending "checkmate"]
[GameId "0Fy4Z3P15X7"]
[Termination "normal"]
[TimeControl "180+2"]
[UTCDate "2025.11.24"]
[UTCTime "16:00:00"]
[WhiteBerserk "no"]
[WhiteClock "0:02:49"]
[WhiteElo "1501"]
[WhiteRatingDiff "+241"]

1. e4 {[%clk 0:03:00]} 1... e5 {[%clk 0:03:00]} 2. Qh5 {[%clk 0:03:01]}
2... Nc6 {[%clk 0:03:01]} 3. Bc4 {[%clk 0:03:02]} 3... Nf6 {[%clk 0:03:02]}
4. Qxf7# {[%clk 0:02:49]} 1-0

`;

const DRAUGHTS = `[Event "Sunday Arena"]
[Site "Shield Arena"]
[Date "2025.11.24"]
[Round "-"]
[White "Player 1"]
[Black "Player 2"]
[Result "0-2"]
[ArenaId "0Ae32hbLOM5"]
[BlackBerserk "no"]
[BlackClock "0:03:01"]
[BlackElo "1502"]
[Ending "resign"]
[GameId "0Fy4Z3P15X7"]
[GameType "20"]
[Termination "normal"]
[TimeControl "180+2"]
[UTCDate "2025.11.24"]
[UTCTime "16:00:00"]
[WhiteBerserk "no"]
[WhiteClock "0:02:56"]
[WhiteElo "1501"]

1. 32-28 {[%clk 0:03:00]} 1... 19-23 {[%clk 0:03:00]} 2. 28x19 {[%clk 0:03:01]}
2... 14x23 {[%clk 0:03:01]} 0-2

`;

const OWARE = `[Event "Sunday Arena"]
[Site "Shield Arena"]
[Date "2025.11.24"]
[Round "-"]
[South "Player 1"]
[North "Player 2"]
[Result "1/2-1/2"]
[ArenaId "0Ae32hbLOM5"]
[Ending "agreement"]
[GameId "0Fy4Z3P15X7"]
[NorthBerserk "yes"]
[NorthClock "0:01:30"]
[NorthElo "1502"]
[SouthBerserk "no"]
[SouthClock "0:02:57"]
[SouthElo "1501"]
[Termination "normal"]
[TimeControl "180+2"]
[UTCDate "2025.11.24"]
[UTCTime "16:00:00"]
[Variant "Oware"]

1. C {[%clk 0:03:00]} 1... d {[%clk 0:01:30]} 1/2-1/2

`;

/** Mate in four moves. */
const mate = (): DoneGame => {
  const game = played('chess', 'e2e4 e7e5 d1h5 b8c6 f1c4 g8f6', { rated: 'always' });
  return nextDone(game, 'first', { t: 'move', ply: 6, move: 'h5f7' }, momentAt(20_500));
};

/** South takes three seconds to accept a draw of North, who went berserk. */
const agreed = (): DoneGame => {
  const moment = momentAt(1_500);
  let game = played('oware', 'C');
  game = nextLive(game, 'second', { t: 'berserk' }, moment);
  game = nextLive(game, 'second', { t: 'move', ply: 1, move: 'd' }, moment);
  game = nextLive(game, 'second', { t: 'offerDraw', ply: 2 }, moment);
  return nextDone(game, 'first', { t: 'acceptDraw' }, momentAt(4_500));
};

describe('a finished game as text', () => {
  it('is PGN with the names of chess moves', () => {
    expect(gameText({ name: 'The "Blitz" \\ Cup' }, mate())).toBe(CHESS);
  });

  it('is PDN with the results of draughts', () => {
    const game = played('draughts', '32-28 19-23 28x19 14x23');
    expect(gameText(ARENA, resigned(game, 9_000))).toBe(DRAUGHTS);
  });

  it('is a list of houses with South and North', () => {
    expect(gameText(ARENA, agreed())).toBe(OWARE);
  });

  it('has no clocks where the times of its moves are unknown', () => {
    const text = gameText(ARENA, { ...mate(), times: new Uint8Array() });
    expect(text).toContain('\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n');
  });

  it.each<[GameKind, readonly string[]]>([
    ['chess', ['1-0', '0-1', '1/2-1/2']],
    ['draughts', ['2-0', '0-2', '1-1']],
    ['oware', ['1-0', '0-1', '1/2-1/2']],
  ])('has the result in its tag and at its end: %s', (kind, expected) => {
    const game = resigned(played(kind, ''), 1_000);
    const results = [...SIDES, null].map((winner) => {
      const [read] = readGames(gameText(ARENA, { ...game, winner }));
      expect(read?.moves).toEqual([]);
      expect(read?.tags.get('Result')).toBe(read?.result);
      return read?.result;
    });
    expect(results).toEqual(expected);
  });

  it('comes in the forms of its kind alone', () => {
    expect(formatsOf('chess')).toEqual(['ndjson', 'pgn', 'text']);
    expect(formatsOf('draughts')).toEqual(['ndjson', 'pdn', 'text']);
    expect(formatsOf('oware')).toEqual(['ndjson', 'text']);
  });
});

const tagOf = (game: DoneGame, name: string): string | undefined =>
  readGames(gameText(ARENA, game))[0]?.tags.get(name);

describe('the end of a game in its tags', () => {
  it.each<[Ending, string]>([
    ['checkmate', 'normal'],
    ['moves25', 'normal'],
    ['agreement', 'normal'],
    ['resign', 'normal'],
    ['flag', 'time forfeit'],
    ['noShow', 'abandoned'],
    ['abandoned', 'abandoned'],
    ['tooLong', 'adjudication'],
    ['removed', 'adjudication'],
  ])('%s is a termination that readers know: %s', (ending, expected) => {
    const game = { ...mate(), ending };
    expect([tagOf(game, 'Ending'), tagOf(game, 'Termination')]).toEqual([ending, expected]);
  });

  it('has no change of a rating where none changed', () => {
    const tags = (game: DoneGame) => [
      tagOf(game, 'WhiteRatingDiff'),
      tagOf(game, 'BlackRatingDiff'),
    ];
    expect(tags(mate())).toEqual(['+241', '-242']);
    expect(tags({ ...mate(), winner: null })).toEqual(['+0', '-1']);
    expect(tags({ ...mate(), rated: 'never' })).toEqual([undefined, undefined]);
  });

  it.each([
    [180_000, 2_000, '180+2'],
    [60_000, 0, '60+0'],
    [0, 3_000, '0+3'],
    [1_500, 500, '1.5+0.5'],
  ])('says the clock in seconds: %i ms + %i ms', (limitMs, incrementMs, expected) => {
    const game = resigned(played('chess', '', { limitMs, incrementMs }), 500);
    expect(tagOf(game, 'TimeControl')).toBe(expected);
  });
});

const FOUR = 'e2e4 e7e5 g1f3 b8c6';

/** What happens after these moves, one a second, and both clocks when it is over. */
const CLOCKS: readonly (readonly [string, string, (game: LiveGame) => unknown, string, string])[] =
  [
    ['the side to move has thought', FOUR, (it) => resigned(it, 9_900), '0:02:55', '0:03:01'],
    ['the other side has not', `${FOUR} f1c4`, (it) => resigned(it, 9_900), '0:03:02', '0:02:56'],
    ['a flag has used up everything', FOUR, overdue, '0:00:00', '0:03:01'],
    ['no clock runs before the first move', '', (it) => resigned(it, 9_900), '0:03:00', '0:03:00'],
    ['a countdown is no clock', '', overdue, '0:03:00', '0:03:00'],
    ['the second player has a countdown, too', 'e2e4', overdue, '0:03:00', '0:03:00'],
    ['who is removed stops thinking', FOUR, removed, '0:02:56', '0:03:01'],
    ['no clock is below zero', FOUR, removedLate, '0:00:00', '0:03:01'],
    ['a claim ends before the clock does', FOUR, abandoned, '0:02:27', '0:03:01'],
    ['a late stamp says nothing of the time', FOUR, late, '0:03:01', '0:03:01'],
  ];

function overdue(game: LiveGame): DoneGame | null {
  return finishOverdue(game, START_MS + 3_600_000);
}

function removed(game: LiveGame): DoneGame {
  return finishRemoved(game, 'first', START_MS + 9_000);
}

/** In the second in which a flag is not yet decided. */
function removedLate(game: LiveGame): DoneGame {
  return finishRemoved(game, 'first', game.deadlineMs + 500);
}

function abandoned(game: LiveGame): DoneGame | null {
  return overdue(nextLive(game, 'second', { t: 'claimAbandoned' }, momentAt(8_000)));
}

/** In time for the gateway, too late for the table. */
function late(game: LiveGame): DoneGame {
  return nextDone(game, 'first', { t: 'resign' }, momentAt(9_000, ENDS_MS));
}

describe('the clocks at the end of a game', () => {
  it.each(CLOCKS)('%s', (_, moves, end, white, black) => {
    const game = end(played('chess', moves)) as DoneGame;
    expect([tagOf(game, 'WhiteClock'), tagOf(game, 'BlackClock')]).toEqual([white, black]);
  });

  it('of an arena without a countdown run before the first move', () => {
    const part: Partial<GameStart> = { firstMoveMs: null };
    expect(tagOf(resigned(played('chess', '', part), 9_900), 'WhiteClock')).toBe('0:02:50');
  });

  it('have the time that a message is on its way given back', () => {
    const game = played('chess', FOUR, { lagAllowanceMs: 1_000 });
    expect(tagOf(resigned(game, 9_900), 'WhiteClock')).toBe('0:02:57');
  });

  it('have hours', () => {
    const part: Partial<GameStart> = { limitMs: 3 * 3_600_000 };
    expect(tagOf(resigned(played('chess', '', part), 1_000), 'WhiteClock')).toBe('3:00:00');
  });
});

/** Names as they may be given, with many of the characters that mean something in a tag. */
const names = fc
  .oneof(fc.string({ unit: fc.constantFrom(...'"\\[] é%{;') }), fc.string({ unit: 'grapheme' }))
  .map((text) => checked(playerName, text))
  .filter((name) => name.ok)
  .map((name) => (name.ok ? name.value : ''));

describe('names in tags', () => {
  it('are read back as they are', () => {
    const game = mate();
    fc.assert(
      fc.property(names, names, names, (event, first, second) => {
        const seats = { first: { ...seat(1), name: first }, second: { ...seat(2), name: second } };
        const [read, more] = readGames(gameText({ name: event }, { ...game, seats }));
        const tags = ['Event', 'White', 'Black'].map((name) => read?.tags.get(name));
        expect(tags).toEqual([event, first, second]);
        expect(more).toBeUndefined();
      }),
      { seed, numRuns: 500 },
    );
  });

  it('break no line', () => {
    const text = gameText({ name: 'a\r\nb\u0000c\u0085d' }, mate());
    expect(text.split('\n')[0]).toBe('[Event "a b c d"]');
  });
});
