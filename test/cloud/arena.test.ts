import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkArena } from '../../infra/cli/check.ts';
import { openTroupe } from '../../infra/cli/troupe.ts';
import { checkLines } from '../support/log-lines.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';

const PLAYERS = 6;
const DURATION_MS = 20_000;
/** Grace, rounding of the queue and the freeze itself. */
const FREEZE_MS_MAX = 13_000;

let running: RunningCloud;
beforeAll(async () => {
  running = await runCloud();
});
afterAll(() => running.cloud.stop());

describe('an arena on the local cloud', () => {
  it('runs from its creation to a frozen ranking that its games confirm', async () => {
    const { client, cloud, createArena, errors } = running;
    const arena = await createArena({ durationMs: DURATION_MS });
    const leaving = new AbortController();

    const secrets: string[] = [];
    const listening = {
      ...client,
      socketUrl: async (token: string) => {
        const url = await client.socketUrl(token);
        secrets.push(token, new URL(url).searchParams.get('ticket') ?? url);
        return url;
      },
    };
    const troupe = openTroupe(cloud, listening, arena, {
      players: PLAYERS,
      seed: 1,
      signal: leaving.signal,
    });
    await until(
      async () => (await client.arena(arena.id)).state === 'frozen',
      DURATION_MS + 20_000,
    );
    const frozenAfterMs = Date.now() - arena.endsAtMs;
    await troupe.done;
    await until(async () => (await client.games(arena.id)).every(({ scored }) => scored), 30_000);

    const table = await client.table(arena.id);
    const games = await client.games(arena.id);
    console.log(`local cloud: ${games.length} games, frozen ${frozenAfterMs} ms after the end`);
    expect(checkArena(table, games, arena.endsAtMs)).toEqual([]);
    expect(games.length).toBeGreaterThan(PLAYERS / 2);
    expect(table).toMatchObject({ final: true, version: 1, players: PLAYERS, state: 'frozen' });
    expect(table.winners.length).toBeGreaterThan(0);
    expect(frozenAfterMs).toBeLessThan(FREEZE_MS_MAX);
    expect(errors).toEqual([]);
    expect(cloud.counters.deadLetters).toEqual({});
    checkLines(running.lines, secrets);
  });
});

/** Looks every quarter of a second until it is so, or fails. */
async function until(isSo: () => Promise<boolean>, withinMs: number): Promise<void> {
  const lastMs = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > lastMs) throw new Error(`not so within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
