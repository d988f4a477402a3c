import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIE_BREAKS } from '../../shared/arena/policy.ts';
import { type Place, rankEntrants, winnersOf } from '../../shared/arena/ranking.ts';
import { directEncounter, type TieBreakValues } from '../../shared/arena/tie-breaks.ts';
import { anyTournament } from './any-tournament.ts';
import {
  allMet,
  compare,
  type Fraction,
  naiveRanks,
  naiveValue,
  seenBy,
  type Tournament,
} from './naive-table.ts';
import { entrantsOf } from './tournaments.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(2_000 * Number(process.env.SEEDS ?? 1));
console.log(`ranking: SEED=${SEED}, ${RUNS} random tournaments a law`);

const entrants = ({ contestants, games }: Tournament) => entrantsOf(contestants, games);
const table = (tournament: Tournament): Place[] =>
  rankEntrants(tournament, entrants(tournament), true);
const ranks = (places: readonly Place[]) => places.map(({ player, rank }) => [player, rank]);

function everyTournament(holds: (tournament: Tournament) => void, numRuns = RUNS): void {
  fc.assert(fc.property(anyTournament, holds), { seed: SEED, numRuns });
}

describe('any ranking', () => {
  it('gives everybody one more than the number of those who are better, counted naively', () => {
    everyTournament((tournament) => {
      expect(
        new Map<string, number>(table(tournament).map((one) => [one.player, one.rank])),
      ).toEqual(naiveRanks(tournament));
    }, 5 * RUNS);
  });

  it('rests on the sums that exact fractions give', () => {
    everyTournament((tournament) => {
      const all = seenBy(tournament);
      for (const place of table(tournament)) {
        const one = all.find(({ name }) => name === place.player);
        for (const key of TIE_BREAKS) {
          if (one === undefined || key === 'directEncounter') continue;
          expect([key, compare(valueIn(place, key), naiveValue(key, one, all))]).toEqual([key, 0]);
        }
        expect([place.sheet.points, place.games]).toEqual([one?.points, one?.seen.length]);
      }
    });
  });

  it('does not depend on the order in which the players are read', () => {
    everyTournament((tournament) => {
      const read = entrants(tournament);
      const turned = [...read.slice(2), ...read.slice(0, 2).reverse()];

      expect(rankEntrants(tournament, turned, true)).toEqual(table(tournament));
    });
  });

  it('shares ranks as 1, 2, 2, 4, or numbers everybody', () => {
    everyTournament((tournament) => {
      const places = table(tournament);
      const consecutive = tournament.policy.tiedRanks === 'consecutive';
      for (const [index, { rank }] of places.entries()) {
        const shared = consecutive ? undefined : places[index - 1]?.rank;
        expect([index + 1, shared]).toContain(rank);
      }
    });
  });

  it('ranks with the removed players and then takes them out', () => {
    everyTournament((tournament) => {
      const everybody = rankEntrants(
        tournament,
        entrants(tournament).map((one) => ({ ...one, removed: false })),
        true,
      );
      const removed = new Set(
        entrants(tournament).flatMap((one) => (one.removed ? [one.player] : [])),
      );
      const stay = everybody.filter(({ player }) => !removed.has(player));
      const places = table(tournament);

      expect(places.map(({ rank, entrant, ...values }) => values)).toEqual(
        stay.map(({ rank, entrant, ...values }) => values),
      );
    });
  });

  it('is the same whether tie-breaks it does not use are computed or not', () => {
    everyTournament((tournament) => {
      expect(ranks(rankEntrants(tournament, entrants(tournament)))).toEqual(
        ranks(table(tournament)),
      );
    });
  });
});

describe('any direct encounter', () => {
  it('gives points exactly when every two of the group have met', () => {
    const seen = { met: 0, not: 0 };
    everyTournament((tournament) => {
      const group = table({ ...tournament, contestants: present(tournament) }).slice(0, 4);
      const names = group.map(({ player }) => player as string);
      const met = allMet(seenBy(tournament).filter(({ name }) => names.includes(name)));
      seen[met ? 'met' : 'not'] += 1;

      expect(directEncounter(group) !== null).toBe(met);
    });
    console.log(`ranking: ${seen.met} groups had met, ${seen.not} had not`);
    expect(Math.min(seen.met, seen.not)).toBeGreaterThan(RUNS / 20);
  });

  it('has decided in these tournaments, and left ties', () => {
    const seen = { decided: 0, left: 0 };
    everyTournament(({ policy, ...tournament }) => {
      const at = policy.tieBreaks.indexOf('directEncounter');
      const by = (keys: number) =>
        rankEntrants(
          { ...tournament, policy: { ...policy, tieBreaks: policy.tieBreaks.slice(0, keys) } },
          entrants({ policy, ...tournament }),
        );
      if (at < 0 || policy.tiedRanks === 'consecutive') return;
      const classes = (keys: number) => new Set(by(keys).map(({ rank }) => rank)).size;
      const tied = classes(at) < by(at).length;
      if (tied) seen[classes(at + 1) > classes(at) ? 'decided' : 'left'] += 1;
    });
    console.log(`ranking: direct encounter split ${seen.decided}, left ${seen.left} as they were`);
    expect(seen.decided).toBeGreaterThan(0);
    expect(seen.left).toBeGreaterThan(0);
  });
});

const present = ({ contestants }: Tournament) =>
  contestants.map((one) => ({ ...one, removed: false }));

describe('any winners', () => {
  it('are all of rank 1, or all with the most points, who have played', () => {
    const several = { firstRank: 0, mostPoints: 0 };
    everyTournament((tournament) => {
      const places = table(tournament);
      const lines = places.map(({ sheet, ...place }) => ({ ...place, points: sheet.points }));
      const { winners } = tournament.policy;
      const played = lines.filter(({ games }) => games > 0);
      const best = played.filter((one) =>
        played.every((two) =>
          winners === 'firstRank' ? two.rank >= one.rank : two.points <= one.points,
        ),
      );
      several[winners] += best.length > 1 ? 1 : 0;

      expect(winnersOf(tournament.policy, lines)).toEqual(best.map(({ player }) => player));
    });
    console.log(`ranking: several winners ${JSON.stringify(several)}`);
    expect(Math.min(several.firstRank, several.mostPoints)).toBeGreaterThan(0);
  });
});

/** The value that the ranking has, in whole points. */
function valueIn(place: Place, key: Exclude<(typeof TIE_BREAKS)[number], 'directEncounter'>) {
  const values = place.tieBreaks as TieBreakValues;
  const fraction = (n: number, d: number): Fraction =>
    d === 0 ? null : { n: BigInt(n), d: BigInt(d) };
  switch (key) {
    case 'performance':
      return fraction(place.performance.sum, place.performance.count);
    case 'performanceRolling':
      return place.rolling === null ? null : fraction(place.rolling, 1);
    case 'aroc1':
      return fraction(values.aroc1.sum, values.aroc1.count);
    case 'sonnebornBerger':
      return fraction(values.sonnebornBerger, 4);
    case 'buchholz':
    case 'buchholzCut1':
      return fraction(values[key], 2);
    case 'wins':
    case 'winsAsSecond':
      return fraction(values[key], 1);
  }
}
