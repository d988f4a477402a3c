import type { Entity } from '../../shared/app/entities.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId, SeriesId } from '../../shared/core/ids.ts';
import { anOpenArena, arenaId, playerId } from '../support/builders.ts';
import { smallArena } from './small-arena.ts';
import { eventually, type Inside, storeArena, stored } from './stored-arena.ts';

const HOUR_MS = 3_600_000;
const WITHIN_MS = 20_000;

export interface PlayedEdition {
  readonly arena: Arena;
  readonly winner: PlayerId;
}

/** An edition that is over: Ama has won its only game. It is frozen as soon as it is looked at. */
export async function storeEdition(inside: Inside, series: SeriesId): Promise<PlayedEdition> {
  const startsAtMs = Date.now() - 2 * HOUR_MS;
  const over = anOpenArena({
    ...{ id: arenaId(7), name: 'Over', owner: 'o', series },
    ...{ startsAtMs, endsAtMs: startsAtMs + HOUR_MS },
  });
  const { rows, games } = smallArena(over, 2, [
    { id: 1, first: 1, second: 2, winner: 'first', plies: 40 },
  ]);
  const winner = playerId(1);
  const entities: Entity[] = [
    { type: 'edition', series, startsAtMs, version: 0, arena: over.id },
    {
      ...{ type: 'profile', player: winner, version: 0, name: 'Ama', rating: 1_600 },
      ...{ guest: false, createdAtMs: 0 },
    },
  ];
  await stored(
    inside.store,
    entities.map((entity) => ({ op: 'create', entity })),
  );
  await storeArena(inside, over, rows, games);
  inside.clock({ t: 'arena', arena: over.id });
  const arena = await eventually(async () => {
    const now = await inside.store.arena(over.id, 'consistent');
    return now?.state === 'frozen' ? now : null;
  }, WITHIN_MS);
  return { arena: present(arena, 'frozen arena'), winner };
}
