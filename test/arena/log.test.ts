import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryOf, type LogEntry, packEntry, unpackEntry } from '../../shared/arena/log.ts';
import { buildSheet, reasonText } from '../../shared/arena/sheet.ts';
import { type GameId, idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import { finishOverdue } from '../../shared/game/finish.ts';
import type { DoneGame, LiveGame } from '../../shared/game/game.ts';
import { SIDES } from '../../shared/rules/rules.ts';
import { aGame } from '../support/samples.ts';
import { entries, SHIELD } from './sheets.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);

const done = (parts: Partial<DoneGame> = {}): DoneGame => ({
  ...(aGame({ who: 0, version: 0, ply: 30, done: true }) as DoneGame),
  endedAtMs: 900,
  ...parts,
});

/** What the game pays its two players, first mover first, in whole points. */
const paid = (game: DoneGame) =>
  SIDES.map((side) => {
    const [score] = buildSheet(SHIELD, [entryOf(game, side)]).scores;
    return score === undefined ? null : [score.points / 2, reasonText(score)];
  });

describe('a finished game', () => {
  it('is remembered by each player from his own side', () => {
    const game = done({ winner: 'second', berserk: { first: true, second: false } });

    expect(entryOf(game, 'first')).toEqual({
      game: game.id,
      opponent: game.seats.second.player,
      opponentRating: 1_501,
      endedAtMs: 900,
      plies: 30,
      side: 'first',
      result: 'loss',
      berserk: true,
      noShow: false,
    });
    expect(entryOf(game, 'second')).toMatchObject({
      opponent: game.seats.first.player,
      opponentRating: 1_500,
      side: 'second',
      result: 'win',
      berserk: false,
    });
  });

  it('that is drawn is a draw to both', () => {
    const game = done({ winner: null });

    expect(SIDES.map((side) => entryOf(game, side).result)).toEqual(['draw', 'draw']);
  });

  it.each([
    [0, 'first mover', [0, 'noShow'], [2, 'win']],
    [1, 'second mover', [2, 'win'], [0, 'noShow']],
  ] as const)('of %i plies was not begun by the %s', (ply, _, first, second) => {
    const live = aGame({ who: 0, version: 0, ply, done: false }) as LiveGame;
    const shortly = { ...live, ply, deadlineMs: 500 };

    const ended = finishOverdue(shortly, 100_000);

    expect(ended?.ending).toBe('noShow');
    expect(ended === null ? null : paid(ended)).toEqual([first, second]);
  });

  it.each([
    ['first', 12, [2, 'win+berserkTooShort'], [0, 'loss']],
    ['first', 13, [3, 'win+berserk'], [0, 'loss']],
    ['second', 13, [0, 'loss'], [2, 'win+berserkTooShort']],
    ['second', 14, [0, 'loss'], [3, 'win+berserk']],
    [null, 40, [1, 'draw'], [1, 'draw']],
  ] as const)('of two berserks, won by %s in %i plies', (winner, ply, first, second) => {
    const game = done({ winner, ply, berserk: { first: true, second: true } });

    expect(paid(game)).toEqual([first, second]);
  });

  it('pays no bonus for the berserk of the loser', () => {
    const game = done({ winner: 'first', ply: 40, berserk: { first: false, second: true } });

    expect(paid(game)).toEqual([
      [2, 'win'],
      [0, 'loss'],
    ]);
  });

  it('that is resigned before a move is a loss, not a no-show', () => {
    const game = done({ winner: 'second', ply: 0, ending: 'resign' });

    expect(paid(game)).toEqual([
      [0, 'loss'],
      [2, 'win'],
    ]);
  });
});

const LEAST: LogEntry = {
  game: idFromBytes<GameId>(new Uint8Array(8)),
  opponent: idFromBytes<PlayerId>(new Uint8Array(8)),
  opponentRating: 0,
  endedAtMs: 0,
  plies: 0,
  side: 'first',
  result: 'loss',
  berserk: false,
  noShow: false,
};
const MOST: LogEntry = {
  game: idFromBytes<GameId>(new Uint8Array(8).fill(255)),
  opponent: idFromBytes<PlayerId>(new Uint8Array(8).fill(255)),
  opponentRating: 65_535,
  endedAtMs: 2 ** 48 - 1,
  plies: 65_535,
  side: 'second',
  result: 'win',
  berserk: true,
  noShow: true,
};

/** Field by field: an entry may be read out of its bytes only when it is asked. */
const plain = (entry: LogEntry): LogEntry => ({
  game: entry.game,
  opponent: entry.opponent,
  opponentRating: entry.opponentRating,
  endedAtMs: entry.endedAtMs,
  plies: entry.plies,
  side: entry.side,
  result: entry.result,
  berserk: entry.berserk,
  noShow: entry.noShow,
});

describe('packed entries', () => {
  it.each([
    ['smallest', LEAST],
    ['largest', MOST],
  ])('keep the %s values', (_, entry) => {
    expect(plain(unpackEntry(packEntry(entry)))).toEqual(entry);
  });

  it('come out of their bytes as they went in', () => {
    const id = fc.uint8Array({ minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.record({
          game: id.map((bytes) => idFromBytes<GameId>(bytes)),
          opponent: id.map((bytes) => idFromBytes<PlayerId>(bytes)),
          opponentRating: fc.integer({ min: 0, max: 65_535 }),
          endedAtMs: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
          plies: fc.integer({ min: 0, max: 65_535 }),
          side: fc.constantFrom(...SIDES),
          result: fc.constantFrom('win' as const, 'draw' as const, 'loss' as const),
          berserk: fc.boolean(),
          noShow: fc.boolean(),
        }),
        (entry) => {
          expect(plain(unpackEntry(packEntry(entry)))).toEqual(entry);
          expect(packEntry(entry)).toHaveLength(27);
        },
      ),
      { seed: SEED, numRuns: 1_000 },
    );
  });

  it('can be packed again, and score like the entries that they were', () => {
    const log = entries('W W W80b D40 D20 L0n W13b');
    const packed = log.map(packEntry);
    const read = packed.map(unpackEntry);

    expect(read.map(packEntry)).toEqual(packed);
    expect(buildSheet(SHIELD, read).scores.map(reasonText)).toEqual(
      buildSheet(SHIELD, log).scores.map(reasonText),
    );
  });

  it('keep ends around the 32-bit border', () => {
    for (const endedAtMs of [2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1]) {
      expect(unpackEntry(packEntry({ ...LEAST, endedAtMs })).endedAtMs).toBe(endedAtMs);
    }
  });

  it('are read from the middle of a larger buffer', () => {
    const [least, most] = [packEntry(LEAST), packEntry(MOST)];
    const both = Uint8Array.from([...least, ...most]);

    expect(plain(unpackEntry(both.subarray(0, 27)))).toEqual(LEAST);
    expect(plain(unpackEntry(both.subarray(27)))).toEqual(MOST);
  });

  it('of a wrong length are a broken store', () => {
    const wrong = fc.uint8Array({ maxLength: 60 }).filter(({ length }) => length !== 27);

    fc.assert(
      fc.property(wrong, (bytes) => {
        expect(() => unpackEntry(bytes)).toThrow('27 bytes');
      }),
      { seed: SEED },
    );
  });
});
