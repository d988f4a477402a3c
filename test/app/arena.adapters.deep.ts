import assert from 'node:assert/strict';
import { expect, it } from 'vitest';
import { databaseBacking } from '../support/database-backing.ts';
import { checkOutcome } from '../support/outcome.ts';
import { simulate } from '../support/world.ts';

/** The size of the simulations on the fakes. */
it('two whole arenas of full size on the adapters and the embedded database', async () => {
  const backing = await databaseBacking();

  const { cloud, settled } = await simulate(1, backing);

  if (cloud.witness.bugs.length > 0) throw cloud.witness.bugs[0];
  assert.equal(settled, true, 'the cloud came to rest');
  const arenas = cloud.store.all().filter((entity) => entity.type === 'arena');
  for (const arena of arenas) await checkOutcome(cloud.store, cloud.tables, arena);
  expect(arenas).toHaveLength(2);
  await backing.close();
});
