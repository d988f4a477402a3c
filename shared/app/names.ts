import { inGroups } from '../core/groups.ts';
import type { PlayerId } from '../core/ids.ts';
import type { PersonName } from '../protocol/arena-details.ts';
import { GAMES_READ_MAX, type Ports } from './ports.ts';

/** Players with their names of today, however many; somebody who has been deleted is his id. */
export async function namesOf(
  { profiles }: Pick<Ports['store'], 'profiles'>,
  players: readonly PlayerId[],
): Promise<(player: PlayerId) => PersonName> {
  const groups = [...inGroups([...new Set(players)], GAMES_READ_MAX)];
  const found = (await Promise.all(groups.map((some) => profiles(some)))).flat();
  const names = new Map(found.map(({ player, name }) => [player, name]));
  return (player) => ({ player, name: names.get(player) ?? player });
}
