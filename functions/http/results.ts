import { showResults } from '../../shared/app/results.ts';
import { getResultsOperation } from '../../shared/protocol/api/spectate-operations.ts';
import { resultsCsv } from '../../shared/protocol/results-csv.ts';
import { ndjson, problem, textual } from '../aws/http-handler.ts';
import { formatOf, MEDIA_TYPES } from './formats.ts';
import { arenaRoute } from './paths.ts';
import { ports } from './ports.ts';
import type { Route } from './route.ts';

const getResults = arenaRoute(getResultsOperation, async ({ event, query }, arena) => {
  const format = formatOf(event, ['ndjson', 'csv'], 'one of ndjson, csv');
  if (!format.ok) return problem(format.error);
  const { version = null, cursor = null } = query;
  const page = await showResults(ports, arena, { version, cursor });
  if (!page.ok) return problem(page.error);
  const { columns, results, isFirst, next } = page.value;
  const headers = { vary: 'accept', ...linkTo(arena.id, format.value, version, next) };
  if (format.value === 'ndjson') return ndjson(results, headers);
  const type = `${MEDIA_TYPES.csv}; header=${isFirst ? 'present' : 'absent'}`;
  return textual(type, resultsCsv(results, columns, isFirst), headers);
});

function linkTo(
  arena: string,
  format: string,
  version: number | null,
  next: string | null,
): Record<string, string> {
  if (next === null) return {};
  const named = version === null ? {} : { version: String(version) };
  const query = new URLSearchParams({ cursor: next, format, ...named });
  return { link: `</arenas/${arena}/results?${query}>; rel="next"` };
}

export const RESULT_ROUTES: readonly Route[] = [getResults];
