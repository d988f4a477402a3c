import { describe, expect, it } from 'vitest';
import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import { buildSheet, countedGames } from '../../shared/arena/sheet.ts';
import { cutGames, directEncounter, tieBreaksOf } from '../../shared/arena/tie-breaks.ts';
import { ENDS_AT_MS, entries, entry } from './sheets.ts';
import { entrantsOf, games, id } from './tournaments.ts';

const arena = (policy: Policy) => ({ policy, endsAtMs: ENDS_AT_MS });
const classic = arena(PRESETS.classic);
const shield = arena(PRESETS['oware-shield']);
const POINTS = new Map([
  [id('A'), 7],
  [id('B'), 3],
  [id('C'), 0],
]);

const against = (short: string, name: string, opponentRating = 1_500) =>
  entry(short, { opponent: id(name), opponentRating });

describe('tie-breaks of a sheet', () => {
  it('take by result, never by points paid', () => {
    const log = [against('W', 'C'), against('W', 'B'), against('W', 'A'), against('D10', 'A')];
    const { scores } = buildSheet(shield, log);

    expect(scores.map(({ points }) => points)).toEqual([4, 4, 8, 0]);
    // Twice 3 and 7 for the wins, 7 for the draw that paid nothing.
    expect(tieBreaksOf(log, POINTS)).toMatchObject({ sonnebornBerger: 27, wins: 3 });
  });

  it('count every game, cut one lowest entry of each kind', () => {
    const log = [
      against('W', 'B', 1_400),
      against('L', 'B', 1_300),
      against('W', 'A', 1_350),
      { ...against('W', 'A', 1_360), side: 'second' as const },
    ];

    expect(tieBreaksOf(countedGames(buildSheet(classic, log)), POINTS)).toEqual({
      buchholz: 20,
      buchholzCut1: 17,
      sonnebornBerger: 34,
      wins: 3,
      winsAsSecond: 1,
      aroc1: { sum: 1_400 + 1_350 + 1_360, count: 3 },
    });
  });

  it('are zero without games, and have nothing left after the cut of the only game', () => {
    const none = { buchholzCut1: 0, wins: 0, aroc1: { sum: 0, count: 0 } };
    const one = [against('L', 'A')];

    expect(tieBreaksOf([], POINTS)).toMatchObject({ ...none, buchholz: 0, sonnebornBerger: 0 });
    expect(tieBreaksOf(one, POINTS)).toMatchObject({ ...none, buchholz: 7, sonnebornBerger: 0 });
  });

  it('leave out games that do not count', () => {
    const late = { ...against('W', 'C'), endedAtMs: ENDS_AT_MS + 1 };
    const log = [against('W', 'A'), late, against('D', 'B')];
    const counted = log.filter((one) => one !== late);

    expect(tieBreaksOf(countedGames(buildSheet(shield, log)), POINTS)).toEqual(
      tieBreaksOf(countedGames(buildSheet(shield, counted)), POINTS),
    );
  });
});

describe('the cuts', () => {
  it('name the first of the lowest entries, by the place of its game', () => {
    const late = { ...against('W', 'C', 900), endedAtMs: ENDS_AT_MS + 1 };
    const log = [
      late,
      against('W', 'A', 1_300),
      against('W', 'B', 1_400),
      against('L', 'B', 1_300),
    ];

    expect(cutGames(buildSheet(shield, log).scores, POINTS)).toEqual({ buchholz: 2, aroc1: 1 });
  });

  it('take away exactly what the sums lack', () => {
    const log = [against('W', 'B', 1_410), against('L', 'A', 1_400), against('D', 'B', 1_420)];
    const { scores } = buildSheet(classic, log);
    const { buchholz, buchholzCut1, aroc1 } = tieBreaksOf(log, POINTS);
    const cut = cutGames(scores, POINTS);
    const ratings = log.reduce((sum, { opponentRating }) => sum + opponentRating, 0);

    expect(buchholz - buchholzCut1).toBe(POINTS.get(log[cut.buchholz ?? -1]?.opponent ?? id('')));
    expect(ratings - aroc1.sum).toBe(log[cut.aroc1 ?? -1]?.opponentRating);
  });

  it('have nothing to name where there is nothing', () => {
    const one = buildSheet(classic, [against('W', 'A')]).scores;

    expect(cutGames([], POINTS)).toEqual({ buchholz: null, aroc1: null });
    expect(cutGames(one, POINTS)).toEqual({ buchholz: 0, aroc1: null });
  });
});

describe('a direct encounter', () => {
  const group = (names: string, text: string) =>
    entrantsOf(
      [...names].map((name) => ({ name, rating: 1_500 })),
      games(text),
    ).map(({ player, log }) => ({ player, sheet: buildSheet(classic, log) }));
  const points = (names: string, text: string) => {
    const map = directEncounter(group(names, text));
    return map && Object.fromEntries(map);
  };

  it('sums the points of all games among the group, and of no others', () => {
    expect(points('AB', 'A-B 1-0, B-A 1/2-1/2, A-C 0-1, C-B 0-1')).toEqual({ A: 3, B: 1 });
  });

  it('leaves the tie when any two have not met, however many games there are', () => {
    expect(points('ABC', 'A-B 1-0, B-A 1-0, A-C 1-0, C-A 1-0, A-B 1-0, B-D 1-0')).toBeNull();
    expect(points('ABC', 'A-B 1-0, A-C 1-0, C-B 1-0')).toEqual({ A: 4, B: 0, C: 2 });
  });

  it('does not know a meeting that does not count', () => {
    const late = [
      ['A', 'B'],
      ['B', 'A'],
    ].map(([name = '', other = '']) => ({
      player: id(name),
      sheet: buildSheet(shield, [{ ...against('D', other), endedAtMs: ENDS_AT_MS + 1 }]),
    }));

    expect(directEncounter(late)).toBeNull();
  });

  it('leaves the tie of thousands, of whom most have met nobody of the group', () => {
    const [nobody, few] = [buildSheet(classic, []), buildSheet(classic, entries('W W L'))];
    const many = Array.from({ length: 50_000 }, (_, index) => ({
      player: id(`${index}`),
      sheet: index === 49_999 ? nobody : few,
    }));

    expect(directEncounter(many)).toBeNull();
  });
});
