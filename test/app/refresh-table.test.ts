import { describe, expect, it } from 'vitest';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import { play } from '../../shared/app/play.ts';
import {
  COMPLETE_PERIOD_MS,
  refreshTable,
  TABLE_PERIOD_MS,
  TABLE_SKEW_MS,
} from '../../shared/app/refresh-table.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { showAround, showStats, showTable } from '../../shared/app/show-table.ts';
import { TOP_PAGES } from '../../shared/app/tables.ts';
import { present } from '../../shared/core/assert.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { anIdleRow, arenaId } from '../support/builders.ts';
import {
  gameOf,
  openArena,
  pairedArena,
  playersOf,
  type Stage,
  speaking,
} from '../support/stage.ts';

/** Two players, whose game is over and scored at the stage's instant. */
async function scoredPair() {
  const { stage, arena, games } = await pairedArena(playersOf(2));
  // The table of the opening is no longer new.
  stage.clock.nowMs += COMPLETE_PERIOD_MS;
  const game = present(games[0], 'game');
  await play(stage.ports, speaking(stage, game.seats.first.player), { t: 'resign', game: game.id });
  await scoreGame(stage.ports, (await gameOf(stage, game.id)) as DoneGame);
  stage.queued.length = 0;
  return { stage, arena, game, scoredAtMs: stage.clock.nowMs };
}

const messages = (stage: Stage) => stage.queued.filter(({ message }) => message.t === 'standings');

const readAtMs = async (stage: Stage, arena: Parameters<typeof stage.tables.head>[0]) =>
  (await stage.tables.head(arena))?.readStartedAtMs;

