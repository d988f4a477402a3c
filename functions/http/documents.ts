import { exportPage } from '../../shared/app/export-arena.ts';
import { openApi } from '../../shared/protocol/api/openapi.ts';
import {
  getExportOperation,
  getOpenApiOperation,
  getRulesOperation,
  type RULES_FORMATS,
} from '../../shared/protocol/api/read-operations.ts';
import { rulesHtml, rulesMarkdown } from '../../shared/protocol/rules-page/render.ts';
import { rulesPage } from '../../shared/protocol/rules-page/rules-page.ts';
import { type HttpEvent, json, ndjson, problem, textual } from '../aws/http-handler.ts';
import { arenaRoute } from './paths.ts';
import { ports } from './ports.ts';
import { type Route, route } from './route.ts';

/** The rules of an arena in words. */
const getRules = arenaRoute(getRulesOperation, async ({ event, query }, arena) => {
  const format = query.format ?? accepted(event);
  const page = rulesPage(arena, query.lang);
  if (format === 'json') return json(200, page, VARIES);
  return format === 'html'
    ? textual('text/html', rulesHtml(page), VARIES)
    : textual('text/markdown', rulesMarkdown(page), VARIES);
});

const VARIES = { vary: 'accept' };

function accepted({ headers: { accept = '' } }: HttpEvent): (typeof RULES_FORMATS)[number] {
  if (accept.includes('text/html')) return 'html';
  return accept.includes('text/markdown') ? 'markdown' : 'json';
}

/** The whole arena for an audit, page after page (`arena-export/1`). */
const getExport = arenaRoute(getExportOperation, async ({ query: { cursor } }, arena) => {
  const page = await exportPage(ports, arena, cursor ?? null);
  if (!page.ok) return problem(page.error);
  const { lines, next } = page.value;
  const link = `</arenas/${arena.id}/export?cursor=${next}>; rel="next"`;
  return ndjson(lines, next === null ? {} : { link });
});

/** Made at the first question: few ask, and every cold start would pay for it. */
let document: object | null = null;

const getOpenApi = route(getOpenApiOperation, async () => {
  document ??= openApi();
  return json(200, document);
});

export const DOCUMENT_ROUTES: readonly Route[] = [getRules, getExport, getOpenApi];
