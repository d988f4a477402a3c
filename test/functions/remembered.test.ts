import { describe, expect, it } from 'vitest';
import {
  rememberingArenas,
  rememberingFor,
  rememberingOrders,
} from '../../functions/aws/remembered.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { anOpenArena, arenaId } from '../support/builders.ts';
import { createStage } from '../support/stage.ts';

/** A store of these arenas, with the reads that reach it. */
function readsOf(arenas: readonly Arena[]) {
  const { store } = createStage({ entities: arenas });
  const reads: string[] = [];
  const remembering = rememberingArenas({
    ...store,
    arena: (id, read) => {
      reads.push(read);
      return store.arena(id, read);
    },
  });
  return { store: remembering, reads };
}

describe('an arena that is remembered', () => {
  it('is read once while it is open, and always where the read must be consistent', async () => {
    const arena = anOpenArena();
    const { store, reads } = readsOf([arena]);
    for (const read of ['eventual', 'eventual', 'consistent', 'eventual'] as const) {
      expect(await store.arena(arena.id, read)).toEqual(arena);
    }

    expect(reads).toEqual(['eventual', 'consistent']);
  });

  it.each(['created', 'closing', 'frozen', 'cancelled'] as const)(
    'is none that is %s: something may still change',
    async (state) => {
      const arena = anOpenArena({ state });
      const { store, reads } = readsOf([arena]);
      await store.arena(arena.id, 'eventual');
      await store.arena(arena.id, 'eventual');

      expect(reads).toHaveLength(2);
    },
  );

  it('is forgotten where there are too many, the oldest first', async () => {
    const arenas = Array.from({ length: 51 }, (_, which) => anOpenArena({ id: arenaId(which) }));
    const { store, reads } = readsOf(arenas);
    for (const { id } of arenas) await store.arena(id, 'eventual');
    await store.arena(arenaId(1), 'eventual');
    expect(reads).toHaveLength(51);
    await store.arena(arenaId(0), 'eventual');

    expect(reads).toHaveLength(52);
  });

  it('that does not exist is asked for again', async () => {
    const { store, reads } = readsOf([]);
    expect(await store.arena(arenaId(1), 'eventual')).toBeNull();
    await store.arena(arenaId(1), 'eventual');

    expect(reads).toHaveLength(2);
  });
});

describe('the order of a table', () => {
  it('is read at most twice a second', async () => {
    const { tables } = createStage();
    const readAtMs: number[] = [];
    let nowMs = 10_000;
    const remembering = rememberingOrders(
      {
        ...tables,
        order: (id) => {
          readAtMs.push(nowMs);
          return tables.order(id);
        },
      },
      () => nowMs,
    );
    for (const atMs of [10_000, 10_499, 10_500, 10_999, 11_000, 12_000]) {
      nowMs = atMs;
      await remembering.order(arenaId(1));
    }
    await remembering.order(arenaId(2));

    expect(readAtMs).toEqual([10_000, 10_500, 11_000, 12_000, 12_000]);
  });
});

describe('a question that many ask', () => {
  it('is asked again when its answer is too old, each for itself', async () => {
    const asked: string[] = [];
    let nowMs = 1_000;
    const ask = rememberingFor(
      100,
      () => nowMs,
      (text: string) => text.toLowerCase(),
      async (text) => `${text} ${asked.push(text)}`,
    );
    const answers = [await ask('A'), await ask('a'), await ask('b')];
    nowMs += 100;
    answers.push(await ask('a'));

    expect(answers).toEqual(['A 1', 'A 1', 'b 2', 'a 3']);
  });
});
