import { afterAll, describe, expect, it } from 'vitest';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { SIDES, sideAt } from '../../shared/rules/rules.ts';
import { type Ending, playEnding, type Stored } from './exact-end.ts';
import { checkFreezes } from './late-freeze.ts';
import { checkFrozen, readFinal } from './outcome.ts';

/** First of the seeds: each names one end of an arena. */
const SEED = Number(process.env.SEED ?? 1);
/** Multiplies every number of seeds, for long runs by hand. */
const FACTOR = Number(process.env.SEEDS ?? 1);

const BY_CLOCK = ['flag', 'noShow'];

/**
 * What counts, from what was received and stored alone. Late games ignored: what ends by a command
 * if the gateway had it by the end and the function was not later than 2 s after it; what ends by a
 * clock if the deadline was not after the end. Late games counted: what was paired before the end.
 */
function countsByTheRules({ policy, endsAtMs }: Arena, game: DoneGame, by: Stored | null): boolean {
  if (policy.lateGames === 'counted') return game.startedAtMs < endsAtMs;
  return isInTime(endsAtMs, game, by);
}

function isInTime(endsAtMs: number, game: DoneGame, by: Stored | null): boolean {
  if (by === null) return dueAtMs(game) <= endsAtMs;
  return by.caller.atMs <= endsAtMs && by.caller.nowMs <= endsAtMs + 2_000;
}

/** A first move has 21 s here, later ones what the clock of the side to move still had. */
const dueAtMs = ({ ply, lastAtMs, remainingMs }: DoneGame): number =>
  lastAtMs + (ply < 2 ? 21_000 : remainingMs[sideAt(ply)]);

/** What the winner of a counted game and its loser get (half points), in their first game. */
const payOf = ({ winner, ply }: DoneGame, side: 'first' | 'second'): number => {
  if (winner === null) return ply <= 20 ? 0 : 2;
  return winner === side ? 4 : 0;
};

/** Checks one end of an arena; what ended its games, and which of them counted. */
async function checkEnding(ending: Ending): Promise<string[]> {
  const { stage, arena, entities, stored } = ending;
  expect(stage.bugs).toEqual([]);
  expect(arena).toMatchObject({ state: 'frozen', finalVersion: 1, publishedVersion: 1 });
  const { lines } = await readFinal(stage.tables, arena);
  const games = stage.store.all().filter((one) => one.type === 'game') as DoneGame[];
  const outcomes = games.map((game) => {
    const byClock = BY_CLOCK.includes(game.ending);
    const ended = stored.find((one) => one.game === game.id && one.ends);
    const by = byClock ? null : present(ended, 'command that ended the game');
    const counts = countsByTheRules(arena, game, by);
    // The record says the same as the rules, so it can never disagree with the table.
    expect(game.endedAtMs <= arena.endsAtMs).toBe(isInTime(arena.endsAtMs, game, by));
    if (byClock) expect(game.endedAtMs).toBe(dueAtMs(game));
    for (const side of SIDES) {
      const line = lines.find(({ player }) => player === game.seats[side].player);
      expect(line?.sheet).toEqual(counts ? [payOf(game, side)] : []);
    }
    const kind = byClock ? game.ending : game.ending === 'resign' ? 'resign' : 'move';
    if (game.endedAtMs <= arena.endsAtMs) return `${kind} in time`;
    const received = by !== null && by.caller.atMs <= arena.endsAtMs;
    return received ? 'command decided too late' : `${kind} late`;
  });
  await checkFrozen(stage.store, stage.tables, arena);
  const steps = stored.map((asked) => ({ kind: 'asked', asked }) as const);
  await checkFreezes(stage.store, stage.tables, arena, { entities, steps });
  return outcomes;
}

/** Seeds `SEED` to `SEED + base` (times SEEDS), under both policies for late games. */
export function describeExactEnds(base: number): void {
  const seeds = Math.max(1, Math.round(base * FACTOR));
  const title = 'freeze at a random instant around a finishing move, a flag and a no-show';

  describe(`${title}, ${seeds} seeds`, () => {
    const seen = new Map<string, number>();
    it.each(['ignored', 'counted'] as const)('late games %s: what counts', async (lateGames) => {
      for (let seed = SEED; seed < SEED + seeds; seed++) {
        try {
          for (const outcome of await checkEnding(await playEnding(seed, lateGames))) {
            const key = `${lateGames}: ${outcome}`;
            seen.set(key, (seen.get(key) ?? 0) + 1);
          }
        } catch (cause) {
          throw new Error(`SEED=${seed} SEEDS=${1 / base}`, { cause });
        }
      }
      const kinds = ['move', 'resign', 'flag', 'noShow'];
      const all = kinds.flatMap((one) => [`${one} in time`, `${one} late`]);
      for (const kind of [...all, 'command decided too late']) {
        if (seeds >= 100) expect(seen.get(`${lateGames}: ${kind}`), kind).toBeGreaterThan(0);
      }
    });

    afterAll(() => {
      const counts = [...seen].sort().map(([what, count]) => `${what} ${count}`);
      console.log(`exact end: SEED=${SEED}, ${seeds} seeds; ${counts.join(', ')}`);
    });
  });
}
