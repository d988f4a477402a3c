import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../shared/arena/log.ts';

import { PRESETS } from '../../shared/arena/policy.ts';
import { buildSheet, countedGames, countedScores, reasonText } from '../../shared/arena/sheet.ts';
import { everySheet } from './any-sheet.ts';
import { ENDS_AT_MS, entries, entry, performanceOf, SHIELD } from './sheets.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
console.log(`sheets: SEED=${SEED}`);

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

/** Sheets at the thresholds of the lichess preset, which are one ply away from ours. */
const LICHESS: readonly (readonly [string, string, number[]])[] = [
  ['19 plies are quick, 20 pay', 'D19 W D20', [0, 2, 1]],
  ['59 plies are not long', 'D40 D59', [1, 0]],
  ['60 plies are long', 'D40 D60', [1, 1]],
  ['14 plies of both earn the bonus', 'W13b L W14b', [2, 0, 3]],
];

describe('a sheet', () => {
  it.each([...SHEETS, ...COMPARED, ...REPORTS])('%s: %s pays %j', (_, sheet, paid) => {
    expect(pointsOf(entries(sheet))).toEqual(paid);
  });

  it.each(LICHESS)('of the lichess preset: %s: %s pays %j', (_, sheet, paid) => {
    const arena = { ...SHIELD, policy: PRESETS.lichess };

    expect(buildSheet(arena, entries(sheet)).scores.map(({ points }) => points / 2)).toEqual(paid);
  });

  it('lichess-org/lila#6488: one drawn game pays one player and not the other', () => {
    const [x, y] = [pointsOf(entries('D40 L D50')), pointsOf(entries('L D50'))];

    expect([x.at(-1), y.at(-1)]).toEqual([0, 1]);
  });

  it('lichess-org/lila#9833: the reason for the 0 of a draw streak is said', () => {
    const sheet = buildSheet(SHIELD, entries('W D45 D45'));

    expect(sheet.scores.map(reasonText)).toEqual(['win', 'draw', 'drawStreak']);
    expect(sheet.points).toBe(6);
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
      entry('W', { endedAtMs: ENDS_AT_MS + 1 }),
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

    expect([at(ENDS_AT_MS), at(ENDS_AT_MS + 1)]).toEqual([[2], [0]]);
  });

  it('lists a game after the end and lets it change nothing', () => {
    const late = buildSheet(SHIELD, [...entries('W W'), entry('L', { endedAtMs: ENDS_AT_MS + 1 })]);

    expect(late).toMatchObject({ points: 8, onFire: true });
    expect(countedScores(late)).toHaveLength(2);
    expect(performanceOf(countedGames(late))).toEqual({ sum: 4_000, count: 2 });
  });

  it.each([
    ['oware-shield', 0],
    ['classic', 2],
    ['dutch', 0],
    ['lichess', 0],
  ] as const)('of a game won after the end under %s: %i half points', (name, points) => {
    const late = [entry('W', { endedAtMs: ENDS_AT_MS + 60_000 })];

    expect(buildSheet({ ...SHIELD, policy: PRESETS[name] }, late).points).toBe(points);
  });

  it.each([
    ['own moves', { points: 2, minOwnMoves: 0 }],
    ['plies', { points: 2, minPlies: 0 }],
  ])('has no bonus for a win against nobody, even from 0 %s on', (_, berserkBonus) => {
    const arena = { ...SHIELD, policy: { ...SHIELD.policy, berserkBonus } };

    expect(buildSheet(arena, entries('W1bn W1b')).scores.map(reasonText)).toEqual([
      'win+berserkTooShort',
      'win+berserk',
    ]);
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

  it('is a fold: what was paid stays paid when a game is added, and the points are its sum', () => {
    everySheet({ seed: SEED, numRuns: 1_000 }, (log) => {
      const sheet = buildSheet(SHIELD, log);
      const before = buildSheet(SHIELD, log.slice(0, -1));

      expect(sheet.scores.slice(0, -1)).toEqual(before.scores);
      expect(sheet.points).toBe(sheet.scores.reduce((sum, { points }) => sum + points, 0));
      expect(sheet.scores.map((score) => score.entry)).toEqual(log);
    });
  });

  it('is the same without the games that do not count', () => {
    everySheet({ seed: SEED, numRuns: 1_000 }, (log) => {
      const sheet = buildSheet(SHIELD, log);
      const onTime = log.filter(({ endedAtMs }) => endedAtMs <= ENDS_AT_MS);
      const counted = buildSheet(SHIELD, onTime);

      expect(countedScores(sheet)).toEqual(counted.scores);
      expect([sheet.points, sheet.onFire]).toEqual([counted.points, counted.onFire]);
    });
  });
});
