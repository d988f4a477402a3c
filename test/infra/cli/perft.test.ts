import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { perft } from '../../../infra/cli/arena/perft.ts';
import { packedGame, typicalGames } from '../../../infra/cli/bench-games.ts';
import { rulesOf } from '../../../shared/rules/registry.ts';
import { GAME_KINDS } from '../../../shared/rules/rules.ts';

afterEach(() => void vi.restoreAllMocks());

/** What the command prints, says of errors, and exits with. */
async function ran(...args: readonly string[]) {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  let out = '';
  const exitCode = await perft.run(args, async (text) => void (out += text));
  return { out, err: said.mock.calls.flat().join('\n'), exitCode };
}

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -';

describe('arena perft', () => {
  it.each([
    [['--game', 'oware', '--depth', '5'], 5_219],
    [['--game', 'oware', '--depth', '0'], 1],
    [['--depth=2', '--game=chess'], 400],
    [['--game', 'draughts', '--depth', '4'], 4_265],
    [['--game', 'chess', '--depth', '2', '--position', KIWIPETE], 2_039],
    [['--game', 'draughts', '--depth', '3', '--position', 'W:W6-10:B41-45'], 795],
    [['--game', 'oware', '--depth', '3', '--position', '1S,5/1,1S,1S,3 22 23 N 60'], 0],
  ])('%j prints the count alone: %i', async (args, nodes) => {
    expect(await ran(...args)).toEqual({ out: `${nodes}\n`, err: '', exitCode: 0 });
  });

  it.each([
    [[], /^--game: expected one of oware, chess, draughts$/],
    [['--game', 'go', '--depth', '1'], /^--game: expected one of oware, chess, draughts$/],
    [['--game', 'toString', '--depth', '1'], /^--game: expected one of /],
    [['--game'], /^--game: expected one of /],
    [['--game', 'chess'], /^--depth: expected a number of plies from 0 to 99$/],
    [['--game', 'chess', '--depth', '-1'], /^--depth: expected a number of plies/],
    [['--game', 'chess', '--depth=-1'], /^--depth: expected a number of plies/],
    [['--game', 'chess', '--depth', '1.5'], /^--depth: expected a number of plies/],
    [['--game', 'chess', '--depth', '100'], /^--depth: expected a number of plies/],
    [['--game', 'chess', '--depth', ''], /^--depth: expected a number of plies/],
    [
      ['--game', 'chess', '--depth', '1', '--position', 'x'],
      /^--position: expected a diagram \(FEN\) of chess, like 8.2p5/,
    ],
    [
      ['--game', 'chess', '--depth', '1', '--position', 'W:W31-50:B1-20'],
      /^--position: expected a diagram \(FEN\) of chess/,
    ],
    [
      ['--game', 'draughts', '--depth', '1', '--position', 'W:W51:B1'],
      /^--position: expected a diagram \(FEN\) of draughts, like W:W31-50:B1-20$/,
    ],
    [
      ['--game', 'oware', '--depth', '1', '--position', ''],
      /^--position: expected a diagram \(FEN\) of oware, like 4S,4S/,
    ],
    [
      ['--game', 'chess', '--depth', '1', '--position', '8/8', 'w'],
      /^--position: expected one diagram \(FEN\) in quotes /,
    ],
    [['--game', 'chess', '--deep', '1'], /'--deep'/],
  ])('%j says in one line what was expected', async (args, sees) => {
    const { out, err, exitCode } = await ran(...args);

    expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
    expect(err).toMatch(sees);
    expect(err.split('\n')).toHaveLength(1);
  });

  it('is a command of its own, whose output is the number', () => {
    const command = ['infra/cli/arena.ts', 'perft', '--game', 'draughts', '--depth'];
    const run = (depth: string) =>
      spawnSync(process.execPath, [...command, depth], { encoding: 'utf8' });

    expect(run('3')).toMatchObject({ status: 0, stdout: '658\n', stderr: '' });
    expect(run('x')).toMatchObject({ status: 2, stdout: '' });
  });

  it.each(GAME_KINDS)('shows an initial or other diagram of %s that it takes', async (kind) => {
    const shown = new RegExp(`^  ${kind} +'(.*)'$`, 'm').exec(perft.usage)?.[1] ?? '';

    const { out } = await ran('--game', kind, '--depth', '1', '--position', shown);

    expect(Number(out)).toBeGreaterThan(0);
  });
});

describe('the games that are measured', () => {
  it.each(GAME_KINDS)('are whole and legal games of %s', (kind) => {
    const games = typicalGames().filter((game) => game.kind === kind);

    expect(games.length).toBeGreaterThan(0);
    for (const game of games) {
      expect(game.texts.length).toBeGreaterThan(50);
      expect(rulesOf(kind).texts(packedGame(game))).toEqual(game.texts);
    }
  });
});