describe('a table', () => {
  it('is not rebuilt for a change that it certainly has', async () => {
    const { stage, arena, scoredAtMs } = await scoredPair();
    stage.clock.nowMs += TABLE_SKEW_MS + 1;
    await refreshTable(stage.ports, arena.id, scoredAtMs);
    const head = await stage.tables.head(arena.id);
    stage.clock.nowMs += 10_000;

    await refreshTable(stage.ports, arena.id, scoredAtMs);
    expect(await stage.tables.head(arena.id)).toEqual(head);
    await refreshTable(stage.ports, arena.id, scoredAtMs + 1);
    expect(await readAtMs(stage, arena.id)).toBe(stage.clock.nowMs);
  });

  it('is rebuilt once a period: all changes in it send one message for its end', async () => {
    const { stage, arena, scoredAtMs } = await scoredPair();
    await refreshTable(stage.ports, arena.id, scoredAtMs);
    for (const afterMs of [100, 400, 800]) {
      stage.clock.nowMs = scoredAtMs + afterMs;
      await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
    }

    const lookAtMs = scoredAtMs + TABLE_PERIOD_MS + TABLE_SKEW_MS;
    expect(messages(stage)).toEqual([
      {
        message: { t: 'standings', arena: arena.id, changedAtMs: scoredAtMs + TABLE_PERIOD_MS },
        delayMs: lookAtMs - scoredAtMs - 100,
      },
    ]);
    stage.clock.nowMs = lookAtMs;
    await refreshTable(stage.ports, arena.id, scoredAtMs + TABLE_PERIOD_MS);
    expect(await readAtMs(stage, arena.id)).toBe(lookAtMs);
  });

  it('whose rebuild died after its claim is rebuilt after the period', async () => {
    const { stage, arena, scoredAtMs } = await scoredPair();
    const dying = {
      ...stage.tables,
      publish: async () => {
        throw new Error('out of memory');
      },
    };
    const ports = { ...stage.ports, tables: dying };
    await expect(refreshTable(ports, arena.id, scoredAtMs)).rejects.toThrow('out of memory');

    await refreshTable(stage.ports, arena.id, scoredAtMs);
    expect(messages(stage)).toHaveLength(1);
    expect((await stage.tables.page(arena.id, 0))?.lines[0]?.games).toBe(0);
    stage.clock.nowMs += TABLE_PERIOD_MS;
    await refreshTable(stage.ports, arena.id, scoredAtMs);
    expect((await stage.tables.page(arena.id, 0))?.lines[0]?.games).toBe(1);
  });

  it('is looked at again by a message that comes at exactly its instant', async () => {
    const { stage, arena, scoredAtMs } = await scoredPair();
    await refreshTable(stage.ports, arena.id, scoredAtMs);
    stage.clock.nowMs = scoredAtMs + 100;
    await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
    const [look] = messages(stage);
    const lookAtMs = stage.clock.nowMs + (look?.delayMs ?? 0);
    // A rebuild just before it, and a change after that which relies on the message.
    stage.clock.nowMs = scoredAtMs + TABLE_PERIOD_MS + 10;
    await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
    stage.clock.nowMs += 200;
    await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
    stage.clock.nowMs = lookAtMs;
    await refreshTable(stage.ports, arena.id, scoredAtMs + TABLE_PERIOD_MS);

    const { message } = present(messages(stage).at(-1), 'message');
    expect(message.t === 'standings' && message.changedAtMs).toBeGreaterThan(lookAtMs);
  });

  it('shows who plays as soon as the arena is open and they are paired', async () => {
    const { stage, arena } = await pairedArena(playersOf(2));
    expect(await stage.tables.page(arena.id, 0)).toMatchObject({ state: 'open', players: 2 });
    stage.clock.nowMs += TABLE_PERIOD_MS;
    await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
    const page = await stage.tables.page(arena.id, 0);
    expect(page?.lines.map(({ activity }) => activity)).toEqual(['playing', 'playing']);
  });

  it('is left alone once its ranking is frozen', async () => {
    const { stage, arena } = await scoredPair();
    stage.clock.nowMs = arena.endsAtMs + FREEZE_GRACE_MS;
    await runArena(stage.ports, arena.id);
    const page = await stage.tables.page(arena.id, 0);
    expect(page).toMatchObject({ final: 1, state: 'frozen' });
    stage.clock.nowMs += 60_000;

    await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
    expect(await stage.tables.page(arena.id, 0)).toEqual(page);
    expect(messages(stage)).toEqual([]);
  });

  it('of more than 1,000 players: the first pages every 2 s, all of them every 10 s', async () => {
    const { stage, arena } = await openArena([]);
    const rows = Array.from({ length: 1_001 }, (_, who) =>
      anIdleRow(who, { arena: arena.id, joinedRating: who }),
    );
    await stage.store.commit(rows.map((entity) => ({ op: 'create', entity })));
    const startMs = stage.clock.nowMs + COMPLETE_PERIOD_MS;
    const versionsAt = async (afterMs: number) => {
      stage.clock.nowMs = startMs + afterMs;
      // Somebody new at the top moves everybody.
      const row = anIdleRow(2_000 + afterMs, { arena: arena.id, joinedRating: 2_000 + afterMs });
      await stage.store.commit([{ op: 'create', entity: row }]);
      await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
      const pages = await Promise.all(
        [0, TOP_PAGES - 1, TOP_PAGES].map((page) => stage.tables.page(arena.id, page)),
      );
      return pages.map((page) => (page?.version ?? 0) - startMs);
    };

    expect(await versionsAt(0)).toEqual([0, 0, 0]);
    expect(await versionsAt(TABLE_PERIOD_MS)).toEqual([2_000, 2_000, 0]);
    expect(messages(stage).at(-1)?.delayMs).toBe(COMPLETE_PERIOD_MS + TABLE_SKEW_MS - 2_000);
    expect(await versionsAt(2 * TABLE_PERIOD_MS)).toEqual([4_000, 4_000, 0]);
    expect(await versionsAt(COMPLETE_PERIOD_MS)).toEqual([10_000, 10_000, 10_000]);
  });
});

