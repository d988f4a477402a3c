import { describe, expect, it } from 'vitest';
import { PAIRS_PER_RUN_MAX, pairArena } from '../../shared/app/pair-arena.ts';
import { aReadyRow } from '../support/builders.ts';

import { arena, gamesOf, pairsOf, poolOf, stageOf, waitingOf } from '../support/waiting-room.ts';

describe('the first wave', () => {
  it('pairs neighbours by rating over all who are ready; the last one waits', async () => {
    const ratings = [1_500, 1_900, 1_700, 1_510, 1_710];
    const rows = ratings.map((rating, who) =>
      aReadyRow(who, { rating, readySinceMs: who === 3 ? 9 : who }),
    );
    const stage = stageOf(rows);
    await pairArena(stage.ports, arena.id);

    expect(pairsOf(stage)).toEqual(['0-2', '1-4']);
    expect(waitingOf(stage).map(([to, reason]) => [to, reason])).toEqual([['c3', 'odd']]);
    expect(await poolOf(stage)).toMatchObject({ firstWave: false, overflow: false });
  });

  it('is over when nobody was there', async () => {
    const stage = stageOf([]);
    await pairArena(stage.ports, arena.id);

    expect(await poolOf(stage)).toMatchObject({ firstWave: false, tickets: [], overflow: false });
  });

  it('of thousands keeps the pool small, and goes on where a run has to end', async () => {
    const count = 2 * PAIRS_PER_RUN_MAX + 201;
    const stage = stageOf(Array.from({ length: count }, (_, who) => aReadyRow(who)));
    await pairArena(stage.ports, arena.id);

    expect(gamesOf(stage)).toHaveLength(PAIRS_PER_RUN_MAX);
    expect(await poolOf(stage)).toMatchObject({ firstWave: true, overflow: true, tickets: [] });
    expect(stage.queued).toEqual([{ message: { t: 'pool', arena: arena.id }, delayMs: 0 }]);
    const sizes = stage.changes.flatMap(({ after }) =>
      after?.type === 'pool' ? [after.tickets.length] : [],
    );
    expect(Math.max(...sizes)).toBe(0);

    await pairArena(stage.ports, arena.id);
    expect(gamesOf(stage)).toHaveLength((count - 1) / 2);
    expect(await poolOf(stage)).toMatchObject({ firstWave: false, overflow: false });
    expect(stage.told.filter(({ message }) => message.t === 'paired')).toHaveLength(count - 1);
    expect(waitingOf(stage)).toEqual([[`c${count - 1}`, 'odd', expect.any(Number)]]);
    expect(stage.bugs).toEqual([]);
  });

  it('is told as soon as it is stored, while the next transaction is on its way', async () => {
    const stage = stageOf(Array.from({ length: 30 }, (_, who) => aReadyRow(who)));
    const steps: string[] = [];
    const { store, push } = stage.ports;
    const ports = {
      ...stage.ports,
      store: {
        ...store,
        commit: async (writes: Parameters<typeof store.commit>[0]) => {
          if (writes.length > 1) steps.push('stored');
          return store.commit(writes);
        },
      },
      push: {
        ...push,
        send: async (...args: Parameters<typeof push.send>) => {
          if (args[1].t === 'paired' && steps.at(-1) !== 'told') steps.push('told');
          return push.send(...args);
        },
      },
    };
    await pairArena(ports, arena.id);

    expect(steps).toEqual(['stored', 'told', 'stored', 'told']);
    expect(gamesOf(stage)).toHaveLength(15);
  });

  it('sends a busy transaction again, and tells what is stored though the rest fails', async () => {
    const stage = stageOf(Array.from({ length: 60 }, (_, who) => aReadyRow(who)));
    const { store } = stage.ports;
    let commits = 0;
    const commit: typeof store.commit = async (writes) => {
      commits += 1;
      if (commits === 1 || commits === 3) return { kind: 'busy' };
      if (commits === 5) throw new Error('outage');
      return store.commit(writes);
    };
    const ports = { ...stage.ports, store: { ...store, commit } };

    await expect(pairArena(ports, arena.id)).rejects.toThrow('outage');
    expect(gamesOf(stage)).toHaveLength(20);
    expect(stage.told.filter(({ message }) => message.t === 'paired')).toHaveLength(40);
    await pairArena(stage.ports, arena.id);
    expect(gamesOf(stage)).toHaveLength(30);
    expect(stage.bugs).toEqual([]);
  });
});
