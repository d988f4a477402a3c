import { describe, expect, it } from 'vitest';
import { present } from '../../../shared/core/assert.ts';
import type { DoneGame } from '../../../shared/game/game.ts';
import { timesOf } from '../../../shared/game/times.ts';
import { exported, type PlayedOptions, playedArena } from '../../support/exports.ts';
import { withTimes } from '../../support/timed-game.ts';
import {
  type Line,
  linesOf,
  pick,
  reported,
  SEED,
  summaryOf,
  unrecomputed,
  verifyLines,
} from './verify-files.ts';

const fileOf = async (options: Partial<PlayedOptions> = {}): Promise<Line[]> =>
  linesOf(await exported(await playedArena('oware-shield', { seed: SEED, ...options })));

const file = fileOf();
const gamesOf = (lines: readonly Line[]): Line[] => lines.filter(({ type }) => type === 'game');

/** What is wrong with the file after this change of one such game. */
async function differences(
  wanted: (game: Line) => boolean,
  change: (game: Line, arena: Line) => unknown,
): Promise<string> {
  const lines = structuredClone(await file);
  change(pick(lines, 'game', wanted), pick(lines, 'arena'));
  return reported(await verifyLines(lines), 'difference').join('\n');
}

const add = (game: Line, ply: number, ms: number): void => {
  game.times = game.times.map((took, at) => (at === ply ? took + ms : took));
};
/** With time enough to lose some. */
const isLong = ({ plies, ending, remainingMs }: Line): boolean =>
  plies > 20 && ending === 'resign' && Math.min(...Object.values(remainingMs)) > 1_000;
const endsBy =
  (...endings: readonly string[]) =>
  ({ ending }: Line): boolean =>
    endings.includes(ending);

const LAST_MOVE_ALONE = /^difference game \w+ lastAtMs: stored \d+, recomputed \d+$/;

describe('a time that is not what it was', () => {
  it.each([
    ['of the first move, which costs nothing', 0, LAST_MOVE_ALONE],
    ['of the second one', 1, LAST_MOVE_ALONE],
    ['in the middle', 9, /^difference game \w+ remainingMs: stored \{/m],
    ['by one ms', 10, /^difference game \w+ lastAtMs: stored \d+, recomputed \d+$/m],
  ])('is noticed: %s', async (_, ply, sees) => {
    expect(await differences(isLong, (game) => add(game, ply, 1))).toMatch(sees);
  });

  it('is noticed where the other side pays for it', async () => {
    const found = await differences(isLong, (game) => {
      const ply = game.times.findIndex((ms, at) => at > 1 && ms > 0);
      add(game, ply, -1);
      add(game, ply + 1, 1);
    });

    expect(found).toMatch(/^difference game \w+ remainingMs: stored [^\n]*$/);
  });

  it.each([
    ['none for a move', (game: Line) => game.times.pop()],
    ['one for no move', (game: Line) => game.times.push(5)],
    ['none for any', (game: Line) => game.times.splice(0)],
  ])('is noticed: %s', async (_, change) => {
    const sees = /^difference game \w+ times: stored \d+ of them, recomputed \d+$/;

    expect(await differences(isLong, change)).toMatch(sees);
  });

  it('is noticed where it is longer than his clock, and everything else is in line', async () => {
    let id = '';
    const edit = (game: DoneGame): DoneGame => {
      const times = present(timesOf(game), 'times');
      if (id !== '' || game.ply < 6 || game.ending !== 'resign') return game;
      id = game.id;
      const slow = withTimes(
        game,
        times.map((ms, ply) => (ply === 3 ? 30_000 : ms)),
      );
      return { ...slow, endedAtMs: slow.lastAtMs };
    };
    const found = reported(await verifyLines(await fileOf({ edit })), 'difference');

    expect(found.join('\n')).toMatch(
      new RegExp(`difference game ${id} times: stored 30000 as ply 4, recomputed at most \\d+`),
    );
  });

  it('is noticed where a first move is longer than its countdown', async () => {
    const found = await differences(isLong, (game) => {
      add(game, 1, 11_001);
      game.lastAtMs += 11_001;
    });

    expect(found).toMatch(/times: stored \d+ as ply 2, recomputed at most 11000$/m);
  });
});

describe('the end of a game by its clocks', () => {
  it.each(['flag', 'noShow'])('is the deadline to the ms: %s', async (ending) => {
    for (const ms of [-1, 1]) {
      const found = await differences(endsBy(ending), (game) => void (game.endedAtMs += ms));
      const sees = /^difference game \w+ endedAtMs: stored \d+, recomputed \d+$/m;

      expect(found).toMatch(sees);
    }
  });

  it('is the last move where the rules end it', async () => {
    const byRules = endsBy('majority', 'noMove', 'repetition');
    const found = await differences(byRules, (game) => void (game.endedAtMs += 1));

    expect(found).toMatch(/endedAtMs: stored \d+, recomputed \d+, the last move at \d+$/m);
  });

  it('comes before the flag where somebody ends it', async () => {
    const found = await differences(
      endsBy('resign', 'agreement'),
      (game) => void (game.endedAtMs += 50_000),
    );

    expect(found).toMatch(/endedAtMs: stored \d+, recomputed from \d+ to \d+/);
  });

  it.each(['flag', 'resign'])('may be stamped as late: %s', async (ending) => {
    const found = await differences(endsBy(ending), (game, arena) => {
      game.endedAtMs = arena.endsAtMs + 1;
    });

    expect(found).not.toContain('recomputed from');
    expect(found).toContain('counted: stored true, recomputed false');
  });
});

describe('clocks of which less is known', () => {
  const not = async (change: (game: Line) => unknown) => {
    const lines = structuredClone(await file);
    for (const game of gamesOf(lines)) change(game);
    return { report: await verifyLines(lines), games: gamesOf(lines).length };
  };

  it('follow without a word of who went berserk: one answer fits', async () => {
    const lines = structuredClone(await file);
    const game = pick(lines, 'game', (one) => isLong(one) && one.berserk.length === 1);
    Reflect.deleteProperty(game, 'berserk');
    expect(reported(await verifyLines(lines), 'difference')).toEqual([]);

    game.remainingMs.first -= 1;
    const found = reported(await verifyLines(lines), 'difference').join('\n');
    expect(found).toMatch(/^difference game \w+ remainingMs: stored/);
  });

  it('are not compared where nobody knows the times, and the report says so', async () => {
    const { report, games } = await not((game) => Object.assign(game, { times: null }));

    expect(reported(report, 'notComparable')).toEqual([
      `notComparable times are unknown: remainingMs=${games}`,
    ]);
    expect(report.exitCode).toBe(0);
  });

  it('are not looked for in an older file', async () => {
    const { report } = await not((game) => {
      for (const field of ['times', 'remainingMs', 'lastAtMs']) delete game[field];
    });

    expect(summaryOf(report)).toMatch(/^ok .* notComparable=0$/);
    expect(unrecomputed(report)).toEqual(
      expect.arrayContaining([
        ...['arena.clock', 'arena.policy.firstMoveMs', 'arena.policy.lagAllowanceMs'],
      ]),
    );
  });

  it.each([
    ['a lag allowance', { lagAllowanceMs: 150 }],
    ['no countdown', { firstMoveMs: null }],
  ])('follow with %s', async (_, policy) => {
    const lines = await fileOf({ policy });
    expect(reported(await verifyLines(lines), 'difference')).toEqual([]);

    Reflect.deleteProperty(pick(lines, 'arena').policy, Object.keys(policy)[0] as string);
    expect(reported(await verifyLines(lines), 'difference').join('\n')).not.toBe('');
  });
});
