import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type PlayerId, parseId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { checked } from './client-message.ts';
import { type AllowListBody, accountSubject } from './entry-view.ts';

/** `name` is for readers: it is written, and not read. */
const COLUMNS = ['player', 'account', 'name'];

/** A record, and on which line of the text it ends, counted from 1. */
interface Line {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * A list of players as CSV (RFC 4180): a header that names `player` (an id), `account` (a subject)
 * or both, and one of them a line. Quotes, either line end, a byte order mark and blank lines are
 * as good. Refusal: invalid; `field` says which line.
 */
export function readAllowList(text: string): Result<AllowListBody, Refusal> {
  const lines = linesOf(text);
  if (!lines.ok) return lines;
  const [header, ...rest] = lines.value;
  const names = header?.record.map((name) => name.trim().toLowerCase()) ?? [];
  const known =
    names.every((name) => COLUMNS.includes(name)) && new Set(names).size === names.length;
  if (!known || !(names.includes('player') || names.includes('account'))) {
    return wrong(header?.info.lines ?? 1, 'a header with player, account or both');
  }
  const players: PlayerId[] = [];
  const accounts: string[] = [];
  for (const { record, info } of rest) {
    const cell = (name: string): string => record[names.indexOf(name)]?.trim() ?? '';
    const [player, account] = [cell('player'), cell('account')];
    if (record.length !== names.length) return wrong(info.lines, `as many cells as the header`);
    if (player === '' && account === '') return wrong(info.lines, 'a player or an account');
    const id = player === '' ? null : parseId<PlayerId>(player);
    if (player !== '' && id === null) return wrong(info.lines, 'the id of a player');
    const subject = account === '' ? ok(null) : checked(accountSubject, account);
    if (!subject.ok) return wrong(info.lines, subject.error.expected ?? '');
    if (id !== null) players.push(id);
    if (subject.value !== null) accounts.push(subject.value);
  }
  return ok({ players, accounts });
}

const wrong = (line: number, expected: string): Result<never, Refusal> =>
  err(refuse('invalid', { field: `line ${line}`, expected }));

function linesOf(text: string): Result<readonly Line[], Refusal> {
  try {
    return ok(
      parse(text, {
        ...{ bom: true, info: true, skip_empty_lines: true },
        ...{ skip_records_with_empty_values: true, relax_column_count: true },
      }) as unknown as Line[],
    );
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const { lines } = cause as CsvError & { readonly lines?: number };
    return wrong(lines ?? 1, 'CSV as RFC 4180 has it');
  }
}

/** The list for readers and spreadsheets; what would be taken for a formula gets an apostrophe. */
export const writeAllowList = (
  players: readonly { readonly player: PlayerId; readonly name: string }[],
): string =>
  stringify([...players], {
    ...{ columns: ['player', 'name'], header: true },
    ...{ record_delimiter: 'windows', escape_formulas: true },
  });
