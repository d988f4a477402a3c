import { describe, expect, it } from 'vitest';
import { arenaCodec, rowCodec } from '../../functions/aws/arena-item.ts';
import { profileCodec } from '../../functions/aws/player-item.ts';
import type { Profile } from '../../shared/app/entities.ts';
import { anIdleRow, anOpenArena, playerId } from '../support/builders.ts';

/** The item without these attributes, as an earlier release has stored it. */
function earlier<T extends object>(item: T, ...names: readonly string[]): T {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name))) as T;
}

describe('an item of an earlier release', () => {
  it('is an arena that everybody may enter, steered by its owner alone', () => {
    const arena = anOpenArena({ settled: true });
    const item = earlier(arenaCodec.encode(arena), 'og', 'en', 'ds', 'an', 'sr', 'ec', 'gc', 'cx');

    expect(arenaCodec.decode(item)).toEqual(arena);
  });

  it('is a row whose place is in the first part, and a profile with an account', () => {
    const row = anIdleRow(1);
    const profile: Profile = {
      type: 'profile',
      ...{ player: playerId(1), version: 0, name: 'Ama', rating: 1_500 },
      ...{ guest: false, createdAtMs: 3 },
    };

    expect(rowCodec.decode(earlier(rowCodec.encode(row), 'pl'))).toEqual(row);
    expect(profileCodec.decode(earlier(profileCodec.encode(profile), 'gu'))).toEqual(profile);
  });
});
