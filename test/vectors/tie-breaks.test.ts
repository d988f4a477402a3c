import { describe, expect, it } from 'vitest';
import type { Mean } from '../../shared/arena/performance.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { type Place, rankEntrants } from '../../shared/arena/ranking.ts';
import { countedGames } from '../../shared/arena/sheet.ts';
import type { Entrant } from '../../shared/arena/tally.ts';
import {
  directEncounter,
  type TieBreakValues,
  tieBreaksOf,
} from '../../shared/arena/tie-breaks.ts';
import { present } from '../../shared/core/assert.ts';
import { id } from '../arena/tournaments.ts';
import { computedRows, FOLDER, publishedArena, publishedEvent } from '../support/published.ts';

const classic = { policy: PRESETS.classic, endsAtMs: 10_000_000 };

const placesOf = (entrants: readonly Entrant[]): ReadonlyMap<string, Place> =>
  new Map(rankEntrants(classic, entrants, true).map((place) => [place.player, place]));

/** In whole points, as events publish them. */
const inPoints = ({ buchholzCut1, buchholz, sonnebornBerger }: TieBreakValues) => ({
  buchholzCut1: buchholzCut1 / 2,
  buchholz: buchholz / 2,
  sonnebornBerger: sonnebornBerger / 4,
});

/** All that is published of a player under one name each. */
function valuesOf(places: ReadonlyMap<string, Place>, player: string) {
  const place = present(places.get(player), player);
  const tieBreaks = present(place.tieBreaks, `tie-breaks of ${player}`);
  const { wins, winsAsSecond: blackWins, aroc1 } = tieBreaks;
  const { games, sheet } = place;
  return { games, points: sheet.points / 2, ...inPoints(tieBreaks), wins, blackWins, aroc1 };
}

/** Published averages are rounded, halves up. */
const rounded = ({ sum, count }: Mean): number => Math.floor(sum / count + 0.5);

interface Buchholz {
  readonly points: number;
  readonly buchholzCut1: number;
  readonly buchholz: number;
}

