import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../shared/core/random.ts';
import { PLIES_MAX } from '../../shared/game/game.ts';
import { type OwarePosition, oware } from '../../shared/rules/oware.ts';
import { gameId } from '../support/builders.ts';
import { createDirector } from './director.ts';
import { marathonLine } from './marathon.ts';
import { LINES, STAGED } from './scripts.ts';
import type { Stored } from './versions.ts';

const SEED = Number(process.env.SEED ?? 1);

const played = (texts: readonly string[]): OwarePosition =>
  texts.reduce((position, text) => {
    const move = oware.move(position, text);
    if (move === null) throw new Error(`${text} is illegal`);
    return move.position;
  }, oware.replay(new Uint8Array()));

describe('the staged games', () => {
  it.each(['noMove', 'repetition'] as const)('the line for %s ends so', (ending) => {
    expect(played(LINES[ending]).outcome).toMatchObject({ ending });
  });

  it.each([SEED, SEED + 1])('a marathon of seed %i reaches the ply cap', (seed) => {
    const position = played(marathonLine(seededRandom(seed)));
    expect(position.ply).toBe(PLIES_MAX);
    expect(position.outcome).toBeNull();
  });
});

describe('the director', () => {
  const track = 'track' as Parameters<typeof createDirector>[0]['track'];
  const arena = 'torture' as typeof track;
  const marathon = ['A', 'a'];
  const staging = (wanted: number) => {
    const stored = new Map<string, Stored>();
    const endingOf = (id: string): Stored => stored.get(id) ?? null;
    return {
      stored,
      direct: createDirector({ random: seededRandom(SEED), wanted, track, marathon, endingOf }),
    };
  };

  it('gives both players of a game the same script', () => {
    const { direct } = staging(1);
    const game = { id: gameId(1), arena };
    expect(direct(game)).toBe(direct(game));
  });

  it('stages an ending as often as wanted, and again where its game has ended otherwise', () => {
    const { direct, stored } = staging(1);
    const scripts = STAGED.map((_, index) => direct({ id: gameId(index), arena }));
    expect(scripts[0]).toHaveProperty('noShow');
    expect(direct({ id: gameId(100), arena })).not.toHaveProperty('noShow');
    stored.set(gameId(0), 'voided');
    expect(direct({ id: gameId(101), arena })).toHaveProperty('noShow');
    stored.set(gameId(101), 'noShow');
    expect(direct({ id: gameId(102), arena })).not.toHaveProperty('noShow');
  });

  it('runs marathons until one has reached the cap', () => {
    const { direct, stored } = staging(1);
    expect(direct({ id: gameId(1), arena: track }).line).toBe(marathon);
    stored.set(gameId(1), 'flag');
    expect(direct({ id: gameId(2), arena: track }).line).toBe(marathon);
    stored.set(gameId(2), 'tooLong');
    expect(direct({ id: gameId(3), arena: track })).toEqual({});
  });
});
