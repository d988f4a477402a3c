import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { simulateCommand } from '../../../../infra/cli/arena/simulate.ts';
import { parseSimulateFlags } from '../../../../infra/cli/arena/simulate-flags.ts';

/** What the command prints; the exit code must be 0. */
async function printed(...args: readonly string[]): Promise<string> {
  let text = '';
  const code = await simulateCommand.run(args, async (more) => {
    text += more;
  });
  expect(code).toBe(0);
  return text;
}

describe('arena simulate', () => {
  it.each([
    ['--players', '1'],
    ['--players', '2.5'],
    ['--players', ''],
    ['--minutes', '0'],
    ['--minutes', 'long'],
    ['--clock', '3'],
    ['--clock', '0+0'],
    ['--pairing', 'best'],
    ['--seed', '-1'],
    ['--preset', 'toString'],
    ['--colour', 'red'],
  ])('refuses %s %s with one line that names the flag', (flag, value) => {
    const refused = parseSimulateFlags([`${flag}=${value}`]);

    expect(refused).toEqual({ ok: false, error: expect.stringContaining(flag) });
    expect(refused.ok ? '' : refused.error.split('\n')).toHaveLength(1);
  });

  it('says what it expected, and nothing else, and exits with 2', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['infra/cli/arena.ts', 'simulate', '--players', 'many'],
      { encoding: 'utf8' },
    );

    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toBe('--players: expected a whole number from 2 to 20000\n');
  });

  it('prints one JSON object with all that was asked for', async () => {
    const asked = ['--players', '6', '--minutes', '30', '--clock', '0.5+1', '--seed', '7'];
    const rules = ['--pairing', 'lichess', '--preset', 'dutch'];
    const text = await printed(...asked, ...rules, '--json');

    expect(text.split('\n')).toEqual([expect.any(String), '']);
    const shown: unknown = JSON.parse(text);
    expect(shown).toMatchObject({
      ...{ pairing: 'lichess', players: 6, durationMs: 1_800_000, limitMs: 30_000 },
      ...{ incrementMs: 1_000, seed: 7, preset: 'dutch' },
      ...{ games: expect.any(Number), waitMs: { p95: expect.any(Number) } },
    });
  });

  it('prints a table for people, with units', async () => {
    const table = await printed('--players', '6', '--minutes', '30');

    expect(table).toMatch(/^games +\d+$/m);
    expect(table).toMatch(/^wait +mean \d+\.\d s, median .* at most \d+\.\d s$/m);
    expect(table).toMatch(/^positions apart +mean \d+\.\d\d % of the table/m);
  });
});
