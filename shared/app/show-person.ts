import type { PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type PersonView, viewRating } from '../protocol/person-view.ts';
import { GAME_KINDS, type GameKind } from '../rules/rules.ts';
import { visitsOf } from './list-arenas-of.ts';
import { nameOf } from './names.ts';
import type { Ports } from './ports.ts';

type PersonPorts = Pick<Ports, 'store' | 'tables' | 'now'>;

/**
 * A player with his ratings, and a page of the arenas he was in, after the cursor.
 * Refusals: invalid (`cursor`), notFound (`id`).
 */
export async function showPerson(
  ports: PersonPorts,
  player: PlayerId,
  cursor: string | null,
): Promise<Result<PersonView, Refusal>> {
  const { store } = ports;
  const name = await nameOf(store, player);
  if (name === null) return err(refuse('notFound', { field: 'id', expected: 'a player' }));
  const [ratings, visits] = await Promise.all([
    ratingsOf(ports, player),
    visitsOf(ports, player, cursor),
  ]);
  return visits.ok ? ok({ player, name, ratings, ...visits.value }) : visits;
}

async function ratingsOf(
  { store, now }: PersonPorts,
  player: PlayerId,
): Promise<PersonView['ratings']> {
  const nowMs = now();
  const viewOf = async (kind: GameKind) => {
    const rating = await store.rating(player, kind);
    return [kind, rating === null ? null : viewRating(rating.glicko, nowMs)] as const;
  };
  const ratings = await Promise.all(GAME_KINDS.map(viewOf));
  return Object.fromEntries(ratings) as PersonView['ratings'];
}
