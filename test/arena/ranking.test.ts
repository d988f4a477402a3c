import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../shared/arena/log.ts';
import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import { rankEntrants, winnersOf } from '../../shared/arena/ranking.ts';
import type { Entrant } from '../../shared/arena/tally.ts';
import { ENDS_AT_MS, entries, entry } from './sheets.ts';
import { entrantsOf, games, id } from './tournaments.ts';

const { 'oware-shield': SHIELD, classic: CLASSIC, dutch: DUTCH, lichess: LICHESS } = PRESETS;

/** A player with a log of his own, whose opponents are not in the table. */
const player = (name: string, log: readonly LogEntry[], more: Partial<Entrant> = {}): Entrant => ({
  player: id(name),
  joinedRating: 1_500,
  joinedAtMs: 0,
  removed: false,
  log,
  ...more,
});

/** Ranks and names in the order of the table: `1A 2B 2C 4D`. */
const table = (policy: Policy, players: readonly Entrant[]): string =>
  rankEntrants({ policy, endsAtMs: ENDS_AT_MS }, players)
    .map((place) => `${place.rank}${place.player}`)
    .join(' ');

const winners = (policy: Policy, players: readonly Entrant[]): readonly string[] =>
  winnersOf(
    policy,
    rankEntrants({ policy, endsAtMs: ENDS_AT_MS }, players).map(({ sheet, ...place }) => ({
      ...place,
      points: sheet.points,
    })),
  );

describe('a ranking by performance', () => {
  it('ranks by points, then performance, and shares ranks of equals: 1, 2, 2, 4', () => {
    const players = [
      player('D', entries('L')),
      player('C', entries('W L')),
      player('B', entries('W L')),
      player('A', entries('W W')),
    ];

    expect(table(SHIELD, players)).toBe('1A 2B 2C 4D');
  });

  it('lets performance decide before anything else between equal points', () => {
    const strong = player('B', [entry('W', { opponentRating: 1_501 })]);
    const weak = player('A', [entry('W', { opponentRating: 1_500 })]);

    expect(table(SHIELD, [weak, strong])).toBe('1B 2A');
  });

  it('shows equals in the order in which they joined, then by id, which decides nothing', () => {
    const players = [
      player('A', entries('W'), { joinedAtMs: 2 }),
      player('C', entries('W'), { joinedAtMs: 1 }),
      player('B', entries('W'), { joinedAtMs: 1 }),
    ];

    expect(table(SHIELD, players)).toBe('1B 1C 1A');
  });

  it('lichess-org/lila#1763: takes a removed player out and closes the ranks', () => {
    const players = [
      player('A', entries('W W')),
      player('B', entries('W'), { removed: true }),
      player('C', entries('L')),
    ];

    expect(table(SHIELD, players)).toBe('1A 2C');
  });

  it('lichess-org/lila#6160: has no line of a player removed before he played', () => {
    const players = [player('A', [], { removed: true }), player('B', []), player('C', [])];

    expect(table(SHIELD, players)).toBe('1B 1C');
    expect(table(CLASSIC, players)).toBe('1B 1C');
    expect(table(LICHESS, players)).toBe('1B 2C');
  });

  it('lichess-org/lila#9833: follows the zero of a draw streak', () => {
    const leader = player('A', entries('W W L D45'));
    const drawer = player('B', entries('W D80 D45'));
    const third = player('C', entries('W D80'));

    // Paid for his last draw, B would be second with a point more than C.
    expect(table(SHIELD, [leader, drawer, third])).toBe('1A 2C 3B');
  });
});

describe('players without a game', () => {
  const players = [
    player('A', entries('L'), { joinedRating: 1_400 }),
    player('B', [], { joinedRating: 1_900 }),
    player('C', [], { joinedRating: 2_000 }),
    player('D', [], { joinedRating: 1_900, joinedAtMs: 1 }),
    player('E', [], { joinedRating: 900 }),
    player('F', entries('W')),
  ];

  it.each([
    ['after all others by rating', 'last', 'shared', '1F 2A 3C 4B 4D 6E'],
    [
      'after all others with one rank, shown by rating',
      'lastShared',
      'shared',
      '1F 2A 3C 3B 3D 3E',
    ],
    ['with their rating for a performance', 'byRating', 'shared', '1F 2C 3B 3D 5A 6E'],
    ['one after the other, after all others', 'last', 'consecutive', '1F 2A 3C 4B 5D 6E'],
    ['one after the other, not as one', 'lastShared', 'consecutive', '1F 2A 3C 4B 5D 6E'],
    [
      'one after the other among those without points',
      'byRating',
      'consecutive',
      '1F 2C 3B 4D 5A 6E',
    ],
  ] as const)('are ranked %s', (_, withoutGames, tiedRanks, expected) => {
    expect(table({ ...SHIELD, withoutGames, tiedRanks }, players)).toBe(expected);
    const rolling = { ...LICHESS, withoutGames, tiedRanks };
    expect(table(rolling, players)).toBe(expected);
  });

  it('come after all who played, also those whose late games do not count', () => {
    const late = player('A', [entry('W', { endedAtMs: ENDS_AT_MS + 1 })], { joinedRating: 9 });

    expect(table(SHIELD, [late, player('B', []), player('C', entries('L'))])).toBe('1C 2B 3A');
    expect(table({ ...SHIELD, lateGames: 'counted' }, [late, player('B', [])])).toBe('1A 2B');
  });
});

