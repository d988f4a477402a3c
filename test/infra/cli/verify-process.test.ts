import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exported, exportedPages, playedArena } from '../../support/exports.ts';
import { linesOf, SEED, summaryOf, textOf, verifyText } from './verify-files.ts';

let folder: string;
let text: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
  text = await exported(await playedArena('classic', { seed: SEED }));
});
afterAll(() => rm(folder, { recursive: true }));

interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** The command as `npm run --silent arena --` starts it. */
const arena = (args: readonly string[], input = ''): Promise<Ran> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['infra/cli/arena.ts', ...args],
      { maxBuffer: 2 ** 26 },
      (_, out, err) => resolve({ exitCode: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end(input);
  });

const fileOf = async (content: string): Promise<string> => {
  const path = join(folder, 'file.ndjson');
  await writeFile(path, content);
  return path;
};

describe('arena verify', () => {
  it('exits with 0 when everything is equal, and its last line says so', async () => {
    const { exitCode, out, err } = await arena(['verify', await fileOf(text)]);

    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toMatch(/\nok players=15 games=\d+ compared=\d+ notComparable=0\n$/);
  });

  it('reads the standard input and exits with 1 when there are differences', async () => {
    const { exitCode, out } = await arena(['verify', '-'], text.replace('"rank":1,', '"rank":2,'));

    expect(exitCode).toBe(1);
    expect(out).toMatch(/^difference player \w+ rank: stored 2, recomputed 1$/m);
    expect(out).toMatch(/\ndifferences=1 players=15 games=\d+ compared=\d+ notComparable=0\n$/);
  });

  it('exits with 2 where the file cannot be read', async () => {
    const cut = await arena(['verify', await fileOf(text.slice(0, -9))]);
    const none = await arena(['verify', join(folder, 'none')]);
    const wrong = await arena(['verify']);

    expect([cut, none, wrong].map(({ exitCode }) => exitCode)).toEqual([2, 2, 2]);
    expect(cut.out).toMatch(new RegExp(`^unreadable line ${linesOf(text).length}: broken JSON`));
    expect(none.out).toContain('no such file');
    expect(wrong.err).toContain('arena -- verify FILE');
  });
});

describe('arena', () => {
  it('says how it is used, and refuses what it does not know', async () => {
    const [help, unknown] = [await arena(['--help']), await arena(['what'])];

    expect([help.exitCode, help.err]).toEqual([0, '']);
    expect(help.out).toContain('verify      recomputes an exported arena');
    expect([unknown.exitCode, unknown.out]).toEqual([2, '']);
    expect(unknown.err).toContain('npm run --silent arena --');
  });
});

