import { describe, expect, it } from 'vitest';
import { crowdOf } from '../../../../infra/cli/simulation/crowd.ts';
import { patienceSeconds as patienceOfLichess } from '../../../../infra/cli/simulation/lichess.ts';
import { newPlayer, type Player } from '../../../../infra/cli/simulation/player.ts';
import * as playstrategy from '../../../../infra/cli/simulation/playstrategy.ts';
import {
  cheapestPairs,
  costOf,
  lastOpponentsOf,
  type Wave,
} from '../../../../infra/cli/simulation/wave-pairs.ts';
import { entry } from '../../../arena/sheets.ts';

const playersOf = (ratings: readonly number[]): Player[] =>
  crowdOf(1, ratings.length, 1).map((person, index) =>
    newPlayer({ ...person, rating: ratings[index] ?? 0 }),
  );

/** A wave of these players, ranked as they are listed. */
const waveOf = (players: readonly Player[], isDuel = false): Wave => ({
  ranks: new Map(players.map((player, rank) => [player, rank])),
  lastOpponents: lastOpponentsOf(players),
  isDuel,
});

const meet = (a: Player, b: Player, number: number): void => {
  for (const player of [a, b]) player.numbers = [...player.numbers, number];
  [a.lastOpponent, b.lastOpponent] = [b, a];
};

const ranksOf = (pairs: readonly (readonly [Player, Player])[], players: readonly Player[]) =>
  pairs.map(([a, b]) => [players.indexOf(a), players.indexOf(b)]);

describe('the waves of other servers', () => {
  it('wait for two who have waited for as long as the clock says', () => {
    // Expected seconds of 1/4+0, 1/2+0, 1+0, 2+1, 3+0, 3+2, 5+3 and 10+5.
    const expected = [15, 30, 60, 160, 180, 260, 420, 800];

    expect(expected.map(patienceOfLichess)).toEqual([8, 10, 15, 22, 24, 32, 48, 50]);
    expect(expected.map(playstrategy.patienceSeconds)).toEqual([8, 10, 15, 15, 15, 19, 27, 30]);
  });

  it('charge for ranks, more towards the top, and for ratings', () => {
    const players = playersOf([2_100, 1_900, 2_050, 1_500]);
    const [a, b, c, d] = players as [Player, Player, Player, Player];
    const costs = [
      [a, b],
      [a, c],
      [a, d],
      [b, c],
      [b, d],
      [c, d],
    ] as const;

    const wave = waveOf(players);
    expect(costs.map(([one, other]) => costOf(wave, 3, one, other))).toEqual([
      ...[2_200, 4_050, 6_600, 1_583, 3_266, 1_416],
    ]);
    expect(ranksOf(cheapestPairs(wave, players, 0), players)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('pair nobody with his last opponent, whoever of the two remembers, except in a duel', () => {
    const players = playersOf([2_100, 1_900, 2_050, 1_500]);
    const [a, b, c] = players as [Player, Player, Player];
    meet(a, b, 0);
    expect(ranksOf(cheapestPairs(waveOf(players), players, 0), players)).toEqual([
      [0, 2],
      [1, 3],
    ]);

    meet(a, c, 1);
    expect(costOf(waveOf(players), 3, a, b)).toBeNull();
    expect(costOf(waveOf(players, true), 3, a, b)).toBe(1);
  });

  it('pair nobody who is due the same side for the third time with another such', () => {
    const players = playersOf([2_000, 2_000]);
    const [a, b] = players as [Player, Player];
    const played = (games: number, side: 'first' | 'second') =>
      Array.from({ length: games }, () => entry('W', { side }));
    [a.log, b.log] = [played(3, 'first'), played(3, 'first')];
    expect(costOf(waveOf(players), 1, a, b)).toBeNull();

    for (const other of [played(2, 'first'), played(3, 'second')]) {
      b.log = other;
      expect(costOf(waveOf(players), 1, a, b)).toBe(2_000);
    }
  });

  it('leave the latest out of an odd number, unless that leaves nobody', () => {
    const players = playersOf([2_100, 1_900, 2_050]);
    const [a, b, c] = players as [Player, Player, Player];
    expect(ranksOf(cheapestPairs(waveOf(players), [c, b, a], 0), players)).toEqual([[1, 2]]);

    meet(b, c, 0);
    expect(ranksOf(cheapestPairs(waveOf(players), [c, b, a], 0), players)).toEqual([[0, 1]]);
  });

  it('match at most a hundred at once, and two groups of a crowd', () => {
    const paired = (count: number, neighbourGroups: number): number => {
      const players = playersOf(Array.from({ length: count }, (_, rank) => 2_000 - rank));
      return 2 * cheapestPairs(waveOf(players), players, neighbourGroups).length;
    };

    expect([100, 102, 150, 201, 1_000].map((count) => paired(count, 0))).toEqual([
      ...[100, 100, 148, 200, 200],
    ]);
    expect([102, 201, 1_000].map((count) => paired(count, 6))).toEqual([102, 200, 800]);
  });
});
