import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDynamoDb } from '../../../../infra/local/dynamodb/dynamodb.ts';
import { type JournalEntry, openJournal } from '../../../../infra/local/dynamodb/journal.ts';
import { ARENAS, GAMES, N, refusal, S, TABLE, update } from './arenas-table.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'journal.ndjson');
const entry = (n: number) => ({ t: 'test', n });

function* only(entries: Iterable<JournalEntry>, n: number): Generator<JournalEntry> {
  for (const one of entries) if ('n' in one && one.n === n) yield one;
}

/** What a fresh look at the folder finds. */
function found(): readonly JournalEntry[] {
  const journal = openJournal(folder);
  const entries = [...journal.entries];
  journal.close();
  return entries;
}

describe('a journal', () => {
  it('gives back what was appended, in its order, in this process and the next', () => {
    const journal = openJournal(join(folder, 'made', 'on the way'));
    for (let n = 0; n < 3; n++) journal.append(entry(n));

    expect([...journal.entries]).toEqual([0, 1, 2].map(entry));
    expect([...journal.entries]).toHaveLength(3);
    folder = join(folder, 'made', 'on the way');
    expect(found()).toEqual([0, 1, 2].map(entry));
    folder = join(folder, '..', '..');
  });

  it('reads lines longer than what it reads at once', () => {
    const journal = openJournal(folder);
    const long = { t: 'test', text: '€'.repeat(1_200_000) };
    for (const one of [entry(1), long, entry(2)]) journal.append(one);

    expect(found()).toEqual([entry(1), long, entry(2)]);
    expect(journal.sizeBytes()).toBe(readFileSync(file()).length);
  });

  it.each([1, 5, 20])('forgets a last line of which only %i bytes were written', (bytes) => {
    writeFileSync(
      file(),
      `${JSON.stringify(entry(1))}\n${JSON.stringify(entry(2)).slice(0, bytes)}`,
    );

    expect(found()).toEqual([entry(1)]);
  });

  it('goes on behind a torn line', () => {
    writeFileSync(file(), `${JSON.stringify(entry(1))}\n{"t":"te`);

    openJournal(folder).append(entry(2));

    expect(found()).toEqual([entry(1), entry(2)]);
  });

  it('starts anew when its first line is torn', () => {
    writeFileSync(file(), '{"t":');

    expect(found()).toEqual([]);
    expect(readFileSync(file(), 'utf8')).toBe('');
  });

  it('does not swallow a line that is broken in the middle', () => {
    writeFileSync(file(), '{"t":"a"}\n{"t":\n{"t":"b"}\n');

    expect(found).toThrow(/line 2 of .*journal\.ndjson is broken/);
  });

  it('can be replaced by fewer entries, and goes on', () => {
    const journal = openJournal(folder);
    for (let n = 0; n < 10; n++) journal.append(entry(n));

    journal.compact(only(journal.entries, 7));
    journal.append(entry(11));

    expect([...journal.entries]).toEqual([entry(7), entry(11)]);
    expect(found()).toEqual([entry(7), entry(11)]);
    expect(journal.sizeBytes()).toBe(readFileSync(file()).length);
  });

  it('is whole after a kill while it was replaced', () => {
    openJournal(folder).append(entry(1));
    writeFileSync(`${file()}.new`, '{"t":"half');

    expect(found()).toEqual([entry(1)]);
  });

  it('keeps the old entries when the new ones cannot be written', () => {
    const journal = openJournal(folder);
    journal.append(entry(1));

    const broken = function* (): Generator<JournalEntry> {
      yield entry(2);
      throw new Error('no more');
    };
    expect(() => journal.compact(broken())).toThrow('no more');
    journal.append(entry(3));

    expect(found()).toEqual([entry(1), entry(3)]);
  });

  it('names a folder that cannot be used', () => {
    const taken = join(folder, 'a file');
    writeFileSync(taken, '');

    expect(() => openJournal(taken)).toThrow(`cannot keep data in the folder ${taken}`);
  });

  it('loses nothing that was answered before a kill', async () => {
    const child = run(`
      for (let n = 0; ; n++) {
        journal.append({ t: 'test', n, text: 'x'.repeat(5000) });
        writeSync(1, n + ' ');
      }`);
    let answered = '';
    child.stdout.on('data', (chunk: Buffer) => {
      answered += chunk.toString();
      if (answered.length > 2000) child.kill('SIGKILL');
    });
    await once(child, 'close');

    const numbers = found().map((one) => ('n' in one ? one.n : null));
    expect(numbers.length).toBeGreaterThanOrEqual(answered.trim().split(' ').length - 1);
    expect(numbers).toEqual(numbers.map((_, n) => n));
  });

  it('takes back an entry that did not fit on the disk', async () => {
    const child = run(
      `let n = 0;
      const fill = (bytes) => {
        try {
          for (;;) journal.append({ t: 'test', n: n++, text: 'x'.repeat(bytes) });
        } catch (error) {
          n--;
          writeSync(1, error.code + ' ');
        }
      };
      fill(5000);
      fill(5);
      writeSync(1, String(n));`,
      "trap '' XFSZ; ulimit -f 40; ",
    );
    const answered = await text(child.stdout);

    expect(answered).toBe(`EFBIG EFBIG ${found().length}`);
    expect(found().length).toBeGreaterThan(5);
  });

  /** Runs a script with a `journal` of the folder in a process of its own. */
  function run(script: string, limits = '') {
    const module = join(import.meta.dirname, '../../../../infra/local/dynamodb/journal.ts');
    const whole = `
      import { openJournal } from '${pathToFileURL(module)}';
      import { writeSync } from 'node:fs';
      const journal = openJournal(process.argv[1]);
      ${script}`;
    const node = ['--input-type=module', '--eval', whole, folder];
    return spawn('sh', ['-c', `${limits}exec "$@"`, 'sh', process.execPath, ...node]);
  }
});

