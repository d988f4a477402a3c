import { describe, expect, it } from 'vitest';
import { ARENA_NAME, unfinishedArena } from '../../../infra/cli/own-arena.ts';
import { viewArena } from '../../../shared/protocol/arena-view.ts';
import { anArena } from '../../support/samples.ts';

const arena = (name: string, state: string) => ({
  ...viewArena(anArena({ who: 0, version: 0, state })),
  name,
});

describe('a second start', () => {
  it('goes on with its own unfinished arena, whatever else is scheduled', () => {
    const own = arena(ARENA_NAME, 'open');

    expect(unfinishedArena([arena('Friday', 'created'), own])).toBe(own);
  });

  it('makes a new one when its own are over', () => {
    const others = [arena(ARENA_NAME, 'frozen'), arena('Friday', 'created')];

    expect(unfinishedArena(others)).toBeUndefined();
  });
});
