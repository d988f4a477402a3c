import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Anything that JSON can say, told apart by `t`. */
export interface JournalEntry {
  readonly t: string;
}

/**
 * An append-only file of entries, one JSON text a line. An entry is in the file when `append`
 * returns: it outlives the process, though not the power (nothing waits for the disk).
 */
export interface Journal {
  /** All entries so far in their order, read from the file anew by every loop. */
  readonly entries: Iterable<JournalEntry>;
  sizeBytes(): number;
  /** Throws if it cannot be written; then it is no entry. */
  append(entry: JournalEntry): void;
  /** Replaces all entries at once; a kill meanwhile leaves either the old ones or the new. */
  compact(entries: Iterable<JournalEntry>): void;
  close(): void;
}

const FILE_NAME = 'journal.ndjson';
const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Opens or makes the journal of a folder, which is made, too. A last line that was torn by a kill
 * is cut off. Throws an error that names the folder if it cannot be used.
 */
export function openJournal(folder: string): Journal {
  const file = join(folder, FILE_NAME);
  let { descriptor, sizeBytes } = openFolder(folder, file);

  return {
    entries: { [Symbol.iterator]: () => readEntries(descriptor, file) },
    sizeBytes: () => sizeBytes,
    append(entry) {
      sizeBytes += writeLine(descriptor, entry, sizeBytes);
    },
    compact(entries) {
      const written = writeFile(`${file}.new`, entries);
      renameSync(`${file}.new`, file);
      closeSync(descriptor);
      ({ descriptor, sizeBytes } = written);
    },
    close: () => closeSync(descriptor),
  };
}

interface OpenFile {
  readonly descriptor: number;
  readonly sizeBytes: number;
}

/** One folder at a time: node's own recursion never ends where a file system refuses folders. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

function openFolder(folder: string, file: string): OpenFile {
  try {
    makeFolder(resolve(folder));
    const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT);
    const sizeBytes = lastLineEnd(descriptor);
    ftruncateSync(descriptor, sizeBytes);
    return { descriptor, sizeBytes };
  } catch (error) {
    throw new Error(`cannot keep data in the folder ${folder}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function writeFile(file: string, entries: Iterable<JournalEntry>): OpenFile {
  const descriptor = openSync(file, 'w+');
  let sizeBytes = 0;
  for (const entry of entries) sizeBytes += writeLine(descriptor, entry, sizeBytes);
  return { descriptor, sizeBytes };
}

/** The bytes of the line. After an error the next line is written over the torn one. */
function writeLine(descriptor: number, entry: JournalEntry, position: number): number {
  const line = Buffer.from(`${JSON.stringify(entry)}\n`);
  for (let done = 0; done < line.length; )
    done += writeSync(descriptor, line, done, line.length - done, position + done);
  return line.length;
}

function lastLineEnd(descriptor: number): number {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let end = fstatSync(descriptor).size; end > 0; end -= CHUNK_BYTES) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const length = readSync(descriptor, chunk, 0, end - start, start);
    const newline = chunk.subarray(0, length).lastIndexOf(NEWLINE);
    if (newline >= 0) return start + newline + 1;
  }
  return 0;
}

/** Chunk by chunk: a journal may be longer than the longest string. */
function* readEntries(descriptor: number, file: string): Generator<JournalEntry> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let rest = Buffer.alloc(0);
  let position = 0;
  let line = 0;
  for (;;) {
    const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, position);
    if (length === 0) return;
    position += length;
    rest = Buffer.concat([rest, chunk.subarray(0, length)]);
    const end = rest.lastIndexOf(NEWLINE);
    if (end < 0) continue;
    for (const text of rest.toString('utf8', 0, end).split('\n')) {
      line += 1;
      yield parseLine(text, file, line);
    }
    rest = rest.subarray(end + 1);
  }
}

function parseLine(text: string, file: string, line: number): JournalEntry {
  try {
    return JSON.parse(text) as JournalEntry;
  } catch (error) {
    throw new Error(`line ${line} of ${file} is broken`, { cause: error });
  }
}
