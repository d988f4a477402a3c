import { inGroups } from '../core/groups.ts';
import type { PlayerId } from '../core/ids.ts';
import type { PersonName } from '../protocol/arena-details.ts';
import { GAMES_READ_MAX, type Ports } from './ports.ts';
import { pseudonymOf } from './privacy/pseudonym.ts';

/** Players with their names of today, however many; a pseudonym of whoever has none any more. */
export async function namesOf(
  { profiles }: Pick<Ports['store'], 'profiles'>,
  players: readonly PlayerId[],
): Promise<(player: PlayerId) => PersonName> {
  const groups = [...inGroups([...new Set(players)], GAMES_READ_MAX)];
  const found = (await Promise.all(groups.map((some) => profiles(some)))).flat();
  const names = new Map(found.map(({ player, name }) => [player, name]));
  return (player) => ({ player, name: names.get(player) ?? pseudonymOf(player) });
}

/** What somebody is called who has been here; null: nobody has heard of him. */
export async function nameOf(
  { profile, seat }: Pick<Ports['store'], 'profile' | 'seat'>,
  player: PlayerId,
): Promise<string | null> {
  const known = await profile(player);
  if (known !== null) return known.name;
  // Whoever was forgotten has left his claim to a seat.
  return (await seat(player)) === null ? null : pseudonymOf(player);
}