describe.skipIf(FOLDER === null)('published tie-breaks of events', () => {
  it('Women’s World Rapid 2024: points, both Buchholz and AROC of all 110', () => {
    type Line = Buchholz & { readonly arocCut1: number };
    const { published, entrants } = publishedEvent<Line>('wwrc2024');
    const places = placesOf(entrants);
    const ours = published.map(({ player }) => {
      const { points, buchholzCut1, buchholz, aroc1 } = valuesOf(places, player);
      return { player, points, buchholzCut1, buchholz, arocCut1: rounded(aroc1) };
    });

    expect(ours).toEqual(
      published.map(({ player, points, buchholzCut1, buchholz, arocCut1 }) => ({
        player,
        points,
        buchholzCut1,
        buchholz,
        arocCut1,
      })),
    );
    expect(told('wwrc2024', ours)).toBe(110);
  });

  it('lichess-org/lila#7426: a round robin of 10 with direct encounters', () => {
    interface Line {
      readonly points: number;
      readonly sonnebornBerger: number;
      readonly wins: number;
      readonly blackWins: number;
      readonly directEncounterPosition: number;
    }
    const { published, entrants } = publishedEvent<Line>('uzchess2025');
    const places = placesOf(entrants);
    const ours = published.map(({ player }) => {
      const { points, sonnebornBerger, wins, blackWins } = valuesOf(places, player);
      const directEncounterPosition = encounterPosition(places, player);
      return { player, points, directEncounterPosition, sonnebornBerger, wins, blackWins };
    });

    expect(published).toMatchObject(ours);
    expect(told('uzchess2025', ours)).toBe(10);
  });

  it('lichess-org/lila#13694: World Blitz 2021, only real games enter', () => {
    type Line = Buchholz & { readonly arocCut1: number; readonly clean: boolean };
    const { published, entrants } = publishedEvent<Line>('worldblitz2021');
    const places = placesOf(entrants);
    const clean = published.filter((line) => line.clean);
    const ours = clean.map(({ player }) => {
      const { points, buchholzCut1, buchholz, aroc1 } = valuesOf(places, player);
      return { player, points, buchholzCut1, buchholz, arocCut1: rounded(aroc1) };
    });

    expect(clean).toMatchObject(ours);
    expect(told('worldblitz2021, plain', ours)).toBe(33);
  });

  it('World Blitz 2021: with the points that FIDE gives absent opponents, all who played', () => {
    type Line = Buchholz & { readonly arocCut1: number; readonly full: boolean };
    const { players, published, entrants } = publishedEvent<Line>('worldblitz2021');
    const places = placesOf(entrants);
    const points = new Map(
      players.map((one) => [id(one.id), 2 * present(one.scoreForOpponents, `points of ${one.id}`)]),
    );
    const full = published.filter((line) => line.full);
    const ours = full.map(({ player }) => {
      const { sheet } = present(places.get(player), player);
      const { aroc1, ...values } = tieBreaksOf(countedGames(sheet), points);
      const { buchholzCut1, buchholz } = inPoints({ aroc1, ...values });
      return { player, buchholzCut1, buchholz, arocCut1: rounded(aroc1) };
    });

    expect(full).toMatchObject(ours);
    expect(told('worldblitz2021, fed', ours)).toBe(162);
  });

  it('Ouagadougou 2022: points of all 68, Buchholz cut 1 of all without a forfeit', () => {
    interface Line {
      readonly points: number;
      readonly buchholzCut1: number;
      readonly compare: boolean;
    }
    const { published, entrants } = publishedEvent<Line>('draughts_ouagadougou2022');
    const places = placesOf(entrants);
    const ours = published.map(({ player }) => valuesOf(places, player));
    const same = published.filter(
      ({ buchholzCut1 }, index) => ours[index]?.buchholzCut1 === buchholzCut1,
    );

    expect(ours.map(({ points }) => points)).toEqual(published.map(({ points }) => points));
    expect(same).toEqual(published.filter(({ compare }) => compare));
    expect(told('ouagadougou2022', same)).toBe(65);
  });

  it('lichess-org/lila#3633: opponents met four times are in every sum four times', () => {
    interface Line {
      readonly points: number;
      readonly computed: Readonly<Record<string, number>>;
    }
    const { published, entrants } = publishedEvent<Line>('draughts_summer_rapid2023');
    const places = placesOf(entrants);
    const ours = published.map(({ player }) => {
      const { points, games, wins, blackWins, ...sums } = valuesOf(places, player);
      const buchholzPerGame = sums.buchholz;
      const buchholzCut1PerGame = sums.buchholzCut1;
      const sonnebornBergerPerGame = sums.sonnebornBerger;
      const perGame = { buchholzPerGame, buchholzCut1PerGame, sonnebornBergerPerGame };
      return { player, points, computed: { games, ...perGame, wins, blackWins } };
    });

    expect(published).toMatchObject(ours);
    expect(told('summer_rapid2023', ours)).toBe(22);
  });
});

describe.skipIf(FOLDER === null)('the published arena under the classic preset', () => {
  it('has the tie-breaks that other programs computed', () => {
    const places = placesOf(publishedArena().entrants);
    const expected = computedRows();
    const ours = expected.map(({ player }) => {
      const { aroc1, ...values } = valuesOf(places, player);
      const arocCut1 = aroc1.count === 0 ? null : Number((aroc1.sum / aroc1.count).toFixed(4));
      return { player, ...values, arocCut1 };
    });

    expect(ours).toEqual(expected);
    expect(told('arena, classic', ours)).toBe(193);
  });
});

function told(what: string, same: readonly unknown[]): number {
  console.log(`published vectors: ${what}, ${same.length} players`);
  return same.length;
}

/** 1 is the most points among all with the same score; 0: nobody else has it. */
function encounterPosition(places: ReadonlyMap<string, Place>, player: string): number {
  const score = places.get(player)?.sheet.points;
  const group = [...places.values()].filter(({ sheet }) => sheet.points === score);
  if (group.length === 1) return 0;
  const points = present(directEncounter(group), 'a group that has all met');
  const own = present(points.get(id(player)), player);
  return 1 + [...points.values()].filter((other) => other > own).length;
}
