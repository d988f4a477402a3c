import assert from 'node:assert/strict';
import { afterAll, describe, expect, it } from 'vitest';
import { addCounts, CHANCES, countsText, type Fault } from './faults.ts';
import { checkHooks } from './hooks-told.ts';
import { checkFreezes } from './late-freeze.ts';
import { checkOutcome } from './outcome.ts';
import { type Simulation, simulate } from './world.ts';

/** Multiplies every number of seeds, for long runs by hand. */
const FACTOR = Number(process.env.SEEDS ?? 1);

/** What is lost waits for the sweep, which may itself crash or lose a race: three of them (ms). */
const WAIT_MS_MAX = 190_000;

/** Simulates seeds 1 to `base` (times SEEDS), checks each, and that every fault happened. */
export function describeSeeds(title: string, base: number): void {
  const seeds = Math.max(1, Math.round(base * FACTOR));
  const runs: ReadonlyMap<Fault, number>[] = [];
  const refusals = new Map<string, number>();

  describe(`${title}, ${seeds} seeds`, () => {
    it.each(Array.from({ length: seeds }, (_, index) => index + 1))('seed %i', async (seed) => {
      const run = await simulate(seed);
      runs.push(run.cloud.faults.counts);
      for (const [what, count] of run.cloud.counts) {
        refusals.set(what, (refusals.get(what) ?? 0) + count);
      }
      console.log(reportOf(seed, run));
      await checkRun(run);
    });

    it('met every fault', () => {
      const sum = addCounts(runs);
      for (const fault of Object.keys(CHANCES) as Fault[]) {
        expect(sum.get(fault), `${fault} over ${seeds} seeds`).toBeGreaterThan(0);
      }
      for (const fault of ['reordering', 'gone', 'redelivery', 'timeout'] as const) {
        expect(sum.get(fault), `${fault} over ${seeds} seeds`).toBeGreaterThan(0);
      }
      for (const decision of ['removal', 'disqualify', 'reinstate']) {
        expect(refusals.get(`${decision} accepted`), decision).toBeGreaterThan(0);
      }
    });

    afterAll(() => {
      console.log(`${title}: ${seeds} seeds, ${countsText(addCounts(runs))}`);
      console.log(`${title}: ${countsText(new Map([...refusals].sort()))}`);
    });
  });
}

async function checkRun({ cloud, settled, closings }: Simulation): Promise<void> {
  const { store, tables, witness } = cloud;
  if (witness.bugs.length > 0) throw witness.bugs[0];
  assert.equal(settled, true, 'the cloud came to rest');
  assert.ok(witness.patience.longestMs() <= WAIT_MS_MAX, 'nobody is forgotten in the lobby');
  assert.ok(witness.freshness.longestMs() <= WAIT_MS_MAX, 'no table is forgotten');
  checkHooks(store.all(), cloud.heard);
  for (const arena of store.all()) {
    if (arena.type !== 'arena') continue;
    await checkOutcome(store, tables, arena);
    const closing = closings.get(arena.id);
    assert.ok(closing !== undefined, 'every arena was closed');
    await checkFreezes(store, tables, arena, closing);
  }
}

/** One line a run: enough to see at a glance what it was like. */
function reportOf(seed: number, { cloud }: Simulation): string {
  const { store, witness, time, faults } = cloud;
  const games = store.all().filter((entity) => entity.type === 'game');
  const plies = games.reduce((sum, game) => sum + (game.type === 'game' ? game.ply : 0), 0);
  const waited = Math.round(witness.patience.longestMs() / 1_000);
  const head = `seed ${seed}: ${games.length} games, ${plies} plies, ${time.events()} events`;
  return `${head}, longest wait ${waited} s; ${countsText(faults.counts)}`;
}
