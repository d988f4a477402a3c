import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';
import type { HttpEvent } from '../aws/http-handler.ts';

/** Forms of an answer by the word that names them. */
export const MEDIA_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  pgn: 'application/x-chess-pgn',
  pdn: 'application/x-draughts-pdn',
  text: 'text/plain',
} as const;
export type Format = keyof typeof MEDIA_TYPES;

/** Whoever accepts one of these gets the usual form. */
const USUAL: readonly string[] = ['application/json', 'application/*', '*/*'];
const ANY_TEXT = 'text/*';
const KNOWN = new Set<string>([...Object.values(MEDIA_TYPES), ...USUAL, ANY_TEXT]);

/**
 * The form that is named (`?format=`), or that the client accepts, of those that there are, the
 * usual one first. Refusal: invalid (`format`, `accept`), where it is none of them.
 */
export function formatOf<F extends Format>(
  { query, headers }: HttpEvent,
  formats: readonly [F, ...(readonly F[])],
  expected: string,
): Result<F, Refusal> {
  if (query.format !== undefined) {
    const named = formats.find((format) => format === query.format);
    return named === undefined ? err(refuse('invalid', { field: 'format', expected })) : ok(named);
  }
  const wanted = acceptedTypes(headers.accept ?? '').filter((type) => KNOWN.has(type));
  const [fitting] = wanted.flatMap((type) => formatFor(type, formats) ?? []);
  if (fitting !== undefined) return ok(fitting);
  return wanted.length === 0
    ? ok(formats[0])
    : err(refuse('invalid', { field: 'accept', expected }));
}

function formatFor<F extends Format>(
  type: string,
  formats: readonly [F, ...(readonly F[])],
): F | undefined {
  if (USUAL.includes(type)) return formats[0];
  return type === ANY_TEXT
    ? formats.find((format) => MEDIA_TYPES[format].startsWith('text/'))
    : formats.find((format) => MEDIA_TYPES[format] === type);
}

/** The media types of the header `accept`, the most wanted first; without those of weight zero. */
function acceptedTypes(accept: string): string[] {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { type, weight: Number(weight) || 0 };
  });
  return ranges
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ type }) => type);
}
