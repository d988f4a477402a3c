import { describe, expect, it } from 'vitest';
import { arenaName, policyIn, unfinishedArena, type Wanted } from '../../../infra/cli/own-arena.ts';
import { PRESET_NAMES, PRESETS } from '../../../shared/arena/policy.ts';
import { viewArena } from '../../../shared/protocol/arena-view.ts';
import { GAME_KINDS } from '../../../shared/rules/rules.ts';
import { anArena } from '../../support/samples.ts';

const SHIELD: Wanted = { preset: 'oware-shield', game: 'oware', rated: true };
const CLASSIC: Wanted = { preset: 'classic', game: 'chess', rated: true };

const arena = (name: string, state: string, rated = true) => ({
  ...viewArena(anArena({ who: 0, version: 0, state })),
  name,
  rated,
});

describe('a second start', () => {
  it('goes on with its own unfinished arena, whatever else is scheduled', () => {
    const own = arena(arenaName(SHIELD), 'open');

    expect(unfinishedArena([arena('Friday', 'created'), own], SHIELD)).toBe(own);
  });

  it('makes a new one when its own are over', () => {
    const name = arenaName(SHIELD);
    const others = [arena(name, 'frozen'), arena(name, 'cancelled'), arena('Friday', 'created')];

    expect(unfinishedArena(others, SHIELD)).toBeUndefined();
  });

  it('makes a new one when it is asked for other rules, another game, or other ratings', () => {
    const others = [arena(arenaName(SHIELD), 'open')];

    expect(unfinishedArena(others, CLASSIC)).toBeUndefined();
    expect(unfinishedArena(others, { ...SHIELD, game: 'chess' })).toBeUndefined();
    expect(unfinishedArena(others, { ...SHIELD, rated: false })).toBeUndefined();
  });

  it('has a name of its own for each set of rules and each game', () => {
    const all = PRESET_NAMES.flatMap((preset) =>
      GAME_KINDS.map((game) => arenaName({ preset, game, rated: true })),
    );

    expect(new Set(all).size).toBe(PRESET_NAMES.length * GAME_KINDS.length);
    expect(arenaName(SHIELD)).toBe('Oware Shield Arena');
  });
});

describe('the rules of an arena, read from what everybody sees of it', () => {
  it.each(PRESET_NAMES)('are those of %s', (preset) => {
    const policy = PRESETS[preset];
    const sample = anArena({ who: 0, version: 0, state: 'open' });

    expect(policyIn(viewArena({ ...sample, policy }))).toEqual(policy);
  });

  it('have the changes of the arena in them', () => {
    const policy = { ...PRESETS.classic, points: { win: 6, draw: 3, loss: 0 } };
    const sample = anArena({ who: 0, version: 0, state: 'open' });

    expect(policyIn(viewArena({ ...sample, policy }))).toEqual(policy);
  });
});