describe('a database with a journal', () => {
  /** Restores from the folder and goes on writing to it; only complete entries count. */
  function start({ nowMs = 0, isCompacting = false } = {}) {
    const journal = openJournal(folder);
    const records: string[] = [];
    const db = createDynamoDb({
      shards: 4,
      nowMs: () => nowMs,
      onCommit: (commit) => {
        journal.append(commit);
        records.push(...commit.records.map(({ event }) => event.eventID));
      },
    });
    db.call('CreateTable', ARENAS);
    db.call('CreateTable', GAMES);
    db.restore(journal.entries);
    if (isCompacting) journal.compact(db.snapshot());
    const call = (operation: string, input: object) => db.call(operation, input);
    return { journal, call, records };
  }

  const item = (s: string, n: number) => ({ p: S('A'), s: S(s), g: S('g'), n: N(n) });
  const everything = ({ call }: ReturnType<typeof start>) =>
    [
      ['Scan', { TableName: TABLE }],
      ['Scan', { TableName: GAMES.TableName }],
      ['Scan', { TableName: TABLE, IndexName: 'keys' }],
    ].map(([operation, input]) => call(operation as string, input as object));

  function write({ call }: ReturnType<typeof start>) {
    for (let n = 0; n < 5; n++) call('PutItem', { TableName: TABLE, Item: item(`P${n}`, n) });
    call('DeleteItem', { TableName: TABLE, Key: { p: S('A'), s: S('P1') } });
    call('UpdateItem', update(['A', 'P2'], 'SET n = :n', { n: N(20) }));
    call('TransactWriteItems', takeTwo);
  }
  const takeTwo = {
    ClientRequestToken: 'token',
    TransactItems: [
      { Update: update(['A', 'P3'], 'ADD n :n', { n: N(1) }) },
      { Put: { TableName: GAMES.TableName, Item: { p: S('G') } } },
    ],
  };

  describe.each([false, true])('that was compacted at the last start: %s', (isCompacting) => {
    /** Two restarts: the second one sees only what the first one left. */
    function restart() {
      start({ isCompacting });
      return start();
    }

    it('is the same', () => {
      const before = start();
      write(before);

      expect(everything(restart())).toEqual(everything(before));
    });

    it('goes on counting its records', () => {
      const before = start();
      write(before);

      const after = restart();
      after.call('PutItem', { TableName: TABLE, Item: item('P9', 9) });

      const last = Number(before.records.at(-1));
      expect(after.records).toEqual([String(last + 1).padStart(21, '0')]);
    });

    it('still knows its tokens', () => {
      write(start());

      const after = restart();
      const before = everything(after);
      after.call('TransactWriteItems', takeTwo);

      expect(everything(after)).toEqual(before);
      const other = { ...takeTwo, TransactItems: takeTwo.TransactItems.slice(1) };
      expect(refusal(() => after.call('TransactWriteItems', other)).name).toBe(
        'IdempotentParameterMismatchException',
      );
    });
  });

  it('loses a transaction as a whole when its line is torn', () => {
    const { call } = start();
    call('PutItem', { TableName: TABLE, Item: item('P3', 3) });
    const before = readFileSync(file());
    call('TransactWriteItems', takeTwo);
    const after = readFileSync(file());
    writeFileSync(file(), after.subarray(0, before.length + (after.length - before.length) / 2));

    const [rows, games] = everything(start());

    expect(rows).toMatchObject({ Items: [item('P3', 3)] });
    expect(games).toMatchObject({ Count: 0 });
  });

  it('passes over the entries of others', () => {
    write(start());
    appendFileSync(file(), `${JSON.stringify({ t: 'queue', writes: 'not ours' })}\n`);

    expect(everything(start())[1]).toMatchObject({ Count: 1 });
  });

  it('does not start without a table that has data', () => {
    write(start());
    const db = createDynamoDb({ shards: 1, nowMs: () => 0, onCommit: () => {} });

    expect(refusal(() => db.restore(openJournal(folder).entries)).message).toContain(TABLE);
  });
});
