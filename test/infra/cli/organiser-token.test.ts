import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Played, playServer, type Reply, TOKEN } from './organiser-server.ts';

const REMOVE = 'remove aaaaaaaaaaa bbbbbbbbbbb --reason rude';
const DONE: Reply = { status: 200, body: { removed: true } };

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

const bearers = () => server.asked().map(({ headers }) => headers.authorization);

describe('the token', () => {
  it('comes from the environment, or from a file that goes before it', async () => {
    const file = join(folder, 'token');
    await writeFile(file, 'of.a.file\n');
    await server.run(REMOVE, [DONE]);
    expect(bearers()).toEqual([`Bearer ${TOKEN}`]);

    await server.run(`${REMOVE} --token-file ${file}`, [DONE]);
    expect(bearers()).toEqual(['Bearer of.a.file']);
  });

  it('is not sent where everybody may look', async () => {
    await server.run('list', [{ status: 200, body: { arenas: [] } }]);
    expect(bearers()).toEqual([undefined]);

    await server.run('series calendar aaaaaaaaaaa', [{ status: 200, body: 'BEGIN:VCALENDAR' }]);
    expect(bearers()).toEqual([undefined]);
  });

  it.each([
    ['', 'remove: needs a token of an organiser, in ARENA_TOKEN or in a file'],
    ['a b', 'remove: ARENA_TOKEN: expected a token alone'],
    ['secret\nsecret', 'remove: ARENA_TOKEN: expected a token alone'],
    ['secrét', 'remove: ARENA_TOKEN: expected a token alone'],
  ])('is looked at before it is used: %j', async (token, line) => {
    const { exitCode, err } = await server.run(REMOVE, [DONE], { ARENA_TOKEN: token });

    expect([exitCode, server.asked().length]).toEqual([1, 0]);
    expect(err).toContain(line);
    expect(err).not.toContain('secr');
  });

  it('is not needed to be told what is wrong with the words', async () => {
    const { exitCode, err } = await server.run('cancel aaaaaaaaaaa', [], { ARENA_TOKEN: '' });

    expect([exitCode, err.split('\n')[0]]).toEqual([2, 'cancel: --reason is missing']);
  });

  it('is missed in a file that is not there, or empty', async () => {
    const file = join(folder, 'empty');
    await writeFile(file, '\n');
    const [none, empty] = [
      await server.run(`${REMOVE} --token-file ${join(folder, 'none')}`, [DONE]),
      await server.run(`${REMOVE} --token-file ${file}`, [DONE]),
    ];

    expect([none.exitCode, empty.exitCode, server.asked().length]).toEqual([1, 1, 0]);
    expect(none.err).toContain('remove: --token-file: ENOENT');
    expect(empty.err).toContain('remove: --token-file: there is no token in it');
  });

  it('goes encrypted, or to this machine', async () => {
    for (const open of ['http://example.org', 'http://127.0.0.1.example.org', 'http://10.0.0.1']) {
      const { exitCode, err } = await server.run(REMOVE, [DONE], { ARENA_ENDPOINT: open });

      expect([exitCode, err]).toEqual([
        ...[1, `remove: the token would go to ${open} without encryption: use https\n`],
      ]);
    }
  });

  it('is no flag, and an address holds none', async () => {
    for (const line of [`list --token ${TOKEN}`, `list --token=${TOKEN}`]) {
      const { exitCode, err } = await server.run(line);
      expect([exitCode, err.split('\n')[0]]).toEqual([
        ...[
          2,
          'list: a token is no flag, where others could read it: ARENA_TOKEN or --token-file FILE',
        ],
      ]);
    }
    for (const url of [`http://x:${TOKEN}@h`, `http://h/?token=${TOKEN}`, `http://h/#${TOKEN}`]) {
      const { exitCode, err } = await server.run(`list --endpoint ${url}`);
      expect([exitCode, err.split('\n')[0]]).toEqual([
        ...[
          2,
          'list: --endpoint: expected a URL like https://arena.example.org, without user and query',
        ],
      ]);
    }
  });
});

describe('lists', () => {
  const arena = {
    ...{ id: 'aaaaaaaaaaa', state: 'created', startsAtMs: 0, endsAtMs: 3_600_000, players: 3 },
    ...{ game: 'oware', preset: 'classic', clock: { limitMs: 15_000, incrementMs: 1_000 } },
    ...{ playersMax: 9, name: 'Ama\u001b[2J\u202e' },
  };
  const pages: readonly Reply[] = [
    {
      status: 200,
      body: { arenas: [arena], next: 'n' },
      headers: { link: '</arenas?state=current&cursor=n>; rel="next"' },
    },
    { status: 200, body: { arenas: [{ ...arena, id: 'bbbbbbbbbbb' }], next: null } },
  ];

  it('go on from page to page, under one line of titles, harmless to a terminal', async () => {
    const { out } = await server.run('list --zone Europe/Amsterdam', pages);
    const [titles, first, second, ...rest] = out.split('\n');

    expect(server.asked().map(({ line }) => line)).toEqual([
      'GET /arenas?state=current',
      'GET /arenas?state=current&cursor=n',
    ]);
    expect(titles).toMatch(/^ +state +starts/);
    expect(first?.replace(/ +/g, ' ').trimEnd()).toBe(
      'aaaaaaaaaaa created 1970-01-01 01:00 Europe/Amsterdam 1 h oware 0.25+1 classic 3/9 Ama [2J',
    );
    expect(second).toMatch(/^bbbbbbbbbbb /);
    expect(rest).toEqual(['']);
  });

  it('are the answers as they are for scripts, a page a line', async () => {
    const { out } = await server.run('list --json', pages);

    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(pages.map((page) => (typeof page === 'string' ? null : page.body)));
  });
});

describe('all that these commands said', () => {
  it('holds no token', () => {
    expect(server.all.length).toBeGreaterThan(15);
    for (const { out, err } of server.all) expect(out + err).not.toContain(TOKEN);
  });
});
