import { describe, expect, it } from 'vitest';
import { exportPage } from '../../shared/app/export-arena.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { changeArena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { LiveGame } from '../../shared/game/game.ts';
import { SIDES, type Side } from '../../shared/rules/rules.ts';
import { frozenOn, liveGames, loseAndScore } from '../support/organising.ts';
import {
  arenaOf,
  gameOf,
  lineOf,
  openArena,
  pairedArena,
  playersOf,
  playTo,
  type Stage,
  speaking,
} from '../support/stage.ts';

/** Two who have just been paired in an arena of this clock (seconds). */
async function gameOfClock(limitS: number, incrementS: number) {
  const { stage, arena } = await openArena(playersOf(2));
  const clock = { limitMs: limitS * 1_000, incrementMs: incrementS * 1_000 };
  const before = await arenaOf(stage, arena.id);
  await stage.store.commit([{ op: 'update', before, after: changeArena(before, clock) }]);
  await pairArena(stage.ports, arena.id);
  return { stage, game: present(liveGames(stage)[0], 'game') };
}

const goBerserk = (stage: Stage, { id, seats }: LiveGame, side: Side) =>
  play(stage.ports, speaking(stage, seats[side].player), { t: 'berserk', game: id });

describe('berserk in the middle of a game', () => {
  // gbtami/pychess-variants#704
  it.each<readonly [string, Side, number]>([
    ['after the only move', 'first', 1],
    ['after the answer to it', 'second', 2],
    ['on the own second turn', 'first', 2],
    ['later', 'second', 9],
  ])('is refused after a reload of the page and changes nothing: %s', async (_, side, plies) => {
    const { stage, games } = await pairedArena(playersOf(2));
    const { id, arena, seats } = await playTo(stage, present(games[0], 'game').id, plies);
    const { player } = seats[side];
    const reloaded = { connection: lineOf(player, ' again'), connectedAtMs: stage.clock.nowMs };
    const caller = speaking(stage, player, reloaded);
    await visitLobby(stage.ports, caller, { t: 'hello', v: 1, arena, game: id, ply: plies });
    const game = await gameOf(stage, id);

    const answer = await play(stage.ports, caller, { t: 'berserk', game: id });

    expect(game.seats[side].connection).toBe(reloaded.connection);
    expect(answer).toEqual({ t: 'refused', code: 'berserkNotAllowed' });
    expect(await gameOf(stage, id)).toEqual(game);
    expect(game.berserk).toEqual({ first: false, second: false });
    expect(stage.bugs).toEqual([]);
  });
});

describe('the berserk clock', () => {
  /** Rows of scalachess, BerserkTest (MIT), and of the lichess arena FAQ (2+1, 1+2). */
  const ROWS: readonly (readonly [string, number, number, number])[] = [
    ['10+0', 600, 0, 300],
    ['5+0', 300, 0, 150],
    ['3+0', 180, 0, 90],
    ['1+0', 60, 0, 30],
    ['4+4', 240, 4, 120],
    ['3+2', 180, 2, 90],
    ['2+10', 120, 10, 120],
    ['10+5', 600, 5, 300],
    ['10+2', 600, 2, 300],
    ['1+1', 60, 1, 30],
    ['1+3', 60, 3, 60],
    ['1+5', 60, 5, 60],
    ['2+1', 120, 1, 60],
    ['1+2', 60, 2, 60],
  ];

  // lichess-org/scalachess#83, lichess-org/lila#6360, lichess-org/lila#6363
  it.each(ROWS)('of %s has what the table says, and no increment', async (...row) => {
    const [, limitS, incrementS, berserkS] = row;
    const { stage, game } = await gameOfClock(limitS, incrementS);
    const answer = await goBerserk(stage, game, 'first');
    const own = { first: berserkS * 1_000, second: limitS * 1_000 };

    expect(answer).toMatchObject({ t: 'berserked', clock: { remainingMs: own } });
    const { remainingMs } = await playTo(stage, game.id, 4);
    expect(remainingMs.first).toBe(own.first - 1_000);
    expect(remainingMs.second).toBe(own.second - 1_000 + incrementS * 1_000);
  });

  // lichess-org/scalachess#83: a clock without an initial time has nothing to give.
  it.each([1, 2, 10])('is refused by 0+%i', async (incrementS) => {
    const { stage, game } = await gameOfClock(0, incrementS);
    const answers = await Promise.all(SIDES.map((side) => goBerserk(stage, game, side)));

    const refused = { t: 'refused', code: 'berserkNotAllowed' };
    expect(answers).toEqual([refused, refused]);
    expect(await gameOf(stage, game.id)).toEqual(game);
  });

  // lichess-org/lila#19106
  it('of 3+2 never gains, and the other one gains two seconds a move', async () => {
    const { stage, game } = await gameOfClock(180, 2);
    await goBerserk(stage, game, 'first');
    const left: number[] = [];
    for (let ply = 1; ply <= 10; ply++) {
      const { remainingMs } = await playTo(stage, game.id, ply);
      left.push(remainingMs[ply % 2 === 1 ? 'first' : 'second'] / 1_000);
    }

    // A second a move, the first one free.
    expect(left.filter((_, index) => index % 2 === 0)).toEqual([90, 89, 88, 87, 86]);
    expect(left.filter((_, index) => index % 2 === 1)).toEqual([180, 181, 182, 183, 184]);
  });
});

describe('the export of a finished arena', () => {
  // guidopetri/chess-pipeline#26
  it('says of each game who went berserk, also of one in which both did', async () => {
    const { stage, arena, games } = await pairedArena(playersOf(8));
    const wishes: readonly (readonly Side[])[] = [[], ['first'], ['second'], ['first', 'second']];
    const expected = new Map<string, readonly Side[]>();
    for (const [index, game] of games.entries()) {
      const sides = wishes[index] ?? [];
      for (const side of sides) await goBerserk(stage, game, side);
      expected.set(game.id, sides);
      await playTo(stage, game.id, 4);
      await loseAndScore(stage, game);
    }
    const page = await exportPage(stage.ports, await frozenOn(stage, arena), null);

    const lines = page.ok ? page.value.lines : [];
    const told = lines.flatMap((line) =>
      line.type === 'game' ? [[line.id, line.berserk] as const] : [],
    );
    expect(games).toHaveLength(wishes.length);
    expect(new Map(told)).toEqual(expected);
    expect(stage.bugs).toEqual([]);
  });
});
