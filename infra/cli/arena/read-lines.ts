import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { err, ok, type Result } from '../../../shared/core/result.ts';
import { type LineOf, parseLine, type ReadLine } from '../../../shared/protocol/export.ts';

/** How the numbers of a standing were written, where decimals matter. */
export interface Literals {
  readonly performance?: string;
  readonly aroc1?: string;
}

export type Standing = LineOf<'standing'> & { readonly literals: Literals };
export type FileLine = Exclude<ReadLine, { readonly type: 'standing' }> | Standing;

/** A line with its number from 1. */
export interface NumberedLine {
  readonly at: number;
  readonly line: FileLine;
}

/** A line that cannot be read, by its number from 1. */
export interface Unreadable {
  readonly line: number;
  readonly problem: string;
}

/** Thrown out of a stream of lines; whoever reads the file catches it. */
export class UnreadableError extends Error {
  readonly line: number;
  constructor({ line, problem }: Unreadable) {
    super(problem);
    this.line = line;
  }
}

/** `-` is the standard input. */
export const openExport = (file: string): Readable =>
  file === '-' ? process.stdin : createReadStream(file);

/** The lines of an export one after the other; empty ones are passed over. */
export async function* readLines(input: Readable): AsyncGenerator<NumberedLine> {
  let at = 0;
  for await (const text of textLines(input)) {
    at += 1;
    if (text.trim() === '') continue;
    const read = readLine(text);
    if (!read.ok) throw new UnreadableError({ line: at, problem: read.error });
    yield { at, line: read.value };
  }
}

async function* textLines(input: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

function readLine(text: string): Result<FileLine, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return err(`broken JSON (${(error as Error).message})`);
  }
  const parsed = parseLine(json);
  if (!parsed.ok) {
    const { code, field, expected } = parsed.error;
    const what = code === 'unknownType' ? 'unknown type' : 'invalid line';
    return err(`${what}: ${field === undefined ? '' : `${field}: `}expected ${expected}`);
  }
  const line = parsed.value;
  return ok(line.type === 'standing' ? { ...line, literals: literalsIn(text) } : line);
}

type SourceReviver = (
  this: unknown,
  key: string,
  value: unknown,
  context?: { readonly source?: string },
) => unknown;

/**
 * The texts of the two rounded numbers, as the parser met them. A reviver sees the parts of a value
 * before the value, so which object each number was in is known at the end.
 */
function literalsIn(text: string): Literals {
  const seen: { readonly holder: unknown; readonly key: string; readonly source: string }[] = [];
  const reviver: SourceReviver = function (key, value, context) {
    const isRounded = key === 'performance' || key === 'aroc1';
    if (isRounded && typeof value === 'number') {
      seen.push({ holder: this, key, source: context?.source ?? String(value) });
    }
    return value;
  };
  const line = JSON.parse(text, reviver) as { readonly tiebreaks?: unknown };
  const find = (holder: unknown, key: string) =>
    seen.findLast((one) => one.holder === holder && one.key === key)?.source;
  const [performance, aroc1] = [find(line, 'performance'), find(line.tiebreaks, 'aroc1')];
  return {
    ...(performance !== undefined && { performance }),
    ...(aroc1 !== undefined && { aroc1 }),
  };
}
