import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Played, playServer } from './organiser-server.ts';

const SCHEDULE = 'schedule --name X --start 2030-01-20T18:00 --minutes 5 --clock 3+0';
const ENV = { ARENA_PASSWORD: 'of env' };

let server: Played;
let folder: string;
beforeAll(async () => {
  server = await playServer();
  folder = await mkdtemp(join(tmpdir(), 'organiser-'));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const fileOf = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

/** What the server was asked to make the conditions; the answer of the server does not matter. */
async function entryOf(line: string, env: object = ENV): Promise<unknown> {
  await server.run(line, [{ status: 400, body: { code: 'invalid', title: 'no' } }], { ...env });
  const [{ body } = { body: '{}' }] = server.asked();
  return (JSON.parse(body) as { entry?: unknown }).entry;
}

describe('the password of an arena', () => {
  it('comes from the environment, or from a file that goes before it', async () => {
    const file = await fileOf('password', 'of a file \r\n');

    for (const command of [
      SCHEDULE,
      'series create --weekly sunday@20:00 --name X --minutes 5 --clock 3+0',
    ]) {
      expect(await entryOf(`${command} --access password`)).toEqual({
        ...{ access: 'password', password: 'of env' },
      });
      expect(await entryOf(`${command} --password-file ${file}`)).toEqual({
        ...{ access: 'password', password: 'of a file ' },
      });
      expect(await entryOf(command)).toBeUndefined();
    }
  });

  it('is no flag, where others could read it, and is not shown', async () => {
    for (const line of [`${SCHEDULE} --password secret`, `${SCHEDULE} --password=secret`]) {
      const { exitCode, err } = await server.run(line);

      expect([exitCode, err.split('\n')[0], server.asked()]).toEqual([
        2,
        'schedule: a password is no flag, where others could read it: ARENA_PASSWORD or ' +
          '--password-file FILE',
        [],
      ]);
      expect(err).not.toContain('secret');
    }
    const { out } = await server.run('schedule --help');
    expect(out).toContain('--password-file F ');
    expect(out).not.toMatch(/--password /);
  });

  it('is missed where nobody says it, and in a file that is not there, or empty', async () => {
    const empty = await fileOf('empty', '\n');
    const none = join(folder, 'none');
    for (const [more, exit, line] of [
      ['--access password', 2, 'schedule: the password is missing: ARENA_PASSWORD or --passw'],
      [`--password-file ${none}`, 1, 'schedule: --password-file: ENOENT'],
      [`--password-file ${empty}`, 1, 'schedule: --password-file: there is no password in it'],
    ] as const) {
      const { exitCode, err } = await server.run(`${SCHEDULE} ${more}`, [], {
        ARENA_PASSWORD: '',
      });

      expect([exitCode, err, server.asked()]).toEqual([exit, expect.stringContaining(line), []]);
    }
  });
});
