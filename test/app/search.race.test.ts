import { describe, expect, it } from 'vitest';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { present } from '../../shared/core/assert.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { everyInterleaving } from '../support/interleave.ts';
import type { Task } from '../support/race.ts';
import {
  createStage,
  gameOf,
  openArena,
  pairedArena,
  playersOf,
  playTo,
  type Stage,
  speaking,
} from '../support/stage.ts';

const AT_MOST = 200_000;

/** How the store can look at the end, without the ids and coins that order of drawing decides. */
async function outcomes(from: Stage, tasks: readonly Task[], redundant: boolean) {
  const seen = new Set<string>();
  const entities = from.store.all();
  const { nowMs } = from.clock;
  const count = await everyInterleaving(
    () => {
      const stage = createStage({ entities, nowMs });
      return {
        ports: stage.ports,
        tasks,
        check: () => {
          const rows = stage.store.all().map((one) => {
            const row = one.type === 'row' ? [one.player, one.state, one.log.length] : [];
            return `${one.type} ${one.version} ${row.join(' ')}`;
          });
          seen.add(rows.sort().join('\n'));
        },
      };
    },
    { atMost: AT_MOST, redundant },
  );
  return { count, seen };
}

async function expectSameOutcomes(from: Stage, tasks: readonly Task[]): Promise<void> {
  const all = await outcomes(from, tasks, true);
  const distinct = await outcomes(from, tasks, false);
  console.log(`${all.count} interleavings, ${distinct.count} of them distinct`);
  expect(distinct.count).toBeLessThan(all.count);
  expect([...distinct.seen].sort()).toEqual([...all.seen].sort());
}

describe('the search for interleavings', () => {
  it('finds every order of calls that do not commute', async () => {
    const { stage, games } = await pairedArena(playersOf(2));
    const { id } = present(games[0], 'game');
    const touch: Task = async ({ store }) => {
      for (let call = 0; call < 3; call++) {
        const game = await gameOf(stage, id);
        await store.commit([{ op: 'update', before: game, after: game }]);
      }
    };
    const { count } = await outcomes(stage, [touch, touch], false);
    expect(count).toBe(20);
  });

  it('counts orders of calls that commute as one', async () => {
    const { stage, games } = await pairedArena(playersOf(2));
    const { id } = present(games[0], 'game');
    const look: Task = async ({ store }) => {
      for (let call = 0; call < 3; call++) await store.game(id, 'consistent');
    };
    expect((await outcomes(stage, [look, look], true)).count).toBe(20);
    expect((await outcomes(stage, [look, look], false)).count).toBe(1);
  });

  it('misses no outcome of two pairings', async () => {
    const { stage, arena } = await openArena(playersOf(4));
    const pair: Task = (ports) => pairArena(ports, arena.id);
    await expectSameOutcomes(stage, [pair, pair]);
  });

  it('misses no outcome of two scorings', async () => {
    const { stage, games } = await pairedArena(playersOf(2));
    const { id, seats } = present(games[0], 'game');
    await playTo(stage, id, 2);
    await play(stage.ports, speaking(stage, seats.first.player), { t: 'resign', game: id });
    // Without ratings: all orders of their calls, too, would be too many to compare.
    const done = { ...(await gameOf(stage, id)), rated: 'never' } as DoneGame;
    const score: Task = (ports) => scoreGame(ports, done);
    await expectSameOutcomes(stage, [score, score]);
  });

  it('stops where there are too many', async () => {
    const { stage, arena } = await openArena(playersOf(4));
    const pair: Task = (ports) => pairArena(ports, arena.id);
    const tasks = [pair, pair];
    const few = everyInterleaving(
      () => ({ ports: createStage({ entities: stage.store.all() }).ports, tasks, check: () => {} }),
      { atMost: 3 },
    );
    await expect(few).rejects.toThrow('at most 3 interleavings');
  });
});
