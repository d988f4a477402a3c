import { showPerson } from '../../shared/app/show-person.ts';
import { showRatings } from '../../shared/app/show-ratings.ts';
import { type PlayerId, parseId } from '../../shared/core/ids.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import type { Result } from '../../shared/core/result.ts';
import { GAME_KINDS } from '../../shared/rules/rules.ts';
import { type HttpEvent, json, problem } from '../aws/http-handler.ts';
import { type Answer, ports } from './ports.ts';

/** A player across arenas; `?cursor=` for more of those he was in. */
export async function getPerson(event: HttpEvent): Answer {
  const id = parseId<PlayerId>(event.path.id);
  if (id === null) return problem(refuse('notFound', { field: 'id', expected: 'a player' }));
  return paged(`/players/${id}`, await showPerson(ports, id, cursorOf(event)));
}

/** The best at one kind of game; `?cursor=` for those behind them. */
export async function getRatings(event: HttpEvent): Answer {
  const kind = GAME_KINDS.find((one) => one === event.path.kind);
  if (kind === undefined) {
    const expected = `one of ${GAME_KINDS.join(', ')}`;
    return problem(refuse('notFound', { field: 'kind', expected }));
  }
  return paged(`/ratings/${kind}`, await showRatings(ports, kind, cursorOf(event)));
}

const cursorOf = ({ query }: HttpEvent): string | null => query.cursor ?? null;

/** Nobody notices such an age, and a thousand who look at once are one read. */
const CACHED = { 'cache-control': 'public, max-age=2' };

/** What was found, with a link to the page behind it. */
function paged<T extends { readonly next: string | null }>(
  path: string,
  result: Result<T, Refusal>,
): Awaited<Answer> {
  if (!result.ok) return problem(result.error);
  const { next } = result.value;
  const link = next === null ? {} : { link: `<${path}?cursor=${next}>; rel="next"` };
  return json(200, result.value, { ...CACHED, ...link });
}
