import { expect, it } from 'vitest';
import type { Profile } from '../../shared/app/entities.ts';
import { namesOf } from '../../shared/app/names.ts';
import { GAMES_READ_MAX } from '../../shared/app/ports.ts';
import { pseudonymOf } from '../../shared/app/privacy/pseudonym.ts';
import { playerId } from '../support/builders.ts';

const profileOf = (player: Profile['player']): Profile => ({
  ...{ type: 'profile', guest: false, player, version: 0 },
  ...{ name: `name of ${player}`, rating: 1_500, createdAtMs: 0 },
});

it('names of many players are read in batches, each once; who is gone has another', async () => {
  const players = Array.from({ length: 2 * GAMES_READ_MAX + 50 }, (_, which) => playerId(which));
  const [gone = playerId(0)] = players;
  const sizes: number[] = [];
  const profiles = async (some: readonly Profile['player'][]): Promise<Profile[]> => {
    sizes.push(some.length);
    return some.filter((player) => player !== gone).map(profileOf);
  };
  const named = await namesOf({ profiles }, [...players, ...players]);

  expect(sizes).toEqual([GAMES_READ_MAX, GAMES_READ_MAX, 50]);
  expect(named(gone)).toEqual({ player: gone, name: pseudonymOf(gone) });
  for (const player of players.slice(1)) {
    expect(named(player)).toEqual({ player, name: `name of ${player}` });
  }
});
