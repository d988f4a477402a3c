import { describe, expect, it } from 'vitest';
import { parseFlags, USAGE } from '../../../infra/cli/flags.ts';
import { PRESET_NAMES } from '../../../shared/arena/policy.ts';
import { GAME_KINDS } from '../../../shared/rules/rules.ts';

const flags = (text: string) => parseFlags(text.split(' ').filter(Boolean));

describe('the flags of npm start', () => {
  it('play three minutes of a rated Oware Shield Arena where they say nothing', () => {
    expect(flags('')).toEqual({
      ok: true,
      value: {
        ...{ preset: 'oware-shield', game: 'oware', rated: true, players: 16, minutes: 3 },
        ...{ limitMs: 30_000, incrementMs: 0, seed: 1, port: 8787, dataDir: null },
        ...{ once: false, quiet: false, help: false },
      },
    });
  });

  it.each([
    ['oware-shield', 'oware'],
    ['classic', 'chess'],
    ['dutch', 'draughts'],
    ['lichess', 'chess'],
  ])('play with the rules of %s what belongs to them: %s', (preset, game) => {
    expect(flags(`--preset ${preset}`)).toMatchObject({ ok: true, value: { preset, game } });
  });

  it.each(PRESET_NAMES.flatMap((preset) => GAME_KINDS.map((game) => ({ preset, game }))))(
    'play any game with any rules: $preset, $game',
    ({ preset, game }) => {
      const value = { preset, game };
      expect(flags(`--game ${game} --preset ${preset}`)).toMatchObject({ ok: true, value });
    },
  );

  it.each([
    ['--casual', { rated: false }],
    ['--players 200 --minutes 0.5', { players: 200, minutes: 0.5 }],
    ['--clock 0.25+1', { limitMs: 15_000, incrementMs: 1_000 }],
    ['--clock 0+2', { limitMs: 0, incrementMs: 2_000 }],
    ['--seed 0 --port 0', { seed: 0, port: 0 }],
    ['--data kept --once --quiet --help', { dataDir: 'kept', once: true, quiet: true, help: true }],
  ])('may say %s', (text, value) => {
    expect(flags(text)).toMatchObject({ ok: true, value });
  });

  it.each([
    ['--preset swiss', '--preset: expected one of oware-shield, classic, dutch, lichess'],
    ['--preset toString', '--preset: expected one of oware-shield, classic, dutch, lichess'],
    ['--preset=', '--preset: expected one of oware-shield, classic, dutch, lichess'],
    ['--game go', '--game: expected one of oware, chess, draughts'],
    ['--game=', '--game: expected one of oware, chess, draughts'],
    ['--game Chess', '--game: expected one of oware, chess, draughts'],
    ['--players 1', '--players: expected 2 to 200'],
    ['--players 2.5', '--players: expected 2 to 200'],
    ['--players=', '--players: expected 2 to 200'],
    ['--minutes 181', '--minutes: expected 0.5 to 180'],
    ['--clock 3', '--clock: expected minutes+seconds, like 3+2 or 0.25+0'],
    ['--clock 0+0', '--clock: expected up to 180+180'],
    ['--seed=-1', '--seed: expected a whole number'],
    ['--seed 1.5', '--seed: expected a whole number'],
    ['--port 65536', '--port: expected 0 to 65535'],
    ['--casual=no', "Option '--casual' does not take an argument"],
    ['--rated', "Unknown option '--rated'"],
    ['classic', "Unexpected argument 'classic'"],
  ])('are refused in one line that names the flag: %s', (text, expected) => {
    const read = flags(text);

    expect(read).toEqual({ ok: false, error: expect.stringContaining(expected) });
    if (!read.ok) expect(read.error).not.toContain('\n');
  });

  it('are all in the help', () => {
    for (const name of [...PRESET_NAMES, ...GAME_KINDS, '--preset', '--game', '--casual']) {
      expect(USAGE).toContain(name);
    }
  });
});
