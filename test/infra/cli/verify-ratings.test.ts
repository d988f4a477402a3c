import { describe, expect, it } from 'vitest';
import { present } from '../../../shared/core/assert.ts';
import type { DoneGame } from '../../../shared/game/game.ts';
import { STARTS_AT_MS } from '../../support/builders.ts';
import { exported, playedArena } from '../../support/exports.ts';
import { cutGame, runOut } from '../../support/timed-game.ts';
import {
  gamesInOrder,
  type Line,
  linesOf,
  pick,
  reported,
  SEED,
  summaryOf,
  unrecomputed,
  verifyLines,
} from './verify-files.ts';

/** In the first wave nobody shows up. */
const firstWaveMissed = (game: DoneGame): DoneGame =>
  game.startedAtMs < STARTS_AT_MS + 10_000 ? runOut(cutGame(game, 0)) : game;

const played = {
  rated: playedArena('oware-shield', { seed: SEED }),
  casual: playedArena('oware-shield', { seed: SEED, casual: true }),
  elsewhere: playedArena('oware-shield', { seed: SEED, elsewhere: true }),
  noShowsUnrated: playedArena('oware-shield', {
    ...{ seed: SEED, policy: { noShowRated: false }, edit: firstWaveMissed },
  }),
};
type Which = keyof typeof played;
type Side = 'first' | 'second';

const SIDES: readonly Side[] = ['first', 'second'];
const FIELDS = SIDES.flatMap((side) =>
  (['Glicko', 'RatedGames', 'RatedAtMs'] as const).map((part) => `${side}${part}`),
);
const fileLines = async (which: Which = 'rated'): Promise<Line[]> =>
  linesOf(await exported(await played[which]));

const differencesOf = async (lines: readonly Line[]): Promise<string[]> =>
  reported(await verifyLines(lines), 'difference');

/** The games of a player in order, each with his side. */
const gamesOf = (lines: readonly Line[], player: string) =>
  gamesInOrder(lines).flatMap((game) =>
    SIDES.filter((side) => game[side] === player).map((side) => ({ game, side })),
  );

/** Players with at least so many games. */
const careers = (lines: readonly Line[], least: number) =>
  lines
    .filter(({ type }) => type === 'player')
    .map(({ id }) => gamesOf(lines, id))
    .filter((games) => games.length >= least);

/** Rated before, and not so well known that nothing is learnt any more. */
const wasRated = ([one]: ReturnType<typeof gamesOf>): boolean => {
  if (one === undefined || one.game[`${one.side}RatedGames`] === 0) return false;
  return ((one.game[`${one.side}Glicko`] as number[])[1] ?? 0) > 60;
};

describe('ratings that each game has made of those before', () => {
  it.each<[Which, number]>([
    ['rated', 0],
    ['casual', 0],
    ['noShowsUnrated', 0],
    ['elsewhere', 1],
  ])('verify: %s', async (which, reasons) => {
    const report = await verifyLines(await fileLines(which));

    expect(reported(report, 'difference')).toEqual([]);
    const gaps = reported(report, 'notComparable');
    expect(gaps).toHaveLength(reasons);
    for (const gap of gaps) expect(gap).toMatch(/ elsewhere in between: (?:\w+Glicko=\d+ ?)+$/);
    expect(summaryOf(report)).toMatch(/^ok /);
  });

  it.each([
    ['rating', 0, 1e-5],
    ['deviation', 1, 1e-5],
    ['volatility', 2, 1e-6],
  ])('do not with another %s of a player who plays on, at any game', async (_, part, delta) => {
    const lines = await fileLines();
    const [career = []] = careers(lines, 3).filter(wasRated);
    for (const { game, side } of [career.at(0), career.at(1), career.at(-1)].map((one) =>
      present(one, 'game'),
    )) {
      const glicko = game[`${side}Glicko`] as number[];
      const before = present(glicko[part], 'part');
      glicko[part] = before + delta;

      expect((await differencesOf(lines)).join('\n')).toMatch(
        /^difference game \w+ \w+Glicko: stored \[.*\], recomputed \[.*\]$/m,
      );
      glicko[part] = before;
    }
    expect(await differencesOf(lines)).toEqual([]);
  });

  it('do not with another deviation of who plays once: his opponent is rated by it', async () => {
    const lines = await fileLines();
    const [career] = careers(lines, 1).filter(({ length }) => length === 1);
    const { game, side } = present(career?.[0], 'only game');
    const opponent = game[side === 'first' ? 'second' : 'first'];
    const [, next] = gamesOf(lines, opponent);
    game[`${side}RatedGames`] = 40;
    game[`${side}RatedAtMs`] = 1;
    game[`${side}Glicko`] = [game[`${side}Rating`], 61, 0.06];

    const found = await differencesOf(lines);

    expect(found.join('\n')).toContain(`difference game ${next?.game.id} ${next?.side}Glicko: `);
  });

  it.each([
    ['counts that leave one out', 'RatedGames', 1],
    ['counts with one too few', 'RatedGames', -1],
    ['another time of the game before', 'RatedAtMs', 1],
    ['an earlier time', 'RatedAtMs', -1],
  ])('do not with %s, at any game', async (_, part, delta) => {
    const lines = await fileLines();
    const [career = []] = careers(lines, 3);
    for (const { game, side } of career.slice(1)) {
      const field = `${side}${part}`;
      const before = game[field] as number;
      game[field] = before + delta;

      expect((await differencesOf(lines)).join('\n')).toContain(
        `difference game ${game.id} ${field}: stored ${before + delta}, recomputed ${before}`,
      );
      game[field] = before;
    }
  });

  it('do not with counts that go back, whatever was rated in between', async () => {
    const lines = await fileLines();
    const [career = []] = careers(lines, 2);
    const { game, side } = present(career[1], 'second game');
    game[`${side}RatedGames`] = 0;
    game[`${side}RatedAtMs`] = (game[`${side}RatedAtMs`] as number) + 1;

    expect((await differencesOf(lines)).join('\n')).toContain(
      `difference game ${game.id} ${side}RatedGames: stored 0, recomputed `,
    );
  });

  it('do not with another end of the game before', async () => {
    const lines = await fileLines();
    const [career = []] = careers(lines, 2);
    const [one, next] = career;
    present(one, 'game').game.endedAtMs -= 1;

    expect((await differencesOf(lines)).join('\n')).toContain(
      `difference game ${next?.game.id} ${next?.side}RatedAtMs: `,
    );
  });

  it('do not where nothing is rated, or more than is said', async () => {
    const casual = await fileLines('casual');
    pick(casual, 'arena').rated = true;
    const rated = await fileLines();
    pick(rated, 'arena').rated = false;
    const unrated = await fileLines('noShowsUnrated');
    (pick(unrated, 'arena').policy as { noShowRated: boolean }).noShowRated = true;

    for (const lines of [casual, rated, unrated]) {
      expect((await differencesOf(lines)).join('\n')).toMatch(/ \w+RatedGames: stored \d+, /);
    }
  });
});

