import { exportPage } from '../../shared/app/export-arena.ts';
import { refuse } from '../../shared/core/refusal.ts';
import { rulesHtml, rulesMarkdown } from '../../shared/protocol/rules-page/render.ts';
import { RULES_LANGUAGES, rulesPage } from '../../shared/protocol/rules-page/rules-page.ts';
import { type HttpEvent, json, ndjson, problem, textual } from '../aws/http-handler.ts';
import { arenaOf } from './paths.ts';
import { type Answer, ports } from './ports.ts';

const FORMATS = ['json', 'html', 'markdown'] as const;
type Format = (typeof FORMATS)[number];

/** The rules of an arena in words: `?lang=`, and `?format=` or what the client accepts. */
export async function getRules(event: HttpEvent): Answer {
  const arena = await arenaOf(event);
  if (!arena.ok) return problem(arena.error);
  const lang = oneOf(RULES_LANGUAGES, event.query.lang ?? 'en');
  if (lang === null) {
    return problem(refuse('invalid', { field: 'lang', expected: anyOf(RULES_LANGUAGES) }));
  }
  const format = oneOf(FORMATS, event.query.format ?? accepted(event));
  if (format === null) {
    return problem(refuse('invalid', { field: 'format', expected: anyOf(FORMATS) }));
  }
  const page = rulesPage(arena.value, lang);
  if (format === 'json') return json(200, page);
  return format === 'html'
    ? textual('text/html', rulesHtml(page))
    : textual('text/markdown', rulesMarkdown(page));
}

function accepted({ accept }: HttpEvent): Format {
  if (accept.includes('text/html')) return 'html';
  return accept.includes('text/markdown') ? 'markdown' : 'json';
}

const oneOf = <W extends string>(words: readonly W[], text: string): W | null =>
  words.find((word) => word === text) ?? null;

const anyOf = (words: readonly string[]): string => `one of ${words.join(', ')}`;

/** The whole arena for an audit, page after page (`arena-export/1`). */
export async function getExport(event: HttpEvent): Answer {
  const arena = await arenaOf(event);
  if (!arena.ok) return problem(arena.error);
  const page = await exportPage(ports, arena.value, event.query.cursor ?? null);
  if (!page.ok) return problem(page.error);
  const { lines, next } = page.value;
  const link = `</arenas/${arena.value.id}/export?cursor=${next}>; rel="next"`;
  return ndjson(lines, next === null ? {} : { link });
}
