import { describe, expect, it } from 'vitest';
import { showsMean } from '../../../infra/cli/arena/shown-number.ts';
import { exported, playedArena } from '../../support/exports.ts';
import {
  type Line,
  linesOf,
  pick,
  reported,
  SEED,
  summaryOf,
  verifyLines,
  verifyText,
} from './verify-files.ts';

const played = playedArena('oware-shield', { seed: SEED });
const fileLines = async (): Promise<Line[]> => linesOf(await exported(await played));

/** The differences of the file with this change. */
async function differences(change: (lines: Line[]) => unknown): Promise<string> {
  const lines = await fileLines();
  change(lines);
  return reported(await verifyLines(lines), 'difference').join('\n');
}

const gamesOf = (lines: readonly Line[]): Line[] => lines.filter(({ type }) => type === 'game');
const add = (lines: Line[], line: Line | undefined, change: Partial<Line>): unknown =>
  lines.push({ ...(line as Line), ...change } as Line);

describe('what must not be in a file', () => {
  it.each([
    ['a player twice', 'player', /player \w+ id: stored twice, recomputed once/],
    ['a game twice', 'game', /game \w+ id: stored twice, recomputed once/],
    ['a version twice', 'final', /final 1 version: stored twice, recomputed once/],
    ['a standing twice', 'standing', /player \w+ standing: stored twice, recomputed once/],
  ])('%s', async (_, type, sees) => {
    expect(await differences((lines) => lines.push(pick(lines, type)))).toMatch(sees);
  });

  it.each([
    [
      'a game of a stranger',
      { id: 'g', first: 'x' },
      /^difference game g first: stored x, .*unknown/,
    ],
    [
      'a game against oneself',
      { id: 'g', same: true },
      /^difference game g second: .*somebody else/,
    ],
    [
      'a game paired before the start',
      { id: 'g', startedAtMs: 5 },
      /game g startedAtMs: stored 5,/,
    ],
    ['a game paired at the end', { id: 'g', late: true }, /game g startedAtMs: .* before the end/],
    ['a game that ends before it starts', { id: 'g', endedAtMs: 7 }, /game g endedAtMs: stored 7,/],
    ['two games of one player at once', { id: 'zz' }, /game \w+ startedAtMs: .*'s game \w+/],
    [
      'a resignation that nobody wins',
      { id: 'g', winner: null, ending: 'resign' },
      /game g winner/,
    ],
    [
      'an agreement that somebody wins',
      { id: 'g', winner: 'first', ending: 'agreement' },
      /g winner/,
    ],
  ])('%s', async (_, change, sees) => {
    const found = await differences((lines) => {
      const arena = pick(lines, 'arena');
      const game = pick(lines, 'game', ({ counted }) => counted);
      const { same, late, ...plain } = { same: false, late: false, ...change } as Partial<Line>;
      add(lines, game, {
        ...plain,
        ...(same === true && { second: game.first }),
        ...(late === true && { startedAtMs: arena.endsAtMs, endedAtMs: arena.endsAtMs + 1 }),
      });
    });

    expect(found).toMatch(new RegExp(sees.source, 'm'));
  });

  it('a player without a line, where there are lines', async () => {
    const found = await differences((lines) =>
      lines.splice(lines.indexOf(pick(lines, 'standing')), 1),
    );

    expect(found).toMatch(/^difference player \w+ standing: stored none, recomputed a line$/);
  });

  it.each([
    ['removed', /removed or disqualified/],
    ['disqualified', /removed or disqualified/],
    ['unknown', /an unknown player/],
  ])('the line of a player who is %s', async (which, sees) => {
    const found = await differences((lines) => {
      const gone = lines.find((line) => line.type === 'player' && line[which] === true);
      add(lines, pick(lines, 'standing'), { player: gone?.id ?? 'x' });
    });

    expect(found).toMatch(sees);
    expect(found.split('\n')).toHaveLength(1);
  });

  it('lines of a table are not asked for where there are none', async () => {
    const lines = (await fileLines()).filter(({ type }) => type !== 'standing');

    expect(await verifyLines(lines)).toMatchObject({ exitCode: 0 });
  });

  it('a file that holds no result is not called right', async () => {
    const lines = (await fileLines()).filter(({ type }) => !['standing', 'final'].includes(type));
    const held = ['moves', 'times', 'counted', 'firstGlicko', 'secondGlicko'];
    for (const game of gamesOf(lines)) for (const field of held) delete game[field];

    const report = await verifyLines(lines);

    expect(summaryOf(report)).toMatch(/^nothing to compare players=15 games=\d+ compared=0 /);
    expect(report.exitCode).toBe(2);
  });
});

describe('moves', () => {
  const moved = (change: (game: Line) => void, wanted: (game: Line) => boolean) =>
    differences((lines) => change(pick(lines, 'game', wanted)));
  const byRules = ({ ending }: Line): boolean => ending === 'majority' || ending === 'noMove';
  const byFlag = ({ ending, winner }: Line): boolean => ending === 'flag' && winner !== null;

  it.each([
    [
      'an illegal one',
      (game: Line) => void (game.moves = `z${game.moves.slice(1)}`),
      () => true,
      'moves',
    ],
    [
      'one of the other side',
      (game: Line) => void (game.moves = `a${game.moves.slice(1)}`),
      ({ plies }: Line) => plies > 1,
      'moves: stored a as ply 1, recomputed one of A B C D E F',
    ],
    [
      'one too few',
      (game: Line) => void (game.moves = game.moves.slice(0, -1)),
      ({ plies, ending }: Line) => plies > 4 && ending === 'resign',
      'plies',
    ],
    [
      'one after the end',
      (game: Line) => void (game.moves += 'A'),
      byRules,
      'moves: .* the game is over',
    ],
    [
      'an end by the rules that is none',
      (game: Line) => void (game.ending = 'repetition'),
      ({ ending }: Line) => ending === 'resign',
      'ending',
    ],
    [
      'a resignation after the end',
      (game: Line) => void (game.ending = 'resign'),
      byRules,
      'ending: stored resign, recomputed (majority|noMove)',
    ],
    [
      'a flag that wins',
      (game: Line) => void (game.winner = game.winner === 'first' ? 'second' : 'first'),
      byFlag,
      'winner',
    ],
    [
      'a no-show of two who moved',
      (game: Line) => void (game.ending = 'noShow'),
      ({ ending, plies }: Line) => ending === 'resign' && plies > 2,
      'ending',
    ],
    [
      'a thousand plies too early',
      (game: Line) => void (game.ending = 'tooLong'),
      ({ ending }: Line) => ending === 'agreement',
      'ending',
    ],
  ])('%s', async (_, change, wanted, sees) => {
    expect(await moved(change, wanted)).toMatch(new RegExp(`^difference game \\w+ ${sees}`, 'm'));
  });
});

describe('a mean that is shown rounded', () => {
  it.each([
    ['2684.5', 5_369, 2, true],
    ['2684.50', 5_369, 2, true],
    ['2685', 5_369, 2, true],
    ['2684', 5_369, 2, false],
    ['2684.51', 5_369, 2, false],
    ['0.33', 1, 3, true],
    ['0.34', 1, 3, false],
    ['1606.67', 4_820, 3, true],
    ['-0', -1, 2, true],
    ['-1', -3, 2, true],
    ['-2', -3, 2, false],
    ['-1.5', -3, 2, true],
    ['1e3', 1_000, 1, false],
    ['0', 0, 0, false],
  ])('%s of %i / %i: %s', (literal, sum, count, right) => {
    expect(showsMean(literal, { sum, count })).toBe(right);
  });

  it.each([
    ['as it is', '$1', 0],
    ['to the point', '2684.5', 1],
    ['with zeros', '$1.000', 0],
  ])('is compared by its text, %s', async (_, shown, exitCode) => {
    const played = await playedArena('lichess', { seed: SEED });
    const text = await exported(played);
    const changed = text.replace(/"performance":(\d+)/, `"performance":${shown}`);

    expect((await verifyText(changed)).exitCode).toBe(exitCode);
  });

  it('is taken from the line itself and not from a field that nobody knows', async () => {
    const played = await playedArena('lichess', { seed: SEED });
    const text = await exported(played);
    const changed = text.replace(
      /"performance":(\d+)/,
      '"x":{"performance":1},"performance":$1.0,"y":{"performance":2}',
    );

    expect(changed).not.toBe(text);
    expect((await verifyText(changed)).exitCode).toBe(0);
  });
});

describe('a voided game', () => {
  it.each([
    [false, /^$/],
    [true, /^difference game g counted: stored true, recomputed false$/],
  ])('is on no sheet and at the time of no other, and counted: %s', async (counted, sees) => {
    const found = await differences((lines) => {
      const game = pick(lines, 'game', ({ ending, plies }) => ending === 'resign' && plies > 2);
      add(lines, game, { id: 'g', winner: null, ending: 'voided', counted });
    });

    expect(found).toMatch(sees);
  });
});

describe('a table that runs', () => {
  it('is compared without removed players, from lines in any order', async () => {
    const lines = (await fileLines()).filter(({ type }) => type !== 'final');
    for (const line of lines) if (line.type === 'player') line.disqualified = false;
    const [arena, ...rest] = lines.filter(({ type }) => type !== 'standing');
    const report = await verifyLines([arena as Line, ...rest.reverse()]);

    expect(report.exitCode).toBe(0);
    expect(reported(report, 'notRecomputed')[0]).toContain(' player.joinedAtMs ');
  });
});
