import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { Ports } from '../../shared/app/ports.ts';
import { pseudonymOf } from '../../shared/app/privacy/pseudonym.ts';
import { requestErasure } from '../../shared/app/privacy/request-erasure.ts';
import { sweepErasures } from '../../shared/app/privacy/sweep-erasures.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { Cloud } from './cloud.ts';
import { checkOutcome } from './outcome.ts';
import { type Scene, simulate } from './world.ts';

/** Multiplies every number of seeds, for long runs by hand. */
const FACTOR = Number(process.env.SEEDS ?? 1);

/** So many players of a run want to be forgotten, each at some instant of it. */
const FORGOTTEN = 4;
const SWEEP_MS = 60_000;
const RETRY_MS = 5_000;
const HTTP_TIMEOUT_MS = 10_000;
const SWEEP_TIMEOUT_MS = 60_000;

/** Whole arenas in which players ask to be forgotten, with all that goes wrong in a cloud. */
export function describeErasures(title: string, base: number): void {
  const seeds = Math.max(1, Math.round(base * FACTOR));
  describe(`${title}, ${seeds} seeds`, () => {
    it.each(Array.from({ length: seeds }, (_, index) => index + 1))('seed %i', async (seed) => {
      let forgotten: readonly PlayerId[] = [];
      const { cloud, settled } = await simulate(seed, undefined, undefined, (some, scene) => {
        forgotten = scene.players.slice(0, FORGOTTEN);
        return forgetAll(some, scene, forgotten, seed);
      });
      const { store, tables, witness } = cloud;
      if (witness.bugs.length > 0) throw witness.bugs[0];
      assert.equal(settled, true, 'the cloud came to rest');
      for (const arena of store.all()) {
        if (arena.type === 'arena') await checkOutcome(store, tables, arena);
      }
      for (const [index, player] of forgotten.entries()) await expectNameless(cloud, index, player);
    });
  });
}

/** Each asks until he has been answered; lost messages are found by the sweep. */
function forgetAll(
  cloud: Cloud,
  { startMs, leavesAtMs }: Scene,
  players: readonly PlayerId[],
  seed: number,
) {
  const { time, store } = cloud;
  const random = seededRandom(seed * 7_919);
  const waiting = new Set(players);
  for (const player of players) {
    time.at(startMs + random.below(leavesAtMs - startMs), () => void ask(player));
  }
  const ask = async (player: PlayerId): Promise<void> => {
    const outcome = await cloud.invoke(HTTP_TIMEOUT_MS, (ports) => requestErasure(ports, player));
    if (outcome.kind === 'done' && outcome.value.ok) waiting.delete(player);
    else time.at(time.now() + RETRY_MS, () => void ask(player));
  };
  const sweep = (): void => {
    time.at(time.now() + SWEEP_MS, sweep);
    void cloud.invoke(SWEEP_TIMEOUT_MS, (ports: Ports) => sweepErasures(ports));
  };
  sweep();
  return {
    isDone: () => waiting.size === 0 && store.all().every(({ type }) => type !== 'erasure'),
  };
}

/** As the simulation calls its players; no pseudonym looks like that. */
const nameOf = (index: number): string => `"player ${index}"`;

async function expectNameless({ store, tables }: Cloud, index: number, player: PlayerId) {
  const name = nameOf(index);
  const named = store.all().filter((entity) => JSON.stringify(entity).includes(name));
  assert.deepEqual(
    named.map(({ type }) => type),
    [],
  );
  for (const arena of store.all()) {
    if (arena.type !== 'arena') continue;
    const shown = [await tables.page(arena.id, 0), (await tables.order(arena.id))?.leaders];
    assert.ok(!JSON.stringify(shown).includes(name), `${player} is named in a table`);
  }
  const rows = store.all().filter((one) => one.type === 'row' && one.player === player);
  for (const row of rows) {
    assert.equal(row.type === 'row' && row.name, pseudonymOf(player));
  }
}