describe('a rating by itself', () => {
  it('is shown truncated, never rounded', async () => {
    const lines = await fileLines();
    const isRoundedUp = ({ firstGlicko: [rating = 0] }: Line) => rating % 1 >= 0.5;
    const game = present(gamesInOrder(lines).find(isRoundedUp), 'game');
    game.firstRating += 1;

    expect((await differencesOf(lines)).join('\n')).toContain(
      `difference game ${game.id} firstRating: ` +
        `stored ${game.firstRating}, recomputed ${game.firstRating - 1}`,
    );
  });

  it.each([
    ['a deviation of its own', 'Glicko', (line: Line) => [line.firstRating, 80, 0.09]],
    ['a volatility of its own', 'Glicko', (line: Line) => [line.firstRating, 500, 0.08]],
    ['a time', 'RatedAtMs', () => 5],
  ])('has, without a rated game, not %s', async (_, part, value) => {
    const lines = await fileLines();
    const game = pick(lines, 'game', ({ firstRatedGames }) => firstRatedGames === 0);
    game[`first${part}`] = value(game);

    const found = (await differencesOf(lines)).join('\n');

    expect(found).toContain(`difference game ${game.id} first${part}: `);
  });

  it('has, with rated games, the time of the last one', async () => {
    const lines = await fileLines();
    const game = pick(lines, 'game', ({ firstRatedGames }) => firstRatedGames > 0);
    game.firstRatedAtMs = null;

    expect((await differencesOf(lines)).join('\n')).toMatch(
      new RegExp(`game ${game.id} firstRatedAtMs: stored null, recomputed the end of rated game`),
    );
  });
});

describe('ratings that are not there in full', () => {
  const without = (
    lines: readonly Line[],
    wanted: (line: Line) => boolean,
    ...fields: string[]
  ) => {
    for (const line of lines) {
      if (line.type === 'game' && wanted(line)) for (const field of fields) delete line[field];
    }
  };
  const all = () => true;

  it.each([
    ['RatedGames', 'arena.policy.noShowRated'],
    ['RatedAtMs', 'arena.rated'],
    ['Glicko', 'arena.rated'],
  ])('are compared with nothing: %s', async (part, unused) => {
    const lines = await fileLines();
    without(lines, all, `first${part}`, `second${part}`);
    const whole = await verifyLines(await fileLines());

    const report = await verifyLines(lines);

    expect(report.exitCode).toBe(0);
    expect(reported(report, 'notComparable')[0]).toContain('a rating is not there in full: ');
    expect(unrecomputed(report)).toContain(unused);
    expect(unrecomputed(whole)).not.toContain(unused);
    const compared = (text: string) => Number(/compared=(\d+)/.exec(text)?.[1]);
    expect(compared(summaryOf(report))).toBeLessThan(compared(summaryOf(whole)));
  });

  it('and are nowhere are no subject', async () => {
    const lines = await fileLines();
    without(lines, all, ...FIELDS);

    expect(summaryOf(await verifyLines(lines))).toMatch(/^ok .* notComparable=0$/);
  });

  it('leave the next game without comparison, and no other', async () => {
    const lines = await fileLines();
    const [career = []] = careers(lines, 4);
    const { game, side } = present(career[1], 'second game');
    without(lines, (line) => line === game, `${side}RatedAtMs`);

    const report = await verifyLines(lines);

    // This one, the next one, and the next one of the opponent, if there is one.
    expect(summaryOf(report)).toMatch(/^ok .* notComparable=[23]$/);
  });

  it('because of an ending that may be a no-show are left out where that matters', async () => {
    const counts = ['rated', 'noShowsUnrated'].map(async (which) => {
      const lines = await fileLines(which as Which);
      const noShows = lines.filter(({ ending, plies }) => ending === 'noShow' && plies < 2);
      for (const game of noShows) game.ending = 'unknown';
      const report = await verifyLines(lines);
      expect(reported(report, 'difference')).toEqual([]);
      const reason = reported(report, 'notComparable').join('\n');
      return /an ending is unknown: .*\w+Glicko=/.test(reason);
    });

    expect(await Promise.all(counts)).toEqual([false, true]);
  });
});
