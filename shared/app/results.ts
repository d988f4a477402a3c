import type { Arena } from '../arena/arena.ts';
import { PAGE_ROWS } from '../arena/standings.ts';
import type { Refusal } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import {
  type ResultColumn,
  type ResultView,
  resultColumns,
  viewResult,
} from '../protocol/results-view.ts';
import { cursorRefusal } from './place-cursor.ts';
import type { Ports } from './ports.ts';
import { showFinal } from './show-final.ts';
import { showTable } from './show-table.ts';

export interface ResultsPage {
  readonly columns: readonly ResultColumn[];
  readonly results: readonly ResultView[];
  /** The first page: whoever puts pages one after the other wants its header alone. */
  readonly isFirst: boolean;
  readonly next: string | null;
}

export interface ResultsQuery {
  /** Of the final ranking; null: the table as it is published now. */
  readonly version: number | null;
  readonly cursor: string | null;
}

/**
 * A page of the published table, or of one version of the final ranking, in the order of the ranks.
 * A running table may change between two pages. Refusals: invalid (`cursor`), notFound (`version`).
 */
export async function showResults(
  ports: Pick<Ports, 'store' | 'tables'>,
  arena: Arena,
  { version, cursor }: ResultsQuery,
): Promise<Result<ResultsPage, Refusal>> {
  const page = pageIn(cursor);
  if (!page.ok) return page;
  const found =
    version === null
      ? await showTable(ports, arena.id, page.value)
      : await showFinal(ports, arena.id, version, page.value);
  if (!found.ok) return found;
  const { players, standings } = found.value;
  const columns = resultColumns(arena.policy.tieBreaks);
  const after = page.value + 1;
  return ok({
    columns,
    results: standings.map((line) => viewResult(line, columns)),
    isFirst: page.value === 0,
    next: after * PAGE_ROWS < players ? String(after) : null,
  });
}

function pageIn(cursor: string | null): Result<number, Refusal> {
  if (cursor === null) return ok(0);
  return /^[1-9]\d{0,3}$/.test(cursor) ? ok(Number(cursor)) : err(cursorRefusal());
}
