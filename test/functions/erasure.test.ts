import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { look } from '../../shared/app/look.ts';
import { keysWith, stageOn } from '../support/database-stage.ts';
import { ama, esi, forget, lived, NAME, WORDS, workOff } from '../support/forgetting.ts';
import { type LocalDatabase, localDatabase } from '../support/local-database.ts';
import { correct } from '../support/organising.ts';

let database: LocalDatabase;
beforeAll(async () => {
  database = await localDatabase();
});
afterAll(() => database.close());

describe('the three tables of a player who was forgotten', () => {
  it('had his name in items of all kinds, and have it in none', async () => {
    const { stage, frozen, open } = await lived(stageOn(database));
    await correct(stage, frozen, 'disqualify', ama);
    const before = keysWith(database.db, NAME);
    for (const part of ['PROFILE', 'P#', 'G#', 'POOL', 'PAGE', 'ORDER']) {
      expect(before.filter((key) => key.includes(part))).not.toEqual([]);
    }
    expect(before.filter((key) => /^A#\w+#S0 PAGE$/.test(key))).toHaveLength(2);
    expect(before.filter((key) => key.includes('FINAL'))).toEqual([]);
    expect(keysWith(database.db, WORDS)).toHaveLength(1);

    await forget(stage, esi);
    await workOff(stage);
    expect(keysWith(database.db, NAME)).toEqual([]);
    expect(keysWith(database.db, WORDS)).toEqual([]);

    // A version that is made afterwards shows the new name, too.
    await correct(stage, frozen, 'reinstate', ama);
    expect(keysWith(database.db, NAME)).toEqual([]);
    expect((await stage.tables.page(open.id, 0))?.lines).toHaveLength(2);
  });
});

describe('what an erasure costs', () => {
  it('is a few units for each arena, and one for each game', async () => {
    const other = await localDatabase();
    const { stage } = await lived(stageOn(other));
    const units = async (work: () => Promise<unknown>) => {
      Object.assign(other.meter, { requests: 0, readUnits: 0, writeUnits: 0 });
      await work();
      const { readUnits, writeUnits } = other.meter;
      return { readUnits, writeUnits };
    };
    const next = () => {
      const [first] = stage.queued.splice(0);
      stage.clock.nowMs += first?.delayMs ?? 0;
      return first?.message ?? { t: 'erase' as const, player: esi };
    };

    // Asking: five items are read; profile, claim, row and the wish are written in one transaction.
    expect(await units(() => forget(stage, esi))).toEqual({ readUnits: 5, writeUnits: 8 });
    // Two arenas with a game each: 3 and 2. One to come: 5.5 and 6. A report: 2 and 2.
    // Half a unit in each for reports that only it knows.
    expect(await units(() => look(stage.ports, next()))).toEqual({
      readUnits: 17,
      writeUnits: 13,
    });
    // Copies: 5 to look into an arena, and one for a page, for the leaders and for the pool.
    expect(await units(() => look(stage.ports, next()))).toEqual({ readUnits: 15, writeUnits: 6 });
    expect(await stage.store.erasure(esi)).toBeNull();
    await other.close();
  });
});
