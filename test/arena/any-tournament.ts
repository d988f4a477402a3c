import fc from 'fast-check';
import { type Policy, PRESETS, TIE_BREAKS } from '../../shared/arena/policy.ts';
import { anyPolicy } from './any-sheet.ts';
import type { Tournament } from './naive-table.ts';
import { ENDS_AT_MS } from './sheets.ts';
import type { Contestant, Played } from './tournaments.ts';

const NAMES = [...'ABCDEF'];

/** Ranking policies that no preset has, with any tie-breaks in any order. */
const anyRanking: fc.Arbitrary<Policy> = fc
  .record({
    scoring: fc.oneof(anyPolicy, fc.constantFrom(...Object.values(PRESETS))),
    tieBreaks: fc.shuffledSubarray([...TIE_BREAKS]),
    withoutGames: fc.constantFrom('last', 'lastShared', 'byRating'),
    tiedRanks: fc.constantFrom('shared', 'consecutive'),
    winners: fc.constantFrom('firstRank', 'mostPoints'),
  })
  .map(({ scoring, ...ranking }) => ({ ...scoring, ...ranking }));

const anyContestant = fc.record({
  rating: fc.constantFrom(1_500, 1_500, 1_600),
  joinedAtMs: fc.nat(2),
  removed: fc.constantFrom(false, false, false, false, true),
});

const bySide = <T>(value: fc.Arbitrary<T>) => fc.record({ first: value, second: value });

/** A result with few ratings and few lengths, so that much is equal. */
const anyResult = fc
  .record({
    winner: fc.constantFrom('first' as const, 'second' as const, null),
    ratings: bySide(fc.constantFrom(1_500, 1_500, 1_499)),
    plies: fc.constantFrom(80, 80, 80, 40, 15, 1),
    berserk: bySide(fc.constantFrom(false, false, false, true)),
    noShow: fc.constantFrom(false, false, false, false, true),
    late: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1),
  })
  .map(({ late, ...game }) => ({
    ...game,
    noShow: game.noShow && game.winner !== null,
    endedAtMs: ENDS_AT_MS + late,
  }));

/** A game between any two of `count`. */
const anyGame = (count: number): fc.Arbitrary<Played> =>
  fc
    .tuple(fc.nat(count - 1), fc.integer({ min: 1, max: count - 1 }), anyResult)
    .map(([first, distance, result]) => ({
      ...result,
      names: pair(first, first + distance, count),
    }));

/** Each with each of `count` once, the sides in turn. */
const roundRobin = (count: number): fc.Arbitrary<Played[]> => {
  const pairs = NAMES.slice(0, count).flatMap((_, a) =>
    NAMES.slice(0, a).map((_, b) => ((a + b) % 2 === 0 ? pair(a, b, count) : pair(b, a, count))),
  );
  const results = fc.array(anyResult, { minLength: pairs.length, maxLength: pairs.length });
  return results.map((all) =>
    pairs.flatMap((names, index) => {
      const result = all[index];
      return result === undefined ? [] : [{ ...result, names }];
    }),
  );
};

const pair = (first: number, second: number, count: number) => ({
  first: NAMES[first] ?? '',
  second: NAMES[second % count] ?? '',
});

const anyGames = (count: number): fc.Arbitrary<Played[]> => {
  const some = (maxLength: number) => fc.array(anyGame(count), { maxLength, size: 'max' });
  const robin = fc.tuple(roundRobin(count), some(2)).map(([all, more]) => [...all, ...more]);
  return fc.oneof(some(16), robin);
};

const EARLY = { ...PRESETS.classic, tieBreaks: ['directEncounter', 'wins', 'aroc1'] as const };
const anyPolicyAtAll = fc.oneof(
  fc.constantFrom<Policy>(...Object.values(PRESETS), EARLY),
  anyRanking,
);

/** Two to six players with few games, many of them equal in much, some without a game. */
export const anyTournament: fc.Arbitrary<Tournament> = fc
  .integer({ min: 2, max: NAMES.length })
  .chain((count) =>
    fc.record({
      policy: anyPolicyAtAll,
      endsAtMs: fc.constant(ENDS_AT_MS),
      contestants: fc
        .array(anyContestant, { minLength: count, maxLength: count })
        .map((parts) =>
          parts.map((part, index): Contestant => ({ name: NAMES[index] ?? '', ...part })),
        ),
      games: anyGames(count),
    }),
  );
