import { describe, expect, it } from 'vitest';
import { buildFinal, correctFinal } from '../../shared/arena/final.ts';
import type { LogEntry, Result } from '../../shared/arena/log.ts';
import { type Mean, rollingPerformanceOf } from '../../shared/arena/performance.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { type Place, rankEntrants } from '../../shared/arena/ranking.ts';
import type { Entrant } from '../../shared/arena/tally.ts';
import { directEncounter } from '../../shared/arena/tie-breaks.ts';
import { entry, performanceOf } from './sheets.ts';
import { entrantsOf, id } from './tournaments.ts';
import { type ExpectedPlayer, performances, tournaments } from './vectors.ts';

const classic = { policy: PRESETS.classic, endsAtMs: 1_000 };
const OURS: Readonly<Record<string, string>> = { blackWins: 'winsAsSecond' };
const { tieBreaks } = classic.policy;

console.log(`own vectors: ${tournaments.length} tournaments, ${performances.length} performances`);

describe('the tournaments of our own vectors', () => {
  it.each(tournaments)('$name: every value of every player', ({ contestants, games, expected }) => {
    const places = rankEntrants(classic, entrantsOf(contestants, games), true);
    const values = Object.fromEntries(places.map((place) => [place.player, valuesOf(place)]));

    expect(values).toEqual(expected.players);
  });

  it.each(tournaments)('$name: the final, before and after disqualification', async (vector) => {
    const { contestants, games, expected } = vector;
    const first = await buildFinal(classic, entrantsOf(contestants, games));
    const disqualified = vector.disqualified.map(id);
    const decision = { reason: 'cheating', actor: 'organiser', atMs: 2_000, disqualified };
    const second = await correctFinal(classic.policy, first.lines, first, decision);

    expect(ranks(first.lines)).toEqual(ranksOf(expected.rankingBeforeDq));
    expect(ranks(second.lines)).toEqual(ranksOf(expected.ranking));
    const kept = first.lines.filter(({ player }) => !disqualified.includes(player));
    const unranked = ({ rank, ...line }: (typeof kept)[number]) => line;
    expect(second.lines.map(unranked)).toEqual(kept.map(unranked));
  });

  it.each(tournaments)('$name: what decided between neighbours', (vector) => {
    const entrants = entrantsOf(vector.contestants, vector.games);
    const neighbours = vector.expected.ranking.map((line) => line.id);
    const decided = neighbours
      .slice(1)
      .map((below, index) => decidedBy(entrants, neighbours[index] ?? '', below));

    expect(decided).toEqual(vector.expected.decidedBy.map((key) => OURS[key] ?? key));
  });

  it.each(tournaments)('$name: every direct encounter', ({ contestants, games, expected }) => {
    const entrants = entrantsOf(contestants, games);
    const before = tieBreaks.slice(0, tieBreaks.indexOf('directEncounter'));
    const tied = rankedBy(entrants, before.length);
    const groups = [...Map.groupBy(tied, ({ rank }) => rank).values()].filter(
      (group) => group.length > 1,
    );

    expect(groups.map(encounterOf)).toEqual(
      expected.directEncounterGroups.map(({ players, points }) => ({ players, points })),
    );
  });
});

/** The values of a player in the words and units of the vectors. */
function valuesOf({ sheet, games, performance, rolling, tieBreaks }: Place): ExpectedPlayer {
  const reasons = sheet.scores.map(({ reason }) => reason);
  const count = (...wanted: string[]) => reasons.filter((one) => wanted.includes(one)).length;
  const orNull = (mean: Mean | undefined) => (mean === undefined || mean.count === 0 ? null : mean);
  return {
    points: sheet.points / 2,
    games,
    wins: tieBreaks?.wins ?? Number.NaN,
    draws: count('draw'),
    losses: count('loss', 'noShow'),
    blackWins: tieBreaks?.winsAsSecond ?? Number.NaN,
    buchholzCut1: (tieBreaks?.buchholzCut1 ?? Number.NaN) / 2,
    buchholz: (tieBreaks?.buchholz ?? Number.NaN) / 2,
    sonnebornBerger: (tieBreaks?.sonnebornBerger ?? Number.NaN) / 4,
    aroc1: orNull(tieBreaks?.aroc1),
    performance: orNull(performance),
    performanceRolling: rolling,
  };
}

type Ranks = readonly (readonly [number, string])[];

/** Inside a rank the vectors are in the order of the ids, which says nothing. */
const sorted = (lines: Ranks): Ranks =>
  [...lines].sort(([a, first], [b, second]) => a - b || (first < second ? -1 : 1));
const ranks = (lines: readonly { readonly rank: number; readonly player: string }[]): Ranks =>
  sorted(lines.map(({ rank, player }) => [rank, player]));
const ranksOf = (lines: readonly { readonly rank: number; readonly id: string }[]): Ranks =>
  sorted(lines.map((line) => [line.rank, line.id]));

/**
 * Ranked by the first `keys` tie-breaks alone. The vectors say of players without a game, whom we
 * rank last at once, which tie-break would have done it.
 */
const rankedBy = (entrants: readonly Entrant[], keys: number): Place[] =>
  rankEntrants(
    {
      ...classic,
      policy: {
        ...classic.policy,
        tieBreaks: tieBreaks.slice(0, keys),
        withoutGames: 'byRating',
      },
    },
    entrants,
  );

/** The first of the keys that tells the two apart. */
function decidedBy(entrants: readonly Entrant[], above: string, below: string): string {
  for (const [index, key] of ['points', ...tieBreaks].entries()) {
    const [a, b] = [above, below].map(
      (name) => rankedBy(entrants, index).find(({ player }) => player === name)?.rank,
    );
    if (a !== b) return key;
  }
  return 'tie';
}

function encounterOf(group: readonly Place[]) {
  const points = directEncounter(group);
  const players = group.map(({ player }) => player).sort();
  return {
    players,
    points: points && Object.fromEntries([...points].map(([name, half]) => [name, half / 2])),
  };
}

describe('the performances of our own vectors', () => {
  it.each(performances)('$id: $note', ({ games, expected }) => {
    const letters: Readonly<Record<string, string>> = { win: 'W', draw: 'D', loss: 'L' };
    const log = games.map(
      ({ opponentRating, result }): LogEntry => ({
        ...entry(letters[result] ?? '', { opponentRating }),
        result: result as Result,
      }),
    );
    const { sum, count } = performanceOf(log);
    const rounded = count === 0 ? null : Math.floor(sum / count + 0.5);
    const rolling = rollingPerformanceOf(log);

    expect({ sum, count, rounded, rolling }).toEqual({
      sum: expected.sum,
      count: expected.count,
      rounded: expected.rounded,
      rolling: expected.rolling,
    });
  });
});
