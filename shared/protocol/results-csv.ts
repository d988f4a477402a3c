import { stringify } from 'csv-stringify/sync';
import type { ResultColumn, ResultView } from './results-view.ts';

/**
 * Lines of a table as CSV (RFC 4180), with the names of the columns above them or without. A sheet
 * is numbers between blanks. What a spreadsheet would take for a formula gets an apostrophe.
 */
export const resultsCsv = (
  results: readonly ResultView[],
  columns: readonly ResultColumn[],
  header: boolean,
): string =>
  stringify(
    results.map((result) => ({ ...result, sheet: result.sheet.join(' ') })),
    { columns: [...columns], header, record_delimiter: 'windows', escape_formulas: true },
  );