describe('winners', () => {
  const tied = [
    player('A', [entry('W', { opponentRating: 1_501 })]),
    player('B', entries('W')),
    player('C', entries('L')),
  ];

  it('are all of rank 1, and none before a game was played', () => {
    expect(winners(SHIELD, tied)).toEqual(['A']);
    expect(winners(SHIELD, tied.slice(1).concat(player('D', entries('W'))))).toEqual(['B', 'D']);
    expect(winners(SHIELD, [player('A', []), player('B', [])])).toEqual([]);
  });

  it('are all with the most points where the policy says so', () => {
    expect(winners(DUTCH, tied)).toEqual(['A', 'B']);
    expect(winners(DUTCH, [player('A', []), player('B', [])])).toEqual([]);
  });

  it('are not those who were removed', () => {
    const removed = tied.map((one) => ({ ...one, removed: one.player === 'A' }));

    expect(winners(SHIELD, removed)).toEqual(['B']);
    expect(winners(DUTCH, removed)).toEqual(['B']);
  });
});

describe('public reports about ties', () => {
  const named = (names: string) => [...names].map((name) => ({ name, rating: 1_500 }));

  it('sivert-io/matchzy-auto-tournament#225: three on rank 1 are followed by rank 4', () => {
    const players = [...'ABC'].map((name) => player(name, entries('W')));

    expect(table(SHIELD, [player('D', entries('L')), ...players])).toBe('1A 1B 1C 4D');
  });

  it('EvanCooper9/Friendly-Competitions#110: equals are ranked the same at every reading', () => {
    const players = [...'CAB'].map((name) => player(name, entries('W'), { joinedRating: 1_500 }));

    expect(table(LICHESS, players)).toBe('1A 2B 3C');
    expect(table(LICHESS, players.toReversed())).toBe('1A 2B 3C');
  });

  it('lichess-org/lila#7426: the direct match decides for one policy alone', () => {
    // C and D are equal on all before it; C has won their game, D has met the stronger players.
    const ratings = { A: 1_900, E: 1_900 };
    const played = games(
      'D-A 1-0, C-D 1-0, B-F 1/2-1/2, D-E 1-0, B-A 1/2-1/2, F-E 1/2-1/2, B-E 0-1, C-B 1-0, ' +
        'E-A 1/2-1/2, C-F 0-1',
      ratings,
    );
    const ranked = entrantsOf(named('ABCDEF'), played);
    const without = CLASSIC.tieBreaks.filter((key) => key !== 'directEncounter');

    expect(table(CLASSIC, ranked)).toBe('1E 2F 3C 4D 5B 6A');
    expect(table({ ...CLASSIC, tieBreaks: without }, ranked)).toBe('1E 2F 3D 4C 5B 6A');
    expect(table(SHIELD, ranked)).toBe('1D 2F 3C 4E 5A 6B');
  });

  it('lichess-org/lila#13694: only real games enter, none is made up', () => {
    const played = games('A-B 1-0, A-C 1-0, A-D 1/2-1/2, D-B 1-0');
    const [first] = rankEntrants({ policy: CLASSIC, endsAtMs: ENDS_AT_MS }, [
      ...entrantsOf(named('ABCD'), played),
    ]);

    // B has 0, C has 0 and D one and a half points, in half points.
    expect(first?.tieBreaks).toMatchObject({ buchholz: 3, buchholzCut1: 3, sonnebornBerger: 3 });
  });

  it('lichess-org/lila#3633: an opponent met four times counts four times, and is cut once', () => {
    const played = games('A-B 1-0, B-A 0-1, A-B 0-1, B-A 1/2-1/2, A-C 0-1, C-B 0-1, C-B 0-1');
    const places = rankEntrants({ policy: CLASSIC, endsAtMs: ENDS_AT_MS }, [
      ...entrantsOf(named('ABC'), played),
    ]);
    const values = places.find((place) => place.player === 'A')?.tieBreaks;

    // B has three and a half points, C has one: 4 times 7 and 2 half points; the 2 are cut.
    expect(values).toMatchObject({ buchholz: 30, buchholzCut1: 28, sonnebornBerger: 35 });
  });
});
