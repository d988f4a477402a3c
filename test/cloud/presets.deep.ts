import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyExport } from '../../infra/cli/arena/verify.ts';
import { checkArena } from '../../infra/cli/check.ts';
import { openTroupe } from '../../infra/cli/troupe.ts';
import { PRESETS, type PresetName } from '../../shared/arena/policy.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';

const PLAYERS = 6;
const DURATION_MS = 20_000;
/** The grace, the games that are waited for, and the freeze itself. */
const FREEZE_MS_MAX = 60_000;

interface Played {
  readonly preset: PresetName;
  readonly game: GameKind;
  readonly rated: boolean;
}

const ARENAS: readonly Played[] = [
  { preset: 'classic', game: 'chess', rated: true },
  { preset: 'dutch', game: 'draughts', rated: true },
  { preset: 'dutch', game: 'chess', rated: false },
];

let running: RunningCloud;
beforeAll(async () => {
  running = await runCloud();
});
afterAll(() => running.cloud.stop());

/** Plays one arena with bots to its frozen ranking, and all that was seen of it. */
async function playArena(wanted: Played) {
  const { client, cloud, createArena } = running;
  const arena = await createArena({ ...wanted, durationMs: DURATION_MS });
  const { signal } = new AbortController();
  const troupe = openTroupe(cloud, client, arena, { players: PLAYERS, seed: 1, signal });
  const states = new Set<string>();
  await until(async () => {
    const { state } = await client.arena(arena.id);
    states.add(state);
    return state === 'frozen';
  }, DURATION_MS + FREEZE_MS_MAX);
  await troupe.done;
  await until(async () => (await client.games(arena.id)).every(({ scored }) => scored), 30_000);
  const [table, games] = [await client.wholeTable(arena.id), await client.games(arena.id)];
  return { arena, table, games, states };
}

describe('an arena of another game with other rules', () => {
  it.each(ARENAS)(
    'runs to a frozen ranking that its export proves: $preset, $game, rated $rated',
    async (wanted) => {
      const { arena, table, games, states } = await playArena(wanted);
      const late = games.filter(({ end }) => (end?.endedAtMs ?? 0) > arena.endsAtMs);
      const pages = Readable.from(running.client.exportPages(arena.id));
      const { lines, exitCode } = await verifyExport(pages);

      const { preset, game, rated } = wanted;
      console.log(`${preset}, ${game}: ${games.length} games, ${late.length} late`);
      expect(arena).toMatchObject(wanted);
      expect(checkArena(table, games, arena.endsAtMs, PRESETS[preset])).toEqual([]);
      expect({ lines: exitCode === 0 ? [] : lines, exitCode }).toEqual({ lines: [], exitCode: 0 });
      expect(table).toMatchObject({ final: true, version: 1, players: PLAYERS, state: 'frozen' });
      expect(table.winners.length).toBeGreaterThan(0);
      expect(games.length).toBeGreaterThan(PLAYERS / 2);
      expect(games.every(({ kind, ply, moves }) => kind === game && (ply === 0 || moves))).toBe(
        true,
      );
      expect(games.every(({ end }) => (end?.ratings !== null) === rated)).toBe(true);
      expect([...states]).toContain('closing');
      if (preset === 'classic') {
        expect(late.length).toBeGreaterThan(0);
        expect(late.every(({ counted }) => counted)).toBe(true);
      }
      expect(running.errors).toEqual([]);
      expect(running.cloud.counters.deadLetters).toEqual({});
    },
  );
});

/** Looks every quarter of a second until it is so, or fails. */
async function until(isSo: () => Promise<boolean>, withinMs: number): Promise<void> {
  const lastMs = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > lastMs) throw new Error(`not so within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