describe('the age of a table', () => {
  it('of more than 1,000 players counts from the change, whatever the rest does', async () => {
    const { stage, arena } = await openArena([]);
    const rows = Array.from({ length: 1_001 }, (_, who) => anIdleRow(who, { arena: arena.id }));
    await stage.store.commit(rows.map((entity) => ({ op: 'create', entity })));
    const ages: number[] = [];
    const measure: Stage['ports']['measure'] = (what, value) => {
      if (what === 'StandingsAgeMs') ages.push(value);
    };
    const ports = { ...stage.ports, measure };
    const startMs = stage.clock.nowMs + COMPLETE_PERIOD_MS;
    const refreshedAt = async (afterMs: number, changedMsBefore: number) => {
      stage.clock.nowMs = startMs + afterMs;
      await refreshTable(ports, arena.id, stage.clock.nowMs - changedMsBefore);
    };
    await refreshedAt(0, 0);
    await refreshedAt(TABLE_PERIOD_MS, 0);
    const rest = (await stage.tables.head(arena.id))?.lookAtMs;
    await refreshedAt(3 * TABLE_PERIOD_MS, 100);

    expect(rest).toBe(startMs + COMPLETE_PERIOD_MS + TABLE_SKEW_MS);
    expect(ages).toEqual([0, 0, 100]);
    // One that has waited for the period is as old as what it was not in.
    await refreshedAt(3 * TABLE_PERIOD_MS + 1_000, 0);
    await refreshedAt(4 * TABLE_PERIOD_MS + TABLE_SKEW_MS, TABLE_SKEW_MS);
    expect(ages.at(-1)).toBe(TABLE_PERIOD_MS + TABLE_SKEW_MS);
  });
});

describe('what is read of a table', () => {
  it('costs one item a page, two around a player, one for the numbers', async () => {
    const { stage, arena, game } = await scoredPair();
    await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
    const reads: string[] = [];
    const counting = <T extends object>(part: T): T =>
      new Proxy(part, {
        get: (target, name: keyof T & string) => {
          reads.push(name);
          return target[name];
        },
      });
    const ports = { ...stage.ports, store: counting(stage.store), tables: counting(stage.tables) };
    const readsOf = async (read: () => Promise<unknown>) => {
      reads.length = 0;
      await read();
      return [...reads];
    };

    expect(await readsOf(() => showTable(ports, arena.id, 0))).toEqual(['page']);
    const { player } = game.seats.second;
    expect(await readsOf(() => showAround(ports, arena.id, player))).toEqual(['order', 'page']);
    expect(await readsOf(() => showStats(ports, arena.id))).toEqual(['head']);
  });

  it('says who won, by how many moves, and what an arena that does not exist is', async () => {
    const { stage, arena } = await scoredPair();
    const none = { players: 2, games: 0, averageRating: 1_505 };
    expect(await showStats(stage.ports, arena.id)).toMatchObject({ value: none });
    await refreshTable(stage.ports, arena.id, stage.clock.nowMs);

    expect(await showStats(stage.ports, arena.id)).toEqual({
      ok: true,
      value: {
        ...{ players: 2, games: 1, moves: 0, wins: { first: 0, second: 1 }, draws: 0 },
        ...{ berserkRate: 0, averageRating: 1_505 },
      },
    });
    const nowhere = arenaId(77);
    for (const answer of [
      await showStats(stage.ports, nowhere),
      await showTable(stage.ports, nowhere, 0),
      await showAround(stage.ports, nowhere, present(playersOf(1)[0], 'player')),
    ]) {
      expect(answer).toMatchObject({ error: { code: 'noSuchArena' } });
    }
    const stranger = present(playersOf(1, 900)[0], 'player');
    expect(await showAround(stage.ports, arena.id, stranger)).toMatchObject({
      error: { code: 'notEntered', field: 'around' },
    });
    expect(await showTable(stage.ports, arena.id, 7)).toMatchObject({ value: { standings: [] } });
  });
});
