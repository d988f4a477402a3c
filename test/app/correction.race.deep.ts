import { describe, expect, it } from 'vitest';
import type { PlayerId } from '../../shared/core/ids.ts';
import {
  answered,
  correcting,
  expectVersions,
  frozenFour,
  publishedOf,
} from '../support/corrections.ts';
import { raceOnStage } from '../support/race.ts';

describe('two corrections at once, the long races', () => {
  it('of two players: both take effect, in two versions', async () => {
    const { from, arena, byRank } = await frozenFour();
    const [a, b] = byRank as [PlayerId, PlayerId];
    const publish = await publishedOf(from, arena);
    await raceOnStage('two disqualifications', {
      from,
      tasks: (stage) => {
        publish(stage);
        return [correcting(stage, arena, a), correcting(stage, arena, b)];
      },
      check: async (stage, results) => {
        const finals = await expectVersions(stage, arena, [a, b]);
        expect(finals.map(({ disqualified }) => disqualified.length)).toEqual([0, 1, 2]);
        const [ofA, ofB] = answered(results);
        expect(ofA?.disqualified).toContain(a);
        expect(ofB?.disqualified).toContain(b);
      },
    });
  });

  it('one that puts a player out and one that takes another back in', async () => {
    const { from, arena, byRank } = await frozenFour();
    const [a, b] = byRank as [PlayerId, PlayerId];
    await correcting(from, arena, a)(from.ports);
    const publish = await publishedOf(from, arena);
    await raceOnStage('a disqualification and a reinstatement', {
      from,
      tasks: (stage) => {
        publish(stage);
        return [correcting(stage, arena, b), correcting(stage, arena, a, 'reinstate')];
      },
      check: async (stage, results) => {
        const finals = await expectVersions(stage, arena, [b]);
        expect(finals).toHaveLength(4);
        answered(results);
      },
    });
  });

  it('twice, one of them dying anywhere: one version, and it is shown', async () => {
    const { from, arena, byRank } = await frozenFour();
    const [a] = byRank as [PlayerId];
    const publish = await publishedOf(from, arena);
    await raceOnStage('the same disqualification twice with a death', {
      from,
      crashes: 1,
      tasks: (stage) => {
        publish(stage);
        return [correcting(stage, arena, a), correcting(stage, arena, a)];
      },
      check: async (stage) => {
        expect(await expectVersions(stage, arena, [a])).toHaveLength(2);
      },
    });
  });
});
