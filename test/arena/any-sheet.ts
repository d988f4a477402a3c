import fc from 'fast-check';
import { expect } from 'vitest';
import type { LogEntry } from '../../shared/arena/log.ts';
import { type Policy, PRESET_NAMES, PRESETS } from '../../shared/arena/policy.ts';
import { buildSheet, reasonText, type ScoringRules } from '../../shared/arena/sheet.ts';
import { SIDES } from '../../shared/rules/rules.ts';
import { oracle } from './oracle.ts';
import { ENDS_AT_MS, entry } from './sheets.ts';

/** Both sides of every threshold in plies of the presets, and the policies below. */
const PLIES = [1, 2, 6, 7, 12, 13, 14, 15, 19, 20, 21, 40, 59, 60, 61, 80];
const RESULTS = ['W', 'W', 'W', 'L', 'D', 'D', 'D'];
const ON_TIME = [true, true, true, true, true, true, true, true, false];

/** Every entry there can be at these edges, the plainest first. */
const ENTRIES: readonly LogEntry[] = ON_TIME.flatMap((onTime) =>
  SIDES.flatMap((side) => {
    const endedAtMs = ENDS_AT_MS + (onTime ? 0 : 1);
    const played = PLIES.flatMap((plies) =>
      RESULTS.flatMap((result) => [`${result}${plies}`, `${result}${plies}b`]),
    );
    const notPlayed = ['L0n', 'L1n', 'W0n', 'W1n', 'W1bn', 'L0', 'W0', 'W1b'];
    // As often as all games of two lengths, so that they really occur.
    return [...played, ...notPlayed, ...notPlayed, ...notPlayed].map((short) =>
      entry(short, { side, endedAtMs }),
    );
  }),
);

/** Up to 30 entries, among them every edge of the rules and some that are too late. */
const anyLog: fc.Arbitrary<LogEntry[]> = fc
  .array(fc.nat(ENTRIES.length - 1), { maxLength: 30, size: 'max' })
  .map((picks) => picks.flatMap((pick) => ENTRIES[pick] ?? []));

/** Scoring policies that no preset has. */
export const anyPolicy: fc.Arbitrary<Policy> = fc
  .record({
    preset: fc.constantFrom(...PRESET_NAMES),
    points: fc.record({ win: fc.nat(8), draw: fc.nat(5), loss: fc.nat(2) }),
    streak: fc.option(
      fc.record({
        afterWins: fc.integer({ min: 1, max: 4 }),
        factor: fc.integer({ min: 2, max: 4 }),
      }),
    ),
    berserkBonus: fc.option(
      fc.oneof(
        fc.record({ points: fc.nat(3), minOwnMoves: fc.constantFrom(0, 1, 3, 7, 10) }),
        fc.record({ points: fc.nat(3), minPlies: fc.constantFrom(0, 1, 7, 14, 20) }),
      ),
    ),
    quickDrawMaxPlies: fc.option(fc.constantFrom(1, 7, 19, 20, 59)),
    drawStreakLongMinPlies: fc.option(fc.constantFrom(1, 14, 20, 60, 61)),
    lateGames: fc.constantFrom('ignored', 'counted'),
  })
  .map((rules) => ({ ...PRESETS[rules.preset], ...rules }));

/** Checks a law on random sheets. */
export function everySheet(
  { seed, numRuns }: { readonly seed: number; readonly numRuns: number },
  holds: (log: readonly LogEntry[]) => void,
): void {
  fc.assert(fc.property(anyLog, holds), { seed, numRuns });
}

/** The sheet is what the oracle says, to the reason of each entry. */
export function expectAgreement(arena: ScoringRules, log: readonly LogEntry[]): void {
  const sheet = buildSheet(arena, log);
  const expected = oracle(arena.policy, arena.endsAtMs, log);
  const paid = sheet.scores.map((score) => `${score.points} ${reasonText(score)}`);
  // The comparison of texts is what makes a hundred thousand of them quick.
  if (paid.join() !== expected.paid.join()) expect(paid).toEqual(expected.paid);
  if (sheet.points !== expected.points) expect(sheet.points).toBe(expected.points);
  if (sheet.winsInARow !== expected.winsInARow) {
    expect(sheet.winsInARow).toBe(expected.winsInARow);
  }
  if (sheet.onFire !== expected.onFire) expect(sheet.onFire).toBe(expected.onFire);
}

/** Checks the agreement on this many random sheets of each preset. */
export function agreeOnPresets(seed: number, numRuns: number): void {
  for (const name of PRESET_NAMES) {
    everySheet({ seed, numRuns }, (log) => {
      expectAgreement({ policy: PRESETS[name], endsAtMs: ENDS_AT_MS }, log);
    });
  }
}

/** The same where the rules are random too. */
export function agreeOnPolicies(seed: number, numRuns: number): void {
  fc.assert(
    fc.property(anyPolicy, anyLog, (policy, log) => {
      expectAgreement({ policy, endsAtMs: ENDS_AT_MS }, log);
    }),
    { seed, numRuns },
  );
}
