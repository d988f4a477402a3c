import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../shared/arena/log.ts';
import { performanceOf } from '../../shared/arena/performance.ts';
import { addEntry, buildSheet, reasonText } from '../../shared/arena/sheet.ts';
import { entries, entry, SHIELD } from './sheets.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(20_000 * Number(process.env.SEEDS ?? 1));

const pointsOf = (log: readonly LogEntry[]): number[] =>
  buildSheet(SHIELD, log).scores.map(({ points }) => points / 2);

/** Whole sheets: the entries, and what each pays. */
const SHEETS: readonly (readonly [string, string, number[]])[] = [
  ['the example of the rules', 'W W D40', [2, 2, 2]],
  ['a fire needs two wins in a row', 'W L W W W W L W', [2, 0, 2, 2, 4, 4, 0, 2]],
  ['a draw ends the fire', 'W W W D40 W W W', [2, 2, 4, 2, 2, 2, 4]],
  ['a fire burns as long as games are won', 'W W W W W', [2, 2, 4, 4, 4]],
  ['losses do not break a draw streak', 'D40 L L D40 W D40', [1, 0, 0, 0, 2, 1]],
  ['a quick draw ends a fire and pays nothing', 'W W D18 W W W', [2, 2, 0, 2, 2, 4]],
  ['a quick draw starts a draw streak', 'D18 D40', [0, 0]],
  ['ten moves of each are quick', 'D20', [0]],
  ['more than ten moves pay', 'D21', [1]],
  ['30 moves are not long', 'D21 D60', [1, 0]],
  ['more than 30 moves are long', 'D21 D61', [1, 1]],
  ['a long draw does not end the streak', 'D21 D61 D60', [1, 1, 0]],
  ['a long first draw starts the streak too', 'D70 D30 D20', [1, 0, 0]],
  ['a draw on fire starts a draw streak', 'D24 W W D24 D24 W D24', [1, 2, 2, 2, 0, 2, 1]],
  ['only a win breaks a streak', 'W W L D24 W W D24 D24', [2, 2, 0, 1, 2, 2, 2, 0]],
  ['a long draw on fire pays double', 'W W D61 D61 D30', [2, 2, 2, 1, 0]],
  ['a berserk loss pays nothing', 'L W W L30b W W W80b', [0, 2, 2, 0, 2, 2, 5]],
  ['a berserk draw has no bonus', 'D40b', [1]],
  ['the bonus is not doubled', 'W W W80b', [2, 2, 5]],
  ['a no-show of the opponent is a win on fire', 'W W W1n', [2, 2, 4]],
  ['a no-show of the opponent has no berserk bonus', 'W1bn', [2]],
  ['nothing played, nothing paid', '', []],
];

/** The remaining rows of a published comparison of arena servers, at our thresholds. */
const COMPARED: readonly (readonly [string, string, number[]])[] = [
  ['exactly 30 moves pay nothing in a streak', 'D40 D40 D60 D59', [1, 0, 0, 0]],
  ['a quick draw on fire starts a draw streak', 'W W D19 D40', [2, 2, 0, 0]],
  ['seven own moves of the first mover', 'W14b W13b W40b', [3, 3, 5]],
  ['an opponent who quits at once', 'W W W2b', [2, 2, 4]],
  ['long means 61 plies on both sides of a win', 'W W D60 D60 D30', [2, 2, 2, 0, 0]],
];

/** Public reports about sheets of other servers; ours must do what these scenarios say. */
const REPORTS: readonly (readonly [string, string, number[]])[] = [
  ['lichess-org/lila#6630: a loss does not break a draw streak', 'D70 L D40', [1, 0, 0]],
  [
    'lichess-org/lila#10284: a draw in a fire pays double and ends it',
    'W L W W D W W W W',
    [2, 0, 2, 2, 2, 2, 2, 4, 4],
  ],
  ['lichess-org/lila#6437: 10 and 30 moves are two rules', 'D56 D56 D60 D61', [1, 0, 0, 1]],
  ['gbtami/pychess-variants#701: draw streaks are on by default', 'D40 D40', [1, 0]],
  ['gbtami/pychess-variants#889: a game that does not exist breaks nothing', 'W W W', [2, 2, 4]],
];