describe('arena export', () => {
  let server: Server;
  let pages: string[];
  let endpoint: string;
  beforeAll(async () => {
    pages = await exportedPages(await playedArena('classic', { seed: SEED }), 5_000);
    server = createServer(({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const page = Number(searchParams.get('cursor') ?? 0);
      if (pathname !== '/arenas/anArena/export') {
        response.writeHead(404).end('{"code":"noSuchArena","title":"there is no such arena"}');
      } else if (page + 1 < pages.length) {
        const link = `</arenas/anArena/export?cursor=${page + 1}>; rel="next"`;
        response.writeHead(200, { link }).end(pages[page]);
      } else response.writeHead(200).end(pages[page]);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('joins the pages by their links, as a file that verifies', async () => {
    const { exitCode, out } = await arena(['export', 'anArena', '--endpoint', endpoint]);

    expect(pages.length).toBeGreaterThan(3);
    expect(exitCode).toBe(0);
    expect(out).toBe(text);
    expect((await verifyText(out)).exitCode).toBe(0);
  });

  it('says what went wrong', async () => {
    const unknown = await arena(['export', 'other', '--endpoint', endpoint]);
    const nobody = await arena(['export', 'anArena', '--endpoint', 'http://127.0.0.1:9']);

    expect([unknown, nobody].map(({ exitCode }) => exitCode)).toEqual([1, 1]);
    expect(unknown.err).toBe('export: 404 noSuchArena: there is no such arena\n');
    expect(nobody.err).toContain('export: http://127.0.0.1:9 does not answer');
  });
});

/** What the preset says of itself, in points. */
const SHIELD = {
  points: { win: 2, draw: 1, loss: 0 },
  streak: { afterWins: 2, factor: 2 },
  berserkBonus: { points: 1, minOwnMoves: 7 },
};

describe('a file that cannot be read', () => {
  const broken = (change: (lines: string[]) => unknown): string => {
    const lines = textOf(linesOf(text)).trimEnd().split('\n');
    change(lines);
    return lines.join('\n');
  };
  const arenaWith = (fields: object) => (lines: string[]) => {
    lines[0] = JSON.stringify({ ...JSON.parse(lines[0] ?? ''), ...fields });
  };
  const insert =
    (line: string, at = 4) =>
    (lines: string[]) =>
      lines.splice(at, 0, line);

  it.each([
    ['nothing', () => '', 1, 'nothing in it'],
    [
      'no arena first',
      () => broken((lines) => lines.shift()),
      1,
      'the first line is not the arena',
    ],
    ['a second arena', () => broken((lines) => lines.push(lines[0] ?? '')), -1, 'a second arena'],
    ['broken JSON', () => broken(insert('{"type":"game"')), 5, 'broken JSON'],
    ['a list', () => broken(insert('[]')), 5, 'invalid line: expected a JSON object'],
    ['an unknown type', () => broken(insert('{"type":"toString"}')), 5, 'unknown type: type'],
    ['no type', () => broken(insert('{}')), 5, 'unknown type: type: expected one of arena'],
    [
      'a missing field',
      () => broken(insert('{"type":"player","id":"x"}')),
      5,
      'invalid line: name',
    ],
    ['another schema', () => broken(arenaWith({ schema: 'arena-export/2' })), 1, 'schema'],
    ['a wrong policy', () => broken(arenaWith({ policy: { preset: 'x' } })), 1, 'policy.preset'],
    [
      'a wrong rule',
      () => broken(arenaWith({ policy: { preset: 'dutch', reach: 2 } })),
      1,
      'reach',
    ],
    ['after an empty line', () => `${text}\n\n{`, -3, 'broken JSON'],
  ])('%s', async (_, content, line, sees) => {
    const count = linesOf(text).length;
    const report = await verifyText(content());

    expect(report.exitCode).toBe(2);
    expect(summaryOf(report)).toContain(`unreadable line ${line < 0 ? count - line : line}: `);
    expect(summaryOf(report)).toContain(sees);
  });

  it.each(['points', 'streak', 'berserkBonus'])(
    'is not one with a field that nobody knows inside the rule %s',
    async (rule) => {
      const lines = linesOf(await exported(await playedArena('oware-shield', { seed: SEED })));
      const [arena] = lines;
      const written = Object.entries(SHIELD).map(([name, value]) => [
        name,
        name === rule ? { ...value, colour: 'red' } : value,
      ]);
      const strange = { ...arena, policy: { ...arena?.policy, ...Object.fromEntries(written) } };

      const report = await verifyText(textOf([strange, ...lines.slice(1)]));

      expect(report).toEqual(await verifyText(textOf(lines)));
      expect(report.exitCode).toBe(0);
    },
  );

  it('is not one with fields that nobody knows, empty lines or foreign line ends', async () => {
    const strange = broken((lines) => {
      arenaWith({ colour: 'red', policy: { preset: 'classic', colour: 'red' } })(lines);
      insert(
        '{"type":"player","id":"x","name":"","rating":1,"removed":true,"disqualified":false,"z":1}',
      )(lines);
    });

    const report = await verifyText(`${strange.replaceAll('\n', '\r\n\r\n')}\r\n\n`);

    expect(report.exitCode).toBe(0);
  });
});
