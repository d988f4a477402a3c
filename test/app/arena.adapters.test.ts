import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { databaseBacking } from '../support/database-backing.ts';
import { countsText } from '../support/faults.ts';
import { checkOutcome } from '../support/outcome.ts';
import { simulate } from '../support/world.ts';

/** Seeds on the real adapters; the fakes, held to the same laws, take all the others. */
const SEEDS = Math.max(1, Math.round(3 * Number(process.env.SEEDS ?? 1)));

/** Every call goes through the SDK and a socket, so these arenas are smaller. */
const SIZE = { players: 10, durationMs: 150_000 };

describe(`whole arenas on the adapters and the embedded database, ${SEEDS} seeds`, () => {
  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))('seed %i', async (seed) => {
    const backing = await databaseBacking();
    try {
      const { cloud, settled } = await simulate(seed, backing, SIZE);

      if (cloud.witness.bugs.length > 0) throw cloud.witness.bugs[0];
      assert.equal(settled, true, 'the cloud came to rest');
      for (const arena of cloud.store.all()) {
        if (arena.type === 'arena') await checkOutcome(cloud.store, cloud.tables, arena);
      }
      const games = cloud.store.all().filter(({ type }) => type === 'game').length;
      console.log(`seed ${seed} on adapters: ${games} games; ${countsText(cloud.faults.counts)}`);
    } finally {
      await backing.close();
    }
  });
});