describe('a sheet', () => {
  it.each([...SHEETS, ...COMPARED, ...REPORTS])('%s: %s pays %j', (_, sheet, paid) => {
    expect(pointsOf(entries(sheet))).toEqual(paid);
  });

  it.each([
    ['first', 13, 'bonus'],
    ['first', 12, 'tooShort'],
    ['second', 13, 'tooShort'],
    ['second', 14, 'bonus'],
  ] as const)('a berserk win as %s mover in %i plies: %s', (side, plies, berserk) => {
    const [score] = buildSheet(SHIELD, [entry(`W${plies}b`, { side })]).scores;

    expect(score).toMatchObject({ berserk, points: berserk === 'bonus' ? 6 : 4 });
  });

  it('gives each entry its reason', () => {
    const sheet = buildSheet(SHIELD, [
      ...entries('L0n L W13b W12b W W40b D40 D40 D61 D10'),
      entry('W', { endedAtMs: SHIELD.endsAtMs + 1 }),
    ]);

    expect(sheet.scores.map(reasonText)).toEqual([
      'noShow',
      'loss',
      'win+berserk',
      'win+berserkTooShort',
      'winOnFire',
      'winOnFire+berserk',
      'drawOnFire',
      'drawStreak',
      'longDraw',
      'quickDraw',
      'afterEnd',
    ]);
  });

  it('counts a game that ends at the last instant, and none that ends after it', () => {
    const at = (endedAtMs: number) => pointsOf([entry('W', { endedAtMs })]);

    expect([at(SHIELD.endsAtMs), at(SHIELD.endsAtMs + 1)]).toEqual([[2], [0]]);
  });

  it('lists a game after the end and lets it change nothing', () => {
    const late = buildSheet(SHIELD, [
      ...entries('W W'),
      entry('L', { endedAtMs: SHIELD.endsAtMs + 1 }),
    ]);

    expect(late).toMatchObject({ points: 8, onFire: true });
    expect(performanceOf(late)).toEqual({ sum: 4_000, count: 2 });
  });

  it('where late games count, counts them', () => {
    const counted = { ...SHIELD, policy: { ...SHIELD.policy, lateGames: 'counted' as const } };

    const late = buildSheet(counted, [entry('W', { endedAtMs: SHIELD.endsAtMs + 60_000 })]);

    expect(late.points).toBe(4);
  });

  it.each([
    ['as it is', {}, [2, 2, 4, 0, 0, 1, 0]],
    ['no streak', { streak: null }, [2, 2, 2, 0, 0, 1, 0]],
    ['no quick draws', { quickDrawMaxPlies: null }, [2, 2, 4, 2, 0, 1, 0]],
    ['no draw streaks', { drawStreakLongMinPlies: null }, [2, 2, 4, 0, 1, 1, 0]],
    ['other points', { points: { win: 6, draw: 4, loss: 1 } }, [3, 3, 6, 0, 0, 2, 0.5]],
    ['another streak', { streak: { afterWins: 1, factor: 3 } }, [2, 6, 6, 0, 0, 1, 0]],
  ])('is what the policy of its arena says: %s', (_, part, paid) => {
    const arena = { ...SHIELD, policy: { ...SHIELD.policy, ...part } };
    const log = entries('W W W D18 D30 D61 L');

    expect(buildSheet(arena, log).scores.map(({ points }) => points / 2)).toEqual(paid);
  });

  it('has no berserk part where berserk pays nothing', () => {
    const arena = { ...SHIELD, policy: { ...SHIELD.policy, berserkBonus: null } };

    expect(buildSheet(arena, entries('W80b')).scores.map(reasonText)).toEqual(['win']);
  });

  it('agrees with a state machine of its own on random sheets', () => {
    console.log(`sheets: SEED=${SEED}, ${RUNS} random sheets`);
    everySheet(RUNS, (log) => {
      expect(pointsOf(log)).toEqual(oracle(log));
    });
  });

  it('is the fold of its entries, one by one, and sums them up', () => {
    everySheet(1_000, (log) => {
      const sheet = buildSheet(SHIELD, log);
      const empty = buildSheet(SHIELD, []);
      const folded = log.reduce((before, one) => addEntry(SHIELD, before, one), empty);

      expect(folded).toEqual(sheet);
      expect(sheet.points).toBe(sheet.scores.reduce((sum, { points }) => sum + points, 0));
      expect(sheet.scores.map((score) => score.entry)).toEqual(log);
    });
  });
});

/** Entries with every plies at an edge of the rules, berserk or not, some of them too late. */
const anyEntry = fc
  .record({
    letter: fc.constantFrom('W', 'W', 'W', 'L', 'D', 'D', 'L0n', 'W1n'),
    plies: fc.constantFrom(1, 12, 13, 14, 19, 20, 21, 40, 59, 60, 61, 80),
    berserk: fc.boolean(),
    side: fc.constantFrom('first' as const, 'second' as const),
    late: fc.integer({ min: 0, max: 9 }).map((digit) => digit === 0),
  })
  .map(({ letter, plies, berserk, side, late }) => {
    const short = letter.endsWith('n') ? letter : `${letter}${plies}${berserk ? 'b' : ''}`;
    return entry(short, { side, endedAtMs: SHIELD.endsAtMs + (late ? 1 : 0) });
  });

function everySheet(numRuns: number, holds: (log: readonly LogEntry[]) => void): void {
  const logs = fc.array(anyEntry, { maxLength: 30, size: 'max' });
  fc.assert(fc.property(logs, holds), { seed: SEED, numRuns });
}

/** The rules as a machine with two memories, written from their text. */
function oracle(log: readonly LogEntry[]): number[] {
  let winsInARow = 0;
  let drewSinceWin = false;
  return log.map(({ result, plies, side, berserk, endedAtMs }) => {
    if (endedAtMs > SHIELD.endsAtMs) return 0;
    const factor = winsInARow >= 2 ? 2 : 1;
    if (result === 'win') {
      winsInARow += 1;
      drewSinceWin = false;
      const ownMoves = side === 'first' ? Math.ceil(plies / 2) : Math.floor(plies / 2);
      return 2 * factor + (berserk && ownMoves >= 7 ? 1 : 0);
    }
    winsInARow = 0;
    if (result === 'loss') return 0;
    const inStreak = drewSinceWin;
    drewSinceWin = true;
    if (plies <= 20) return 0;
    if (factor === 2) return 2;
    return !inStreak || plies > 60 ? 1 : 0;
  });
}
