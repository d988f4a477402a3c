import { describe, expect, it } from 'vitest';
import { runArena } from '../../shared/app/run-arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import {
  answered,
  correcting,
  expectVersions,
  frozenFour,
  publishedOf,
} from '../support/corrections.ts';
import { finalsOf } from '../support/organising.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import { arenaOf, type Stage } from '../support/stage.ts';

describe('two corrections at once', () => {
  it('of one player: one version, and both are answered with it', async () => {
    const { from, arena, byRank } = await frozenFour();
    const [a] = byRank as [PlayerId];
    const publish = await publishedOf(from, arena);
    await raceOnStage('the same disqualification twice', {
      from,
      tasks: (stage) => {
        publish(stage);
        return [correcting(stage, arena, a), correcting(stage, arena, a)];
      },
      check: async (stage, results) => {
        const finals = await expectVersions(stage, arena, [a]);
        expect(finals).toHaveLength(2);
        expect(answered(results).map(({ version }) => version)).toEqual([2, 2]);
      },
    });
  });
});

/** The leader is out by a second version that nobody has shown yet. */
async function unshownFour() {
  const four = await frozenFour();
  const { from, arena, byRank } = four;
  const publish = await publishedOf(from, arena);
  const [a] = byRank as [PlayerId];
  await correcting(from, arena, a)(from.ports);
  const shown = await arenaOf(from, arena.id);
  const after = { ...shown, publishedVersion: 1, version: shown.version + 1 };
  await from.store.commit([{ op: 'update', before: shown, after }]);
  const second = present((await finalsOf(from, after)).at(-1), 'second version');
  const setUp = (stage: Stage): void => {
    publish(stage);
    void stage.tables.freeze(arena.id, second);
  };
  return { ...four, setUp };
}

describe('a correction', () => {
  it('is shown by two at once: the version stays shown', async () => {
    const { from, arena, byRank, setUp } = await unshownFour();
    const run: Task = (ports) => runArena(ports, arena.id);
    await raceOnStage('two who show a correction', {
      from,
      tasks: (stage) => {
        setUp(stage);
        return [run, run];
      },
      check: async (stage) => {
        await expectVersions(stage, arena, byRank.slice(0, 1));
      },
    });
  });

  it('against the lifecycle, which shows what it finds: the last version is shown', async () => {
    const { from, arena, byRank, setUp } = await unshownFour();
    const [a, b] = byRank as [PlayerId, PlayerId];
    await raceOnStage('a disqualification and the lifecycle', {
      from,
      tasks: (stage) => {
        setUp(stage);
        return [correcting(stage, arena, b), (ports) => runArena(ports, arena.id)];
      },
      check: async (stage) => {
        await expectVersions(stage, arena, [a, b]);
      },
    });
  });
});
