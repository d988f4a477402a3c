import { listArenasOf } from '../../shared/app/list-arenas-of.ts';
import { showPerson } from '../../shared/app/show-person.ts';
import { showRatings } from '../../shared/app/show-ratings.ts';
import { refuse } from '../../shared/core/refusal.ts';
import {
  getPersonOperation,
  getRatingsOperation,
} from '../../shared/protocol/api/read-operations.ts';
import { getVisitsOperation } from '../../shared/protocol/api/spectate-operations.ts';
import { GAME_KINDS } from '../../shared/rules/rules.ts';
import { problem } from '../aws/http-handler.ts';
import { paged, personIdOf } from './paths.ts';
import { ports } from './ports.ts';
import { type Route, route } from './route.ts';

const getPerson = route(getPersonOperation, async ({ event, query: { cursor } }) => {
  const id = personIdOf(event);
  if (!id.ok) return problem(id.error);
  return paged(`/players/${id.value}`, await showPerson(ports, id.value, cursor ?? null));
});

const getVisits = route(getVisitsOperation, async ({ event, query: { cursor } }) => {
  const id = personIdOf(event);
  if (!id.ok) return problem(id.error);
  const path = `/players/${id.value}/arenas`;
  return paged(path, await listArenasOf(ports, id.value, cursor ?? null));
});

const getRatings = route(getRatingsOperation, async ({ event, query: { cursor } }) => {
  const kind = GAME_KINDS.find((one) => one === event.path.kind);
  if (kind === undefined) {
    const expected = `one of ${GAME_KINDS.join(', ')}`;
    return problem(refuse('notFound', { field: 'kind', expected }));
  }
  return paged(`/ratings/${kind}`, await showRatings(ports, kind, cursor ?? null));
});

export const PEOPLE_ROUTES: readonly Route[] = [getPerson, getVisits, getRatings];
