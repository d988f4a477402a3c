import {
  decodeGamesCursor,
  encodeGamesCursor,
  type GamesPlace,
} from '../../shared/app/games-cursor.ts';
import { listGames, listGameTexts } from '../../shared/app/list-games.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';
import { formatsOf, type GameFormat } from '../../shared/protocol/notation/notation.ts';
import { type HttpEvent, ndjson, problem, textual } from '../aws/http-handler.ts';
import { arenaOf } from './paths.ts';
import { type Answer, ports } from './ports.ts';

const TYPES: Readonly<Record<Exclude<GameFormat, 'ndjson'>, string>> = {
  pgn: 'application/x-chess-pgn',
  pdn: 'application/x-draughts-pdn',
  text: 'text/plain',
};

/** What a client may accept, and what it gets for it. */
const ACCEPTED: ReadonlyMap<string, GameFormat> = new Map([
  ...Object.entries(TYPES).map(([format, type]) => [type, format as GameFormat] as const),
  ['text/*', 'text'],
  ...['application/x-ndjson', 'application/json', 'application/*', '*/*'].map(
    (type) => [type, 'ndjson'] as const,
  ),
]);

/**
 * The games of an arena, page after page: `?format=`, or what the client accepts. NDJSON has the
 * running ones, too; the notations have the finished ones.
 */
export async function getGames(event: HttpEvent): Answer {
  const found = await arenaOf(event);
  if (!found.ok) return problem(found.error);
  const arena = found.value;
  const format = formatOf(event, arena);
  if (!format.ok) return problem(format.error);
  const from = decodeGamesCursor(arena, event.query.cursor ?? null);
  if (!from.ok) return problem(from.error);
  if (format.value === 'ndjson') {
    const { games, next } = await listGames(ports, arena, from.value);
    return ndjson(games, headersOf(arena, format.value, next));
  }
  const { texts, next } = await listGameTexts(ports, arena, from.value);
  return textual(TYPES[format.value], texts.join(''), headersOf(arena, format.value, next));
}

/** The link says the form again, so whoever follows it need not send the header. */
function headersOf({ id }: Arena, format: GameFormat, next: GamesPlace | null) {
  if (next === null) return { vary: 'accept' };
  const query = `cursor=${encodeGamesCursor(next)}&format=${format}`;
  return { vary: 'accept', link: `</arenas/${id}/games?${query}>; rel="next"` };
}

/** Refusal: invalid (`format`, `accept`), where the game is not written down like that. */
function formatOf({ query, accept }: HttpEvent, { kind }: Arena): Result<GameFormat, Refusal> {
  const formats = formatsOf(kind);
  const expected = `one of ${formats.join(', ')} for a game of ${kind}`;
  if (query.format !== undefined) {
    const named = formats.find((format) => format === query.format);
    return named === undefined ? err(refuse('invalid', { field: 'format', expected })) : ok(named);
  }
  const wanted = acceptedTypes(accept).flatMap((type) => ACCEPTED.get(type) ?? []);
  const fitting = wanted.find((format) => formats.includes(format));
  if (fitting !== undefined) return ok(fitting);
  return wanted.length === 0 ? ok('ndjson') : err(refuse('invalid', { field: 'accept', expected }));
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
