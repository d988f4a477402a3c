import type { PlayerId } from '../core/ids.ts';
import type { PersonName } from '../protocol/arena-details.ts';
import type { Ports } from './ports.ts';

/** These players with their names of today; somebody who has been deleted is his id. */
export async function namesOf(
  store: Ports['store'],
  players: readonly PlayerId[],
): Promise<(player: PlayerId) => PersonName> {
  const profiles = await store.profiles([...new Set(players)]);
  const names = new Map(profiles.map(({ player, name }) => [player, name]));
  return (player) => ({ player, name: names.get(player) ?? player });
}
