import { describe, expect, it } from 'vitest';
import { type Policy, PRESETS, type PresetName } from '../../../shared/arena/policy.ts';
import type { DoneGame } from '../../../shared/game/game.ts';
import { exported, playedArena } from '../../support/exports.ts';
import { type Line, linesOf, reported, SEED, summaryOf, verifyLines } from './verify-files.ts';

const ARENAS = Math.ceil(6 * Number(process.env.SEEDS ?? 1));
const UNKNOWN_GAMES = 3;

/**
 * Every way in which the winners of some games may have gone berserk, each as the correct file of
 * an arena in which that happened, without saying so. What differs between such files cannot be
 * known from any of them: a verification that compares it calls one of them wrong.
 */
async function worlds(preset: PresetName, seed: number, policy: Partial<Policy>) {
  const options = { seed, policy, rounds: 5, uncorrected: true };
  const played = await playedArena(preset, options);
  const wins = played.games.filter(({ winner, ply }) => winner !== null && ply > 14);
  const step = Math.floor(wins.length / UNKNOWN_GAMES);
  const unknown = wins.filter((_, index) => index % step === 0).slice(0, UNKNOWN_GAMES);
  const ids = unknown.map(({ id }) => id);
  const files = Array.from({ length: 2 ** ids.length }, async (_, world) => {
    const edit = (game: DoneGame): DoneGame => {
      const index = ids.indexOf(game.id);
      const { winner } = game;
      if (index < 0 || winner === null) return game;
      return { ...game, berserk: { ...game.berserk, [winner]: (world & (1 << index)) !== 0 } };
    };
    const lines = linesOf(await exported(await playedArena(preset, { ...options, edit })));
    for (const line of lines) {
      if (ids.some((id) => id === line.id)) Reflect.deleteProperty(line, 'berserk');
    }
    return lines;
  });
  return Promise.all(files);
}

/** Players for whom a field is not the same in all files. */
function varying(files: readonly (readonly Line[])[], field: string): number {
  const values = new Map<string, Set<string>>();
  for (const line of files.flat()) {
    if (line.type !== 'standing') continue;
    const seen = values.get(line.player) ?? new Set();
    values.set(line.player, seen.add(JSON.stringify(line[field])));
  }
  return [...values.values()].filter((seen) => seen.size > 1).length;
}

const countOf = (lines: readonly string[], field: string): number =>
  Number(new RegExp(` ${field}=(\\d+)`).exec(lines.join('\n'))?.[1] ?? 0);

const { tieBreaks } = PRESETS.classic;
const SEVEN = { tieBreaks, withoutGames: 'byRating' } as const;

describe('what depends on an absent input', () => {
  it.each([
    ['oware-shield', 'as it is', {}],
    ['oware-shield', 'with seven tie-breaks', SEVEN],
    ['dutch', 'as it is', {}],
    ['lichess', 'as it is', {}],
    ['classic', 'with a bonus', { berserk: true, berserkBonus: { points: 1, minPlies: 0 } }],
  ] as const)('is compared in no possible world: %s %s', async (preset, _, policy) => {
    const sums = { varying: 0, notComparable: 0, ranks: 0 };
    for (let seed = SEED; seed < SEED + ARENAS; seed++) {
      const files = await worlds(preset, seed, policy);
      for (const lines of files) {
        const report = await verifyLines(lines);

        expect(reported(report, 'difference'), `seed ${seed}`).toEqual([]);
        expect(summaryOf(report)).toMatch(/^ok /);
        const not = reported(report, 'notComparable');
        for (const field of ['points', 'sheet', 'reasons']) {
          expect(countOf(not, field), `${field}, seed ${seed}`).toBeGreaterThanOrEqual(
            varying(files, field),
          );
        }
        expect(countOf(not, 'points')).toBe(varying(files, 'points'));
        sums.varying += varying(files, 'rank');
        sums.notComparable += countOf(not, 'rank');
        sums.ranks += lines.filter(({ type }) => type === 'standing').length;
      }
    }
    console.log(
      `worlds of ${preset}: SEED=${SEED}, ${ARENAS} arenas, ranks ${JSON.stringify(sums)}`,
    );
    expect(sums.varying).toBeGreaterThan(0);
    expect(sums.notComparable).toBeLessThan(sums.ranks);
  });
});
