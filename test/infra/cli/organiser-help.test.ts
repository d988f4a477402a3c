import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECTIONS } from '../../../infra/cli/arena/command-list.ts';
import { type Cli, cliOn, wordsOf } from './organiser-cli.ts';

/** Every command with the words that call it; those of groups have two. */
const COMMANDS = SECTIONS.flatMap(({ commands }) =>
  Object.entries(commands).flatMap(([name, one]) =>
    'commands' in one
      ? Object.entries(one.commands).map(([part, command]) => ({ words: [name, part], command }))
      : [{ words: [name], command: one }],
  ),
).map(({ words, command }) => ({ name: words.join(' '), words, command }));

const OFFLINE = ['verify', 'simulate', 'perft'];
const ONLINE = COMMANDS.filter(({ name }) => !OFFLINE.includes(name));
const PREFIX = 'npm run --silent arena -- ';

/** The commands of the examples, without what the shell does with their output. */
const examplesIn = (usage: string): string[] =>
  (usage.split(/^Examples?:\n/m)[1] ?? '')
    .split('\n\n')[0]
    ?.split(PREFIX)
    .slice(1)
    .map((line) => line.replace(/ [|>] .*/, '').trim()) ?? [];

/** A server that refuses everything, and what it was asked. */
let server: Server;
const asked: string[] = [];
let cli: Cli;
beforeAll(async () => {
  server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(418).end('{"code":"teapot","title":"a teapot"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cli = cliOn({ env: { ARENA_ENDPOINT: endpoint, ARENA_TOKEN: 'a.token' } });
});
afterAll(() => server.close());

describe('the help', () => {
  it('lists every command and every group', async () => {
    const { exitCode, out } = await cli('--help');

    expect(exitCode).toBe(0);
    for (const { words } of COMMANDS) expect(out).toMatch(new RegExp(`^  ${words[0]} `, 'm'));
  });

  it.each(COMMANDS)('of $name says how it is called and how it ends', async ({ name, command }) => {
    for (const flag of ['--help', '-h']) {
      const { exitCode, out, err } = await cli(`${name} ${flag}`);

      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      expect(out).toBe(`${command.usage}\n`);
    }
    expect(command.usage).toMatch(new RegExp(`^${PREFIX}${name}( |$)`, 'm'));
    expect(command.usage).toContain('Exit code:');
    const wide = command.usage.split('\n').filter((line) => line.length > 100);
    expect(wide, 'lines fit a terminal').toEqual([]);
  });

  it.each(ONLINE)('of $name has examples that are understood', async ({ words, command }) => {
    const examples = examplesIn(command.usage);

    expect(examples).not.toEqual([]);
    for (const example of examples) {
      expect(wordsOf(example).slice(0, words.length)).toEqual(words);
      const { exitCode, err } = await cli(example);
      expect([example, err, exitCode]).toEqual([
        example,
        // The file of an example is not there; everything else reaches the server.
        expect.stringMatching(/: (418 teapot: a teapot|ENOENT: .*)\n$/),
        1,
      ]);
    }
  });

  it.each(ONLINE)('of $name is shown where a flag is wrong', async ({ name, command }) => {
    const before = asked.length;
    const { exitCode, err, out } = await cli(`${name} --no-such-flag`);

    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain("Unknown option '--no-such-flag'");
    expect(err).toContain(command.usage);
    expect(asked.length).toBe(before);
  });
});

describe('wrong words', () => {
  it.each([
    ['', 'npm run --silent arena -- COMMAND'],
    ['schedul', 'no command schedul'],
    ['toString', 'no command toString'],
    ['series', 'npm run --silent arena -- series COMMAND'],
    ['series constructor', 'no command series constructor'],
    ['show', 'show: ID is missing'],
    ['show a b', 'show: too much: b'],
    ['show ../x', 'show: ID: expected an id'],
    ['remove a', 'remove: PLAYER is missing'],
    ['remove a b', 'remove: --reason is missing'],
    ['note a', 'note: --text is missing'],
    ['list soon', 'list: STATE: expected one of upcoming, running, finished, current'],
    ['list --zone Nowhere', 'list: --zone: expected a zone'],
    ['change a', 'change: nothing to change'],
    ['schedule --in 5m --minutes 5 --clock 3+0', 'schedule: --name is missing'],
    ['schedule --name X --minutes 5 --clock 3+0', 'schedule: --start or --in is missing'],
    ['schedule --name X --in 5m --minutes 5 --clock 3', 'schedule: --clock: expected minutes'],
    ['series create --name X --minutes 5 --clock 3+0', 'create: --weekly or --monthly is missing'],
    ['standings a --version x', 'standings: --version: expected a whole number'],
    ['results csv a --json', "results csv: Unknown option '--json'"],
    ['list --endpoint ftp://x', 'list: --endpoint: expected a URL'],
    ['list --endpoint localhost:8787', 'list: --endpoint: expected a URL'],
  ])('%j are refused before anything is asked', async (line, expected) => {
    const before = asked.length;
    const { exitCode, err, out } = await cli(line);

    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain(expected);
    expect(asked.length).toBe(before);
  });
});
